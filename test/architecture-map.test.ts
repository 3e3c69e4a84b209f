import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { root } from "./support/server.ts";

const map = readFileSync(join(root, "docs", "architecture.md"), "utf8");
const named = Array.from(
  map.matchAll(/`((?:src|test|docs)\/[^`]*|[A-Z]+\.md)`/g),
  ([, path = ""]) => path,
);

describe("docs/architecture.md", () => {
  it("docs/architecture.md names files that exist", () => {
    assert.ok(named.length > 40, `found ${named.length} paths`);
    assert.deepEqual(
      named.filter((path) => !existsSync(join(root, path))),
      [],
    );
  });

  it("docs/architecture.md names each file once", () => {
    const repeated = named.filter((path, index) => named.indexOf(path) !== index);
    assert.deepEqual(repeated, []);
  });

  it("docs/architecture.md is shorter than 150 lines", () => {
    assert.ok(map.split("\n").length < 150);
  });
});
