import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { root } from "./support/server.ts";

const map = readFileSync(join(root, "docs", "architecture.md"), "utf8");
const named = listPaths(map);

/** Returns the paths of the repository that a text names as code. */
function listPaths(text: string): string[] {
  const folders = "src|test|docs|scripts|bench|deploy|examples";
  const path = new RegExp(`\`((?:${folders})/[\\w@./-]+|[A-Z]+\\.md)\``, "g");
  return Array.from(text.matchAll(path), ([, name = ""]) => name);
}

it("CONTRIBUTING.md and decision records name files that exist", () => {
  const folder = join("docs", "decisions");
  const pages = [
    "CONTRIBUTING.md",
    ...readdirSync(join(root, folder)).map((name) => join(folder, name)),
  ];
  const missing = pages.flatMap((page) =>
    listPaths(readFileSync(join(root, page), "utf8"))
      .filter((path) => !existsSync(join(root, path)))
      .map((path) => `${page}: ${path}`),
  );
  assert.deepEqual(missing, []);
});

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
