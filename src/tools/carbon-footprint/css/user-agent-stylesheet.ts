import { getAttribute, type HtmlElement } from "../html/dom.ts";
import type { Declaration } from "./stylesheet.ts";

/** Elements that the user agent style sheet hides. */
const HIDDEN = new Set(
  "head script style template noscript title meta link datalist area param rp source track".split(
    " ",
  ),
);
const SYSTEM_FONT = declare({ "font-family": "system-ui", "font-weight": "400" });
const MONOSPACE = declare({ "font-family": "monospace" });
const BOLD = declare({ "font-weight": "bold" });
const ITALIC = declare({ "font-style": "italic" });
const NOT_DISPLAYED = declare({ display: "none" });
const NO_DECLARATIONS = declare({});

const BY_TAG = new Map<string, readonly Declaration[]>([
  ..."input textarea select button".split(" ").map((tag) => [tag, SYSTEM_FONT] as const),
  ..."code pre kbd samp tt".split(" ").map((tag) => [tag, MONOSPACE] as const),
  ..."b strong th h1 h2 h3 h4 h5 h6".split(" ").map((tag) => [tag, BOLD] as const),
  ..."i em cite var dfn address".split(" ").map((tag) => [tag, ITALIC] as const),
]);

/**
 * Returns the declarations of the user agent style sheet that affect the resources of an element.
 */
export function getUserAgentDeclarations(element: HtmlElement): readonly Declaration[] {
  const { tagName } = element;
  if (HIDDEN.has(tagName) || getAttribute(element, "hidden") !== undefined) return NOT_DISPLAYED;
  return BY_TAG.get(tagName) ?? NO_DECLARATIONS;
}

function declare(values: Record<string, string>): readonly Declaration[] {
  return Object.entries(values).map(([name, value]) => ({ name, value, important: false }));
}
