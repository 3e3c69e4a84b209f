import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

/**
 * Returns every module that importing `file` loads, packages by their names; lazy imports are not
 * followed.
 */
function listImportedModules(file: URL, found = new Set<string>()): Set<string> {
  if (found.has(file.href)) return found;
  found.add(file.href);
  for (const [, name = ""] of readFileSync(file, "utf8").matchAll(
    /^(?:import|\} from).*"(.+)";$/gm,
  )) {
    if (name.startsWith(".")) listImportedModules(new URL(name, file), found);
    else found.add(name);
  }
  return found;
}

test("loading the definitions and the pool loads neither highlighter nor shaper", () => {
  for (const entry of ["tool.js", "languages-tool.js", "pool.js"]) {
    const imported = [
      ...listImportedModules(new URL(import.meta.resolve(`#src/tools/code-image/${entry}`))),
    ];
    assert.ok(imported.length > 3, entry);
    const heavy = imported.filter((name) => /^(@?shiki|harfbuzzjs)/.test(name));
    assert.deepEqual(heavy, [], entry);
  }
});
