import { attribute, type Element } from "../html/dom.ts";
import type { Declaration } from "./stylesheet.ts";

/** What the browser's own style sheet says, for the few elements where it matters here. */
const HIDDEN = new Set(
  "head script style template noscript title meta link datalist area param rp source track".split(
    " ",
  ),
);
const OWN_FONT = declare({ "font-family": "system-ui", "font-weight": "400" });
const MONOSPACE = declare({ "font-family": "monospace" });
const BOLD = declare({ "font-weight": "bold" });
const ITALIC = declare({ "font-style": "italic" });
const NOT_DISPLAYED = declare({ display: "none" });
const NOTHING = declare({});

const BY_TAG = new Map<string, readonly Declaration[]>([
  ..."input textarea select button".split(" ").map((tag) => [tag, OWN_FONT] as const),
  ..."code pre kbd samp tt".split(" ").map((tag) => [tag, MONOSPACE] as const),
  ..."b strong th h1 h2 h3 h4 h5 h6".split(" ").map((tag) => [tag, BOLD] as const),
  ..."i em cite var dfn address".split(" ").map((tag) => [tag, ITALIC] as const),
]);

/** What applies to an element before anything that its page declares. */
export function userAgentDeclarations(element: Element): readonly Declaration[] {
  const { tagName } = element;
  if (HIDDEN.has(tagName) || attribute(element, "hidden") !== undefined) return NOT_DISPLAYED;
  return BY_TAG.get(tagName) ?? NOTHING;
}

function declare(values: Record<string, string>): readonly Declaration[] {
  return Object.entries(values).map(([name, value]) => ({ name, value, important: false }));
}
