import { _compileUnsafe, type Options } from "css-select";
import { parse, type Selector, SelectorType } from "css-what";
import { attribute, type Element, isElement, type Node } from "../html/dom.ts";
import {
  isCombinator,
  isGenerated,
  bucketKey,
  type PseudoElement,
  pseudoOf,
  specificityOf,
  mostSelectiveToken,
} from "./selector-tokens.ts";
import { consume, type OpBudget } from "../worker/op-budget.ts";

/** One selector, ready to be asked. */
export interface CompiledSelector {
  /** Whether an element that has the `key` matches. */
  matches(element: Element): boolean;
  pseudo: PseudoElement;
  specificity: number;
  /** What an element must have for a match to be possible: `#id`, `.class`, `tag`, or `*`. */
  key: string;
}

const NEVER = () => false;
const ALWAYS = () => true;
const ANY: Selector = { type: SelectorType.Universal, namespace: null };
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
  work: OpBudget,
): CompiledSelector[] {
  return PLAIN.test(text)
    ? text.split(",").flatMap((one) => (canMatch(one, names) ? compileList(one, work) : []))
    : compileList(text, work);
}

/** Selectors without brackets, strings and escapes: nine of ten, of which a page uses one in twenty. */
const PLAIN = /^[\w\s.#:>+~*,-]*$/;

/** A name, and what says whose it is. */
const NAMES = /([.#:]*)([\w-]+)/g;

/** Whether everything that a plain selector names is on the page. */
function canMatch(selector: string, names: ReadonlySet<string>): boolean {
  NAMES.lastIndex = 0;
  for (let found = NAMES.exec(selector); found !== null; found = NAMES.exec(selector)) {
    const [, mark = "", name = ""] = found;
    if (mark === ":" && name in PSEUDOS) return false;
    if (mark.startsWith(":")) continue;
    if (!names.has(mark === "" ? name.toLowerCase() : mark + name)) return false;
  }
  return true;
}

function compileList(text: string, work: OpBudget): CompiledSelector[] {
  return parseList(text).flatMap((tokens) => compileOne(tokens, work));
}

/** Characters of a selector; what is compiled calls itself as deep as that has parts. */
const MAX_LENGTH = 5_000;
/** Parentheses in parentheses: compiling takes the square of it. */
const MAX_NESTING = 16;

function parseList(text: string): Selector[][] {
  if (text.length > MAX_LENGTH || nestingOf(text) > MAX_NESTING) return [];
  try {
    return parse(text);
  } catch {
    return [];
  }
}

function nestingOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const char of text) {
    if (char === "(") depth += 1;
    else if (char === ")") depth -= 1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

/** What compiling one selector counts for, in looks. */
const COMPILING = 20;

function compileOne(tokens: Selector[], work: OpBudget): CompiledSelector[] {
  consume(COMPILING, work);
  const pseudo = pseudoOf(tokens);
  if (pseudo === undefined) return [];
  const bare = tokens.filter((token) => !isGenerated(token));
  const telling = mostSelectiveToken(bare);
  const rest = bare.filter((token) => token !== telling);
  try {
    const matches = rest.length > 0 ? compile(rest, work) : ALWAYS;
    return [{ matches, pseudo, specificity: specificityOf(tokens), key: bucketKey(telling) }];
  } catch {
    return [];
  }
}

function compile(tokens: Selector[], work: OpBudget): CompiledSelector["matches"] {
  // Of the last compound nothing may be left, or nothing was there: `p ::before` is about any element.
  const open = tokens.slice(-1).some(isCombinator);
  const whole = open ? [...tokens, ANY] : tokens;
  return _compileUnsafe<Node, Element>([whole], optionsFor(work));
}

function optionsFor(work: OpBudget): Options<Node, Element> {
  /** Attributes are looked through one after another, and what is looked for in one by its characters. */
  const look = (element: Element, value = "") =>
    consume(1 + (element.attrs.length >> 3) + (value.length >> 4), work);
  return {
    cacheResults: false,
    pseudos: PSEUDOS,
    adapter: {
      isTag: isElement,
      getAttributeValue: (element, name) => {
        const value = attribute(element, name);
        look(element, value);
        return value;
      },
      getChildren: (node) => {
        const children = "childNodes" in node ? node.childNodes : [];
        consume(children.length, work);
        return children;
      },
      getName: (element) => {
        consume(1, work);
        return element.tagName;
      },
      getParent: (element) => {
        consume(1, work);
        return element.parentNode;
      },
      getSiblings: (node) => siblingsOf(node, work),
      getText: () => "",
      hasAttrib: (element, name) => {
        look(element);
        return attribute(element, name) !== undefined;
      },
      removeSubsets: (nodes) => nodes,
      equals: (one, other) => {
        consume(1, work);
        return one === other;
      },
    },
  };
}

function siblingsOf(node: Node, work: OpBudget): Node[] {
  const parent = "parentNode" in node ? node.parentNode : null;
  if (!parent) return [node];
  consume(parent.childNodes.length, work);
  return parent.childNodes;
}
