import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";

/** Returns the packages that a compiled file imports statically, itself or through other files. */
function listPackages(file: URL, visited = new Set<string>()): Set<string> {
  if (visited.has(file.href)) return new Set();
  visited.add(file.href);
  const packages = new Set<string>();
  for (const [, name = ""] of readFileSync(file, "utf8").matchAll(
    /^(?:import|export)[^;]*?"([^"]+)";/gm,
  )) {
    if (!name.startsWith(".")) packages.add(name);
    else for (const inner of listPackages(new URL(name, file), visited)) packages.add(inner);
  }
  return packages;
}

const MEASURING = ["undici", "ipaddr.js", "parse5", "css-select", "es-module-lexer", "@tgwf/co2"];

describe("packages that measure a page", () => {
  for (const entry of ["#src/tools/carbon-footprint/tool.js", "#src/context.js"]) {
    it(`${entry} does not load the packages that measure a page`, () => {
      const packages = listPackages(new URL(import.meta.resolve(entry)));
      assert.deepEqual(
        MEASURING.filter((name) => packages.has(name)),
        [],
      );
    });
  }
});
