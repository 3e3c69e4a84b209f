import { type Element, isElement, type Node } from "../html/dom.ts";
import { type DeclarationBlock, buildRuleSet, type StyledDocument } from "./rule-set.ts";
import type { PseudoElement } from "./selector-tokens.ts";
import type { Declaration } from "./stylesheet.ts";
import { consume, type OpBudget } from "../worker/op-budget.ts";

/** The declarations that won for an element or generated box; inherited ones are in it too. */
export interface ComputedStyle {
  get(name: string): string | undefined;
}

/** Told of every box that is displayed. Boxes styled alike have the same style, as an object. */
export type BoxVisitor = (style: ComputedStyle, element: Element, pseudo: PseudoElement) => void;

type Values = Record<string, string | undefined>;

const INHERITED = /^(--|font-|list-style-image$)/;
/** What a style counts for, and each declaration in it, in looks: both are kept to the end. */
const STYLE_COST = 40;
const DECLARATION_COST = 8;

/** Applies a document's rules and tells of every displayed box with its style. Throws WorkDone. */
export function cascade(document: StyledDocument, work: OpBudget, onBox: BoxVisitor): void {
  const blocksOf = buildRuleSet(document, work);
  const stack: { node: Node; parent: Style }[] = [{ node: document.root, parent: new Style(work) }];
  for (let entry = stack.pop(); entry !== undefined; entry = stack.pop()) {
    const { node } = entry;
    let { parent } = entry;
    if (isElement(node)) {
      for (const [pseudo, block] of blocksOf(node)) {
        const style = parent.inside(block);
        if (pseudo === "" && style.get("display") === "none") break;
        if (pseudo === "") parent = style;
        onBox(style, node, pseudo);
      }
      // The element's own box comes first; where it is not displayed, neither is what is in it.
      if (parent === entry.parent) continue;
    }
    const children = "childNodes" in node ? node.childNodes : [];
    for (let at = children.length - 1; at >= 0; at -= 1) {
      const child = children[at];
      if (child && isElement(child)) stack.push({ node: child, parent });
    }
  }
}

/**
 * One box's values. Inherited ones stand in a record whose prototype is the parent's: pages have hundreds of
 * variables, and copying them for each element would be most of the work.
 */
class Style implements ComputedStyle {
  inherited: Values;
  readonly own = record(null);
  /** How many records the inherited values are spread over. */
  links: number;
  /** Whether the last of them is the parent's. */
  #shared = true;
  readonly #work: OpBudget;
  /** Styles of boxes inside, by what is declared for them: most boxes of a page are like one before. */
  #inside: Map<DeclarationBlock, Style> | undefined;

  constructor(work: OpBudget, parent?: Style) {
    this.#work = work;
    this.inherited = parent?.inherited ?? record(null);
    this.links = parent?.links ?? 0;
  }

  get(name: string): string | undefined {
    const value = this.declared(name);
    return value === undefined ? undefined : this.resolve(value);
  }

  /** The value as written. */
  declared(name: string): string | undefined {
    return INHERITED.test(name) ? this.inherited[name] : this.own[name];
  }

  set(name: string, value: string | undefined): void {
    if (!INHERITED.test(name)) {
      this.own[name] = value;
      return;
    }
    if (this.#shared) {
      this.inherited = record(this.inherited);
      this.links += 1;
      this.#shared = false;
    }
    this.inherited[name] = value;
  }

  /** The value with its `var()` replaced. */
  resolve(value: string): string {
    return value.includes("var(") ? substitute(value, this.inherited, this.#work) : value;
  }

  inside(block: DeclarationBlock): Style {
    const known = this.#inside?.get(block);
    if (known) return known;
    consume(STYLE_COST + block.length * DECLARATION_COST + this.links, this.#work);
    const style = new Style(this.#work, this);
    for (const declaration of block) apply(style, declaration, this);
    this.#inside ??= new Map();
    this.#inside.set(block, style);
    return style;
  }
}

function record(prototype: Values | null): Values {
  return Object.create(prototype) as Values;
}

const SHORTHANDS: Record<string, string> = {
  background: "background-image",
  "border-image": "border-image-source",
  "list-style": "list-style-image",
  mask: "mask-image",
  "-webkit-mask": "mask-image",
  "-webkit-mask-image": "mask-image",
};

function apply(style: Style, { name, value }: Declaration, parent: Style): void {
  if (name === "font") return applyFont(style, value, parent);
  const longhand = SHORTHANDS[name] ?? name;
  style.set(longhand, value === "inherit" ? parent.declared(longhand) : value);
}

const SIZE =
  /(?:^|\s)(?:[\d.]+(?:[a-z]+|%)|(?:calc|clamp|min|max|var)\([^()]*\)|xx?-small|smaller|small|medium|large[r]?|x+-large)(?:\s*\/\s*\S+)?\s+/i;

function applyFont(style: Style, value: string, parent: Style): void {
  const text = style.resolve(value);
  for (const name of ["font-family", "font-weight", "font-style"]) {
    style.set(name, text === "inherit" ? parent.declared(name) : undefined);
  }
  const size = SIZE.exec(text);
  if (size === null) return;
  const before = text.slice(0, size.index);
  style.set("font-family", text.slice(size.index + size[0].length));
  style.set("font-weight", /\b(bold|bolder|lighter|[1-9]00)\b/.exec(before)?.[1]);
  style.set("font-style", /\b(italic|oblique)\b/.exec(before)?.[1]);
}

const MAX_SUBSTITUTIONS = 50;
const MAX_VALUE_LENGTH = 20_000;

/** Replaces innermost ones first; bounded, since variables can name each other in circles. */
function substitute(value: string, variables: Values, work: OpBudget): string {
  let text = value;
  for (let count = 0; count < MAX_SUBSTITUTIONS && text.length < MAX_VALUE_LENGTH; count += 1) {
    consume(text.length >> 5, work);
    const next = text.replace(
      /var\(\s*(--[^\s,()]+)\s*(?:,((?:[^()]|\([^()]*\))*))?\)/,
      (_whole, name: string, fallback = "") => variables[name] ?? String(fallback),
    );
    if (next === text) break;
    text = next;
  }
  return text.trim();
}
