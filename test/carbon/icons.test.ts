import assert from "node:assert/strict";
import { it } from "node:test";
import { parseIconSizes, selectIcons } from "#src/tools/carbon-footprint/html/icons.js";

/** The links of the page: `name`, `name sizes` or `name.svg`. */
function listLoadedIcons(...links: string[]): string {
  const icons = links.map((link) => {
    const [url = "", sizes = ""] = link.split(" ");
    const scalable = url.endsWith(".svg");
    return { url: url === "data:" ? undefined : url, sizes: parseIconSizes(sizes), scalable };
  });
  return selectIcons(icons).join(" ");
}

// Results of Chromium with icons of these sizes.
for (const [links, expected] of [
  [["a"], "a"],
  [["a", "b"], "a b"],
  [["a 16x16", "b 32x32"], "b"],
  [["a 16x16", "b 48x48", "c 192x192"], "a"],
  [["a 48x48", "b 192x192"], "a"],
  [["a 64x64", "b 48x48"], "b"],
  [["a 24x24", "b 48x48"], "b"],
  [["a 16x16", "b 24x24"], "a"],
  [["a", "b 32x32"], "a b"],
  [["a", "b 16x16"], "a b"],
  [["a", "b 180x180"], "a"],
  [["a any", "b"], "a b"],
  [["a.svg", "b 32x32"], "a.svg"],
  [["a.svg", "b"], "a.svg b"],
  [["data:", "b 180x180"], ""],
  [[], ""],
] as const) {
  it(`a page with the icons ${links.join(", ") || "none"} loads ${expected || "nothing"}`, () => {
    assert.equal(listLoadedIcons(...links), expected);
  });
}
