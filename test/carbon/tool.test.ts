import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { it } from "node:test";

/** Packages that a compiled file loads when it is loaded itself; what it imports later is not among them. */
function packagesOf(file: URL, seen = new Set<string>()): Set<string> {
  if (seen.has(file.href)) return new Set();
  seen.add(file.href);
  const found = new Set<string>();
  for (const [, name = ""] of readFileSync(file, "utf8").matchAll(
    /^(?:import|export)[^;]*?"([^"]+)";/gm,
  )) {
    if (!name.startsWith(".")) found.add(name);
    else for (const inner of packagesOf(new URL(name, file), seen)) found.add(inner);
  }
  return found;
}

it("neither the card nor the way out loads what only a measurement needs", () => {
  for (const entry of ["#src/tools/carbon-footprint/tool.js", "#src/fetch/network.js"]) {
    const packages = [...packagesOf(new URL(import.meta.resolve(entry)))];
    assert.deepEqual(
      packages.filter((name) => !/^(node:.*|typebox.*)$/.test(name)),
      [],
      entry,
    );
  }
});
