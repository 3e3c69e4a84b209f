import { type Element, isElement, type Node } from "./dom.ts";
import { indexRules } from "./rule-index.ts";
import type { PseudoElement, Work } from "./selectors.ts";
import type { Declaration, StyleRule } from "./stylesheet.ts";

/** The declarations that won for one element or generated box; inherited ones are in it too. */
export interface ComputedStyle {
  get(name: string): string | undefined;
}

/** Told of every box that is displayed. */
export type OnBox = (style: ComputedStyle, element: Element, pseudo: PseudoElement) => void;

type Values = Record<string, string | undefined>;

/**
 * One box's values. Inherited ones stand in a record whose prototype is the parent's: pages have hundreds of
 * variables, and copying them for each element would be most of the work.
 */
interface Computed {
  inherited: Values;
  own: Values;
  /** How many records the inherited values are spread over. */
  links: number;
}

const INHERITED = /^(--|font-|list-style-image$)/;
const NOTHING: Computed = { inherited: record(null), own: record(null), links: 0 };
/** What the browser's own sheet says, for the few elements where it matters here. */
const HIDDEN = new Set(
  "head script style template noscript title meta link datalist area param rp source track".split(
    " ",
  ),
);
const OWN_FONT = new Set("input textarea select button".split(" "));
const MONOSPACE = new Set("code pre kbd samp tt".split(" "));
const BOLD = new Set("b strong th h1 h2 h3 h4 h5 h6".split(" "));
const ITALIC = new Set("i em cite var dfn address".split(" "));

/** Applies rules to a page and tells of every displayed box with its style. Throws WorkDone. */
export function cascade(
  root: Node,
  rules: readonly StyleRule[],
  base: string,
  work: Work,
  onBox: OnBox,
): void {
  const styles = indexRules(root, rules, base, work);
  const stack: { node: Node; parent: Computed }[] = [{ node: root, parent: NOTHING }];
  for (let entry = stack.pop(); entry !== undefined; entry = stack.pop()) {
    const { node } = entry;
    let { parent } = entry;
    if (isElement(node)) {
      work.left -= parent.links;
      const boxes = styles(node);
      const style = compute(parent, userAgent(node), boxes.get("") ?? []);
      if (resolve(style, "display") === "none") continue;
      parent = style;
      onBox(styleOf(style), node, "");
      for (const pseudo of ["before", "after", "marker"] as const) {
        const own = boxes.get(pseudo);
        if (own) onBox(styleOf(compute(style, {}, own)), node, pseudo);
      }
    }
    const children = "childNodes" in node ? node.childNodes : [];
    for (let at = children.length - 1; at >= 0; at -= 1) {
      const child = children[at];
      if (child && isElement(child)) stack.push({ node: child, parent });
    }
  }
}

function compute(
  parent: Computed,
  defaults: Values,
  declarations: readonly Declaration[],
): Computed {
  const style: Computed = { inherited: parent.inherited, own: record(null), links: parent.links };
  for (const [name, value] of Object.entries(defaults)) set(style, parent, name, value);
  for (const important of [false, true]) {
    for (const declaration of declarations) {
      if (declaration.important === important) apply(style, declaration, parent);
    }
  }
  return style;
}

function record(prototype: Values | null): Values {
  return Object.create(prototype) as Values;
}

function set(style: Computed, parent: Computed, name: string, value: string | undefined): void {
  if (!INHERITED.test(name)) {
    style.own[name] = value;
    return;
  }
  if (style.inherited === parent.inherited) {
    style.inherited = record(parent.inherited);
    style.links += 1;
  }
  style.inherited[name] = value;
}

function valueOf(style: Computed, name: string): string | undefined {
  return INHERITED.test(name) ? style.inherited[name] : style.own[name];
}

const SHORTHANDS: Record<string, string> = {
  background: "background-image",
  "border-image": "border-image-source",
  "list-style": "list-style-image",
  mask: "mask-image",
  "-webkit-mask": "mask-image",
  "-webkit-mask-image": "mask-image",
};

function apply(style: Computed, { name, value }: Declaration, parent: Computed): void {
  if (name === "font") return applyFont(style, value, parent);
  const longhand = SHORTHANDS[name] ?? name;
  set(style, parent, longhand, value === "inherit" ? valueOf(parent, longhand) : value);
}

const SIZE =
  /(?:^|\s)(?:[\d.]+(?:[a-z]+|%)|(?:calc|clamp|min|max|var)\([^)]*\)|xx?-small|smaller|small|medium|large[r]?|x+-large)(?:\s*\/\s*\S+)?\s+/i;

function applyFont(style: Computed, value: string, parent: Computed): void {
  const text = value.includes("var(") ? substitute(value, style.inherited) : value;
  for (const name of ["font-family", "font-weight", "font-style"]) {
    set(style, parent, name, text === "inherit" ? valueOf(parent, name) : undefined);
  }
  const size = SIZE.exec(text);
  if (size === null) return;
  const before = text.slice(0, size.index);
  set(style, parent, "font-family", text.slice(size.index + size[0].length));
  set(style, parent, "font-weight", /\b(bold|bolder|lighter|[1-9]00)\b/.exec(before)?.[1]);
  set(style, parent, "font-style", /\b(italic|oblique)\b/.exec(before)?.[1]);
}

function userAgent({ tagName, attrs }: Element): Values {
  const values: Values = {};
  if (HIDDEN.has(tagName) || attrs.some(({ name }) => name === "hidden"))
    values["display"] = "none";
  if (OWN_FONT.has(tagName))
    Object.assign(values, { "font-family": "system-ui", "font-weight": "400" });
  if (MONOSPACE.has(tagName)) values["font-family"] = "monospace";
  if (BOLD.has(tagName)) values["font-weight"] = "bold";
  if (ITALIC.has(tagName)) values["font-style"] = "italic";
  return values;
}

function styleOf(style: Computed): ComputedStyle {
  return { get: (name) => resolve(style, name) };
}

function resolve(style: Computed, name: string): string | undefined {
  const value = valueOf(style, name);
  return value?.includes("var(") ? substitute(value, style.inherited) : value;
}

const MOST_SUBSTITUTIONS = 50;
const MOST_VALUE_LENGTH = 20_000;

/** The value with its `var()` replaced, innermost first; bounded, since variables can name each other in circles. */
function substitute(value: string, variables: Values): string {
  let text = value;
  for (let count = 0; count < MOST_SUBSTITUTIONS && text.length < MOST_VALUE_LENGTH; count += 1) {
    const next = text.replace(
      /var\(\s*(--[^\s,()]+)\s*(?:,((?:[^()]|\([^()]*\))*))?\)/,
      (_whole, name: string, fallback = "") => variables[name] ?? String(fallback),
    );
    if (next === text) break;
    text = next;
  }
  return text.trim();
}
