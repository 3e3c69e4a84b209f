import { compile, type Options } from "css-select";
import { parse, type Selector, SelectorType } from "css-what";
import { getAttribute, type HtmlElement, type HtmlNode, isElement } from "../html/dom.ts";
import { consume, type OpBudget } from "../worker/op-budget.ts";
import {
  getBucketKey,
  computeSpecificity,
  getPseudoElement,
  isCombinator,
  isPseudoElement,
  findMostSelectiveToken,
  type PseudoElement,
} from "./selector-tokens.ts";

export interface CompiledSelector {
  /** Returns true when an element matches. Call it for elements of the bucket `key` only. */
  matches(element: HtmlElement): boolean;
  pseudo: PseudoElement;
  specificity: number;
  /** The bucket of the elements that can match: `#id`, `.class`, `tag`, or `*` for all. */
  key: string;
}

const NEVER = () => false;
const ALWAYS = () => true;
const ANY: Selector = { type: SelectorType.Universal, namespace: null };
/** Pseudo-classes that match nothing before a user interacts with the page. */
const STATES =
  "hover active focus focus-visible focus-within visited target fullscreen invalid user-invalid -webkit-autofill autofill popover-open modal playing seeking host defined-not";

const INTERACTIVE_PSEUDOS = Object.fromEntries(STATES.split(" ").map((name) => [name, NEVER]));

/**
 * Compiles the members of a selector list that can match on a page. `pageKeys` are the buckets of
 * its elements. Members that cannot be parsed are left out. Throws BudgetExceeded.
 */
export function compileSelectors(
  text: string,
  pageKeys: ReadonlySet<string>,
  budget: OpBudget,
): CompiledSelector[] {
  if (!PLAIN.test(text)) return compileList(text, budget);
  return text
    .split(",")
    .flatMap((selector) => (canMatch(selector, pageKeys) ? compileList(selector, budget) : []));
}

/**
 * Matches selectors without brackets, strings and escapes: nine of ten, of which one in twenty
 * matches on its page.
 */
const PLAIN = /^[\w\s.#:>+~*,-]*$/;

/** Matches a tag, class, id or pseudo-class with its prefix. */
const NAMES = /([.#:]*)([\w-]+)/g;

/** Returns true when every tag, class and id of a plain selector is on the page. */
function canMatch(selector: string, pageKeys: ReadonlySet<string>): boolean {
  NAMES.lastIndex = 0;
  for (let match = NAMES.exec(selector); match !== null; match = NAMES.exec(selector)) {
    const [, prefix = "", name = ""] = match;
    if (prefix === ":" && name in INTERACTIVE_PSEUDOS) return false;
    if (prefix.startsWith(":")) continue;
    if (!pageKeys.has(prefix === "" ? name.toLowerCase() : prefix + name)) return false;
  }
  return true;
}

function compileList(text: string, budget: OpBudget): CompiledSelector[] {
  return parseList(text).flatMap((tokens) => compileSelector(tokens, budget));
}

/**
 * In UTF-16 code units. Bounds the recursion of compiled selectors, which has a level for each of
 * their parts.
 */
const MAX_LENGTH = 5_000;
/** Maximum nested parentheses, because compiling takes quadratic time in them. */
const MAX_NESTING = 16;

function parseList(text: string): Selector[][] {
  if (text.length > MAX_LENGTH || measureNesting(text) > MAX_NESTING) return [];
  try {
    return parse(text);
  } catch {
    return [];
  }
}

function measureNesting(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const char of text) {
    if (char === "(") depth += 1;
    else if (char === ")") depth -= 1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

/** The op-budget cost of compiling one selector. */
const COMPILE_COST = 20;

/** Returns nothing for a selector that cannot match or cannot be compiled. */
function compileSelector(tokens: Selector[], budget: OpBudget): CompiledSelector[] {
  consume(COMPILE_COST, budget);
  const pseudo = getPseudoElement(tokens);
  if (pseudo === undefined) return [];
  const bare = tokens.filter((token) => !isPseudoElement(token));
  const bucketToken = findMostSelectiveToken(bare);
  const otherTokens = bare.filter((token) => token !== bucketToken);
  try {
    const matches = otherTokens.length > 0 ? compileTokens(otherTokens, budget) : ALWAYS;
    const specificity = computeSpecificity(tokens);
    return [{ matches, pseudo, specificity, key: getBucketKey(bucketToken) }];
  } catch {
    return [];
  }
}

function compileTokens(tokens: Selector[], budget: OpBudget): CompiledSelector["matches"] {
  // The last compound is empty without the bucket token, or was from the start: `p ::before`
  // matches any element.
  const endsInCombinator = tokens.slice(-1).some(isCombinator);
  const complete = endsInCombinator ? [...tokens, ANY] : tokens;
  return compile<HtmlNode, HtmlElement>([complete], createOptions(budget));
}

/** Creates options whose adapter counts every operation. */
function createOptions(budget: OpBudget): Options<HtmlNode, HtmlElement> {
  // The search visits one attribute after another, and compares a value character by character.
  const consumeLookup = (element: HtmlElement, value = "") =>
    consume(1 + (element.attrs.length >> 3) + (value.length >> 4), budget);
  return {
    cacheResults: false,
    pseudos: INTERACTIVE_PSEUDOS,
    adapter: {
      isTag: isElement,
      getAttributeValue: (element, name) => {
        const value = getAttribute(element, name);
        consumeLookup(element, value);
        return value;
      },
      getChildren: (node) => {
        const children = "childNodes" in node ? node.childNodes : [];
        consume(children.length, budget);
        return children;
      },
      getName: (element) => {
        consume(1, budget);
        return element.tagName;
      },
      getParent: (element) => {
        consume(1, budget);
        return element.parentNode;
      },
      getSiblings: (node) => getSiblings(node, budget),
      getText: () => "",
      hasAttrib: (element, name) => {
        consumeLookup(element);
        return getAttribute(element, name) !== undefined;
      },
      removeSubsets: (nodes) => nodes,
      equals: (a, b) => {
        consume(1, budget);
        return a === b;
      },
    },
  };
}

function getSiblings(node: HtmlNode, budget: OpBudget): HtmlNode[] {
  const parent = "parentNode" in node ? node.parentNode : null;
  if (!parent) return [node];
  consume(parent.childNodes.length, budget);
  return parent.childNodes;
}
