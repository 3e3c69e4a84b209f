import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { it } from "node:test";

/** Returns every package and module that importing a file loads. */
function listImports(file: URL, seen = new Set<string>()): Set<string> {
  const imports = readFileSync(file, "utf8").matchAll(/^(?:import|export)\b[^"]*?"([^"]+)";/gm);
  for (const [, name = ""] of imports) {
    const at = name.startsWith(".") ? new URL(name, file) : undefined;
    if (seen.has(at?.href ?? name)) continue;
    seen.add(at?.href ?? name);
    if (at) listImports(at, seen);
  }
  return seen;
}

it("the start of a server does not load the page renderer", () => {
  const loaded = [...listImports(new URL(import.meta.resolve("#src/web/server/pages.js")))];
  assert.ok(loaded.length > 8, "the imports were found");
  assert.deepEqual(
    loaded.filter((name) => name.includes("preact")),
    [],
  );
  const drawing = [
    ...listImports(new URL(import.meta.resolve("#src/web/server/render/render-page.js"))),
  ];
  assert.ok(drawing.includes("preact-render-to-string"), "what draws is told from what does not");
});
