import { AttributeAction, type Selector, SelectorType } from "css-what";

/** The pseudo-elements that can contain text or images; empty for the element itself. */
export type PseudoElement = "" | "before" | "after" | "marker";

const COMBINATORS: ReadonlySet<SelectorType> = new Set([
  SelectorType.Descendant,
  SelectorType.Child,
  SelectorType.Adjacent,
  SelectorType.Sibling,
]);

/** Returns true when a token combines two compound selectors. */
export function isCombinator({ type }: Selector): boolean {
  return COMBINATORS.has(type);
}

/** Returns true when a token is a pseudo-element. `:before` with one colon is the legacy syntax. */
export function isPseudoElement(token: Selector): boolean {
  if (token.type === SelectorType.PseudoElement) return true;
  return token.type === SelectorType.Pseudo && /^(before|after)$/.test(token.name);
}

/**
 * Returns the pseudo-element of a selector, or undefined for one that loads nothing (`::selection`,
 * `::-webkit-…`).
 */
export function getPseudoElement(tokens: Selector[]): PseudoElement | undefined {
  const token = tokens.find(isPseudoElement);
  if (token === undefined) return "";
  const name = "name" in token ? token.name : "";
  return name === "before" || name === "after" || name === "marker" ? name : undefined;
}

/**
 * Returns the token of the last compound selector that the fewest elements match, if it can be
 * indexed.
 */
export function findMostSelectiveToken(tokens: Selector[]): Selector | undefined {
  const start = tokens.findLastIndex(isCombinator) + 1;
  const compound = tokens.slice(start);
  return compound.find(isId) ?? compound.find(isClass) ?? compound.find(isTag);
}

/**
 * Returns the bucket of the elements that match a token: `#id`, `.class`, `tag`, or `*` for all.
 */
export function getBucketKey(token: Selector | undefined): string {
  if (token?.type === SelectorType.Tag) return token.name.toLowerCase();
  if (token?.type !== SelectorType.Attribute) return "*";
  return (token.name === "id" ? "#" : ".") + token.value;
}

function isId(token: Selector): boolean {
  return (
    token.type === SelectorType.Attribute &&
    token.name === "id" &&
    token.action === AttributeAction.Equals
  );
}

function isClass(token: Selector): boolean {
  return (
    token.type === SelectorType.Attribute &&
    token.name === "class" &&
    token.action === AttributeAction.Element
  );
}

function isTag(token: Selector): boolean {
  return token.type === SelectorType.Tag && token.namespace === null;
}

/**
 * Returns the specificity (Selectors 4, section 17) as one number. Each of its three counts must be
 * below 1000.
 */
export function computeSpecificity(tokens: Selector[]): number {
  let sum = 0;
  for (const token of tokens) {
    if (token.type === SelectorType.Attribute) sum += isId(token) ? 1_000_000 : 1_000;
    else if (token.type === SelectorType.Tag || isPseudoElement(token)) sum += 1;
    else if (token.type === SelectorType.Pseudo && token.name !== "where")
      sum += computePseudoClassSpecificity(token.name, token.data);
  }
  return sum;
}

function computePseudoClassSpecificity(name: string, data: Selector[][] | string | null): number {
  if (!["is", "not", "has", "matches"].includes(name)) return 1_000;
  return Array.isArray(data) ? Math.max(0, ...data.map(computeSpecificity)) : 0;
}
