import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Route } from "#src/http/route.js";
import { createRouter } from "#src/http/router.js";

describe("router", () => {
  it("a fixed path comes before a pattern of the same method, with escapes or a fragment", () => {
    const { match } = createRouter([route("/items/:id"), route("/items/new"), route("/*", "HEAD")]);
    for (const target of ["/items/new", "/items/n%65w?x=1", "/%69tems/new#top", "/items/new?a#b"]) {
      assert.equal(match("GET", target)?.route.path, "/items/new", target);
    }
    assert.equal(match("GET", "/items/n%65w?x=1")?.query, "x=1");
    for (const target of ["/items/newer", "/items/New", "/items/n%2565w", "/items/new%3Fx"]) {
      assert.equal(match("GET", target)?.route.path, "/items/:id", target);
    }
    assert.equal(match("HEAD", "/items/new")?.route.path, "/*");
    assert.equal(match("GET", "/items/new/"), undefined);
  });

  it("two routes with the same path and method are refused", () => {
    for (const path of ["/fixed", "/items/:id"]) {
      assert.throws(
        () => createRouter([route(path), route(path)]),
        /exists twice|already declared/,
      );
      assert.doesNotThrow(() => createRouter([route(path), route(path, "POST")]));
    }
  });
});

function route(path: string, method = "GET"): Route {
  return { methods: [method], path, access: "public", handler: () => ({}) };
}
