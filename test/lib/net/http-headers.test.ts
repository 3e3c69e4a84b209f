import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as fc from "fast-check";
import { acceptsExplicitly, negotiate } from "#src/lib/net/http-headers.js";

describe("Accept negotiation", () => {
  const chosen: [accept: string, offer: string][] = [
    ["", "a/b"],
    ["c/d", "c/d"],
    ["C/D", "c/d"],
    ["a/b;q=0.5, c/d;q=0.6", "c/d"],
    ["a/b;q=0.9, c/d;v=2;q=1", "c/d"],
    ["c/d, a/b;q=1", "a/b"],
    ["*/*, c/d", "c/d"],
    ["a/*;q=0.2, */*;q=0.9", "c/d"],
    ["a/b;q=0, */*", "c/d"],
    ["x/y", "a/b"],
    ["c/d; q=oops", "a/b"],
  ];
  for (const [accept, offer] of chosen) {
    it(`Accept "${accept}" prefers ${offer}`, () =>
      assert.equal(negotiate(accept, ["a/b", "c/d"]), offer));
  }

  it("negotiate always returns one of the offers", () => {
    fc.assert(
      fc.property(fc.string(), (accept) => {
        assert.ok(["a/b", "c/d"].includes(negotiate(accept, ["a/b", "c/d"])));
      }),
    );
  });

  it("acceptsExplicitly ignores wildcards and quality 0", () => {
    assert.ok(acceptsExplicitly("x/y, A/B; q=0.1", "a/b"));
    for (const accept of ["", "*/*", "a/*", "a/b;q=0", "a/bc", "x/y;z=a/b"]) {
      assert.ok(!acceptsExplicitly(accept, "a/b"), accept);
    }
  });
});
