import { type HtmlElement, type HtmlNode, isElement } from "../html/dom.ts";
import { consume, type OpBudget } from "../worker/op-budget.ts";
import { buildRuleSet, type DeclarationBlock, type StyledDocument } from "./rule-set.ts";
import type { PseudoElement } from "./selector-tokens.ts";
import type { Declaration } from "./stylesheet.ts";

/**
 * The values that the cascade selects for an element or pseudo-element, including inherited ones.
 */
export interface ComputedStyle {
  get(name: string): string | undefined;
}

/** Called for every displayed box. Boxes with equal styles share one style object. */
export type BoxVisitor = (
  style: ComputedStyle,
  element: HtmlElement,
  pseudo: PseudoElement,
) => void;

type PropertyValues = Record<string, string | undefined>;

const INHERITED = /^(--|font-|list-style-image$)/;
/**
 * The op-budget costs of a style and of each declaration in it. Both stay in memory until the
 * cascade ends.
 */
const STYLE_COST = 40;
const DECLARATION_COST = 8;

/**
 * Computes the style of every displayed box of a document and passes it to `visit`. Throws
 * BudgetExceeded.
 */
export function computeStyles(document: StyledDocument, budget: OpBudget, visit: BoxVisitor): void {
  const getBlocks = buildRuleSet(document, budget);
  // Uses an explicit stack instead of recursion, so that the call stack does not limit the depth.
  const stack: { node: HtmlNode; parent: ElementStyle }[] = [
    { node: document.root, parent: new ElementStyle(budget) },
  ];
  for (let entry = stack.pop(); entry !== undefined; entry = stack.pop()) {
    const { node, parent } = entry;
    const style = isElement(node) ? visitElement(node, parent, { getBlocks, visit }) : parent;
    if (style === undefined) continue;
    const children = "childNodes" in node ? node.childNodes : [];
    for (let index = children.length - 1; index >= 0; index -= 1) {
      const child = children[index];
      if (child && isElement(child)) stack.push({ node: child, parent: style });
    }
  }
}

/**
 * Visits an element and its pseudo-elements. Returns its style, or undefined if it is not
 * displayed.
 */
function visitElement(
  element: HtmlElement,
  parent: ElementStyle,
  { getBlocks, visit }: { getBlocks: ReturnType<typeof buildRuleSet>; visit: BoxVisitor },
): ElementStyle | undefined {
  let boxStyle: ElementStyle | undefined;
  // The block of the element itself comes first.
  for (const [pseudo, block] of getBlocks(element)) {
    const style = (boxStyle ?? parent).getChildStyle(block);
    if (pseudo === "" && style.get("display") === "none") return undefined;
    if (pseudo === "") boxStyle = style;
    visit(style, element, pseudo);
  }
  return boxStyle;
}

/**
 * The values of one box. Inherited ones are in a record whose prototype is that of the parent.
 * Pages have hundreds of variables, and copying them for each element would dominate the run time.
 */
class ElementStyle implements ComputedStyle {
  inherited: PropertyValues;
  readonly own = createRecord(null);
  /** Length of the prototype chain of `inherited`. */
  depth: number;
  /** True while `inherited` is still the record of the parent. */
  #sharesParent = true;
  readonly #budget: OpBudget;
  /**
   * Styles of child boxes by their declarations, because most boxes of a page equal an earlier one.
   */
  #childStyles: Map<DeclarationBlock, ElementStyle> | undefined;

  constructor(budget: OpBudget, parent?: ElementStyle) {
    this.#budget = budget;
    this.inherited = parent?.inherited ?? createRecord(null);
    this.depth = parent?.depth ?? 0;
  }

  get(name: string): string | undefined {
    const value = this.getDeclared(name);
    return value === undefined ? undefined : this.resolve(value);
  }

  /** Returns the value as written. */
  getDeclared(name: string): string | undefined {
    return INHERITED.test(name) ? this.inherited[name] : this.own[name];
  }

  set(name: string, value: string | undefined): void {
    if (!INHERITED.test(name)) {
      this.own[name] = value;
      return;
    }
    if (this.#sharesParent) {
      this.inherited = createRecord(this.inherited);
      this.depth += 1;
      this.#sharesParent = false;
    }
    this.inherited[name] = value;
  }

  /** Replaces `var()` in a value. */
  resolve(value: string): string {
    return value.includes("var(")
      ? substituteVariables(value, this.inherited, this.#budget)
      : value;
  }

  /** Returns the style of a box with these declarations inside this box. */
  getChildStyle(block: DeclarationBlock): ElementStyle {
    const cached = this.#childStyles?.get(block);
    if (cached) return cached;
    consume(STYLE_COST + block.length * DECLARATION_COST + this.depth, this.#budget);
    const style = new ElementStyle(this.#budget, this);
    for (const declaration of block) applyDeclaration(style, declaration, this);
    this.#childStyles ??= new Map();
    this.#childStyles.set(block, style);
    return style;
  }
}

function createRecord(prototype: PropertyValues | null): PropertyValues {
  return Object.create(prototype) as PropertyValues;
}

const SHORTHANDS: Record<string, string> = {
  background: "background-image",
  "border-image": "border-image-source",
  "list-style": "list-style-image",
  mask: "mask-image",
  "-webkit-mask": "mask-image",
  "-webkit-mask-image": "mask-image",
};

function applyDeclaration(
  style: ElementStyle,
  { name, value }: Declaration,
  parent: ElementStyle,
): void {
  if (name === "font") return applyFont(style, value, parent);
  const longhand = SHORTHANDS[name] ?? name;
  style.set(longhand, value === "inherit" ? parent.getDeclared(longhand) : value);
}

/** Matches the size, with its line height, in a `font` shorthand. The families follow it. */
const FONT_SIZE =
  /(?:^|\s)(?:[\d.]+(?:[a-z]+|%)|(?:calc|clamp|min|max|var)\([^()]*\)|xx?-small|smaller|small|medium|large[r]?|x+-large)(?:\s*\/\s*\S+)?\s+/i;

function applyFont(style: ElementStyle, value: string, parent: ElementStyle): void {
  const text = style.resolve(value);
  for (const name of ["font-family", "font-weight", "font-style"]) {
    style.set(name, text === "inherit" ? parent.getDeclared(name) : undefined);
  }
  const size = FONT_SIZE.exec(text);
  if (size === null) return;
  const before = text.slice(0, size.index);
  style.set("font-family", text.slice(size.index + size[0].length));
  style.set("font-weight", /\b(bold|bolder|lighter|[1-9]00)\b/.exec(before)?.[1]);
  style.set("font-style", /\b(italic|oblique)\b/.exec(before)?.[1]);
}

const MAX_SUBSTITUTIONS = 50;
const MAX_VALUE_LENGTH = 20_000;

/**
 * Replaces each `var()`, the innermost first. Bounded, because variables can reference each other
 * in cycles.
 */
function substituteVariables(value: string, variables: PropertyValues, budget: OpBudget): string {
  let text = value;
  for (let count = 0; count < MAX_SUBSTITUTIONS && text.length < MAX_VALUE_LENGTH; count += 1) {
    consume(text.length >> 5, budget);
    const next = text.replace(
      /var\(\s*(--[^\s,()]+)\s*(?:,((?:[^()]|\([^()]*\))*))?\)/,
      (_match, name: string, fallback = "") => variables[name] ?? String(fallback),
    );
    if (next === text) break;
    text = next;
  }
  return text.trim();
}
