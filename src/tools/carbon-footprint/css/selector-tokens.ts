import { AttributeAction, type Selector, SelectorType } from "css-what";

/** The generated boxes that can hold text or images. */
export type PseudoElement = "" | "before" | "after" | "marker";

const COMBINATORS: ReadonlySet<SelectorType> = new Set([
  SelectorType.Descendant,
  SelectorType.Child,
  SelectorType.Adjacent,
  SelectorType.Sibling,
]);

/** Whether a token stands between two compounds. */
export function isCombinator({ type }: Selector): boolean {
  return COMBINATORS.has(type);
}

/** Whether a token names a generated box; `:before` with one colon is the old spelling. */
export function isGenerated(token: Selector): boolean {
  if (token.type === SelectorType.PseudoElement) return true;
  return token.type === SelectorType.Pseudo && /^(before|after)$/.test(token.name);
}

/** The pseudo-element; undefined for one that loads nothing (`::selection`, `::-webkit-…`). */
export function pseudoOf(tokens: Selector[]): PseudoElement | undefined {
  const token = tokens.find(isGenerated);
  if (token === undefined) return "";
  const name = "name" in token ? token.name : "";
  return name === "before" || name === "after" || name === "marker" ? name : undefined;
}

/** The part of the last compound that the fewest elements have, if one will do. */
export function mostSelectiveToken(tokens: Selector[]): Selector | undefined {
  const start = tokens.findLastIndex(isCombinator) + 1;
  const compound = tokens.slice(start);
  return compound.find(isId) ?? compound.find(isClass) ?? compound.find(isTag);
}

/** What an element must have to have a telling token: `#id`, `.class`, `tag`, or `*`. */
export function bucketKey(token: Selector | undefined): string {
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

/** Orders selectors as the three numbers of Selectors 4, section 17, do while each is below a thousand. */
export function specificityOf(tokens: Selector[]): number {
  let sum = 0;
  for (const token of tokens) {
    if (token.type === SelectorType.Attribute) sum += isId(token) ? 1_000_000 : 1_000;
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
