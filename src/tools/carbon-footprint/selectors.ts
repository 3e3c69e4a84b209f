import { _compileUnsafe, type Options } from "css-select";
import { AttributeAction, parse, type Selector, SelectorType } from "css-what";
import { attribute, type Element, isElement, type Node } from "./dom.ts";

/** Work that may still be done, in looks at nodes; it bounds hostile selectors without a clock. */
export interface Work {
  left: number;
}

/** The work ran out. */
export class WorkDone extends Error {}

/** The generated boxes that can hold text or images. */
export type PseudoElement = "" | "before" | "after" | "marker";

/** One selector, ready to be asked. */
export interface CompiledSelector {
  matches(element: Element): boolean;
  pseudo: PseudoElement;
  specificity: number;
  /** What the element must have for a match to be possible: `#id`, `.class`, `tag`, or `*`. */
  key: string;
}

const NEVER = () => false;
/** States that a page has not before somebody touches it. */
const STATES =
  "hover active focus focus-visible focus-within visited target fullscreen invalid user-invalid -webkit-autofill autofill popover-open modal playing seeking host defined-not";

const PSEUDOS = Object.fromEntries(STATES.split(" ").map((name) => [name, NEVER]));

/**
 * A selector list's members that can match on a page with these `names` (as {@link CompiledSelector.key}); those
 * that cannot be understood are left out, as one by one.
 */
export function compileSelectors(
  text: string,
  names: ReadonlySet<string>,
  work: Work,
): CompiledSelector[] {
  return PLAIN.test(text)
    ? text.split(",").flatMap((one) => (canMatch(one, names) ? compileList(one, work) : []))
    : compileList(text, work);
}

/** Selectors without brackets, strings and escapes: nine of ten, of which a page uses one in twenty. */
const PLAIN = /^[\w\s.#:>+~*,-]*$/;

/** Whether everything that a plain selector names is on the page. */
function canMatch(selector: string, names: ReadonlySet<string>): boolean {
  for (const [, mark = "", name = ""] of selector.matchAll(/([.#:]*)([\w-]+)/g)) {
    if (mark === ":" && name in PSEUDOS) return false;
    if (mark.startsWith(":")) continue;
    if (!names.has(mark === "" ? name.toLowerCase() : mark + name)) return false;
  }
  return true;
}

function compileList(text: string, work: Work): CompiledSelector[] {
  return parseList(text).flatMap((tokens) => compileOne(tokens, work));
}

function parseList(text: string): Selector[][] {
  try {
    return parse(text);
  } catch {
    return [];
  }
}

/** What compiling one selector counts for, in looks. */
const COMPILING = 20;

function compileOne(tokens: Selector[], work: Work): CompiledSelector[] {
  work.left -= COMPILING;
  if (work.left < 0) throw new WorkDone();
  const pseudo = pseudoOf(tokens);
  if (pseudo === undefined) return [];
  const bare = tokens.filter((token) => !isGenerated(token));
  const last = bare.at(-1);
  // `p ::before` means any element's: what stands before the colons may be nothing.
  if (last === undefined || COMBINATORS.has(last.type)) {
    bare.push({ type: SelectorType.Universal, namespace: null });
  }
  try {
    const matches = _compileUnsafe<Node, Element>([bare], optionsFor(work));
    return [{ matches, pseudo, specificity: specificityOf(tokens), key: keyOf(bare) }];
  } catch {
    return [];
  }
}

const COMBINATORS: ReadonlySet<SelectorType> = new Set([
  SelectorType.Descendant,
  SelectorType.Child,
  SelectorType.Adjacent,
  SelectorType.Sibling,
]);

/** Whether a token names a generated box; `:before` with one colon is the old spelling. */
function isGenerated(token: Selector): boolean {
  if (token.type === SelectorType.PseudoElement) return true;
  return token.type === SelectorType.Pseudo && /^(before|after)$/.test(token.name);
}

/** The pseudo-element; undefined for one that loads nothing (`::selection`, `::-webkit-…`). */
function pseudoOf(tokens: Selector[]): PseudoElement | undefined {
  const token = tokens.find(isGenerated);
  if (token === undefined) return "";
  const name = "name" in token ? token.name : "";
  return name === "before" || name === "after" || name === "marker" ? name : undefined;
}

/** The most telling part of the last compound. */
function keyOf(tokens: Selector[]): string {
  let key = "*";
  for (const token of tokens.toReversed()) {
    if (COMBINATORS.has(token.type)) break;
    if (
      token.type === SelectorType.Attribute &&
      token.name === "id" &&
      token.action === AttributeAction.Equals
    )
      return `#${token.value}`;
    if (
      token.type === SelectorType.Attribute &&
      token.name === "class" &&
      token.action === AttributeAction.Element
    )
      key = `.${token.value}`;
    else if (token.type === SelectorType.Tag && key === "*") key = token.name;
  }
  return key;
}

function specificityOf(tokens: Selector[]): number {
  let sum = 0;
  for (const token of tokens) {
    if (token.type === SelectorType.Attribute)
      sum += token.name === "id" && token.action === AttributeAction.Equals ? 1_000_000 : 1_000;
    else if (token.type === SelectorType.Tag || isGenerated(token)) sum += 1;
    else if (token.type === SelectorType.Pseudo && token.name !== "where")
      sum += ofPseudo(token.name, token.data);
  }
  return sum;
}

function ofPseudo(name: string, data: Selector[][] | string | null): number {
  if (!["is", "not", "has", "matches"].includes(name)) return 1_000;
  return Array.isArray(data) ? Math.max(0, ...data.map(specificityOf)) : 0;
}

function optionsFor(work: Work): Options<Node, Element> {
  const look = () => {
    work.left -= 1;
    if (work.left < 0) throw new WorkDone();
  };
  return {
    cacheResults: false,
    pseudos: PSEUDOS,
    adapter: {
      isTag: isElement,
      getAttributeValue: (element, name) => {
        look();
        return attribute(element, name);
      },
      getChildren: (node) => ("childNodes" in node ? node.childNodes : []),
      getName: (element) => {
        look();
        return element.tagName;
      },
      getParent: (element) => {
        look();
        return element.parentNode;
      },
      getSiblings: (node) => siblingsOf(node, work),
      getText: () => "",
      hasAttrib: (element, name) => attribute(element, name) !== undefined,
      removeSubsets: (nodes) => nodes,
      equals: (one, other) => {
        look();
        return one === other;
      },
    },
  };
}

function siblingsOf(node: Node, work: Work): Node[] {
  const parent = "parentNode" in node ? node.parentNode : null;
  if (!parent) return [node];
  work.left -= parent.childNodes.length;
  if (work.left < 0) throw new WorkDone();
  return parent.childNodes;
}
