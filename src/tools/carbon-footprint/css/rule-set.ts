import { attribute, type Element, elementsOf, type Node } from "../html/dom.ts";
import type { PseudoElement } from "./selector-tokens.ts";
import { type CompiledSelector, compileSelectors } from "./selectors.ts";
import { type Declaration, readInlineStyle, type StyleRule } from "./stylesheet.ts";
import { userAgentDeclarations } from "./user-agent-stylesheet.ts";
import { consume, type OpBudget } from "../worker/op-budget.ts";

/** All that is declared for one box, what wins last. */
export type DeclarationBlock = readonly Declaration[];

/** An element's block, and those of its generated boxes. Elements of which the same is declared have the same. */
export type PseudoBlocks = ReadonlyMap<PseudoElement, DeclarationBlock>;

interface IndexedRule extends CompiledSelector {
  declarations: StyleRule["declarations"];
  layer: number;
  order: number;
}

/** A document, the rules of its style sheets in cascade order, and what addresses in `style` attributes are relative to. */
export interface StyledDocument {
  root: Node;
  rules: readonly StyleRule[];
  base: string;
}

/** What keeping one rule, for an element or a kind of them, counts for in looks. */
const KEEPING = 4;

/**
 * Sorts rules by what an element must have for them to match: few are left to try for each. Throws WorkDone, here
 * and when asked.
 */
export function buildRuleSet(
  { root, rules, base }: StyledDocument,
  work: OpBudget,
): (element: Element) => PseudoBlocks {
  const index = indexByKey(rules, collectKeys(root), work);
  const candidates = new Map<string, IndexedRule[]>();
  const known = new Map<string, PseudoBlocks>();
  return (element) => {
    const keys = keysOf(element);
    // No attribute holds the character NUL.
    const kind = keys.join("\0");
    const possible = candidates.get(kind) ?? candidatesFor(keys, index, work);
    candidates.set(kind, possible);
    consume(possible.length, work);
    const matching = possible.filter((rule) => rule.matches(element));
    consume(matching.length * KEEPING, work);
    const orders = matching.map(({ order, pseudo }) => order + pseudo).join();
    const style = attribute(element, "style") ?? "";
    const hidden = attribute(element, "hidden") !== undefined;
    const all = `${element.tagName} ${orders} ${hidden} ${style}`;
    const blocks = known.get(all) ?? blocksOf(element, matching, readInlineStyle(style, base));
    known.set(all, blocks);
    return blocks;
  };
}

function collectKeys(root: Node): Set<string> {
  const names = new Set<string>();
  for (const element of elementsOf(root)) for (const key of keysOf(element)) names.add(key);
  return names;
}

function keysOf(element: Element): string[] {
  const keys = ["*", element.tagName];
  for (const { name, value } of element.attrs) {
    if (name === "id" && value !== "") keys.push(`#${value}`);
    else if (name === "class")
      for (const word of new Set(value.split(/\s+/))) if (word) keys.push(`.${word}`);
  }
  return keys;
}

type Index = Map<string, IndexedRule[]>;

function indexByKey(
  rules: readonly StyleRule[],
  names: ReadonlySet<string>,
  work: OpBudget,
): Index {
  const index: Index = new Map();
  const layers = new Map<string | undefined, number>();
  for (const { layer } of rules)
    if (layer !== undefined && !layers.has(layer)) layers.set(layer, layers.size);
  layers.set(undefined, Infinity);
  rules.forEach(({ selector: text, declarations, layer: name }, order) => {
    for (const selector of compileSelectors(text, names, work)) {
      const rule = { ...selector, declarations, layer: layers.get(name) ?? 0, order };
      const known = index.get(selector.key);
      if (known) known.push(rule);
      else index.set(selector.key, [rule]);
    }
  });
  return index;
}

/** The rules that may match elements with these keys, in the order of the cascade. */
function candidatesFor(keys: readonly string[], index: Index, work: OpBudget): IndexedRule[] {
  const rules = keys.flatMap((key) => index.get(key) ?? []);
  consume(rules.length * KEEPING, work);
  return rules.sort((one, other) => {
    if (one.layer !== other.layer) return one.layer - other.layer;
    return one.specificity - other.specificity || one.order - other.order;
  });
}

function blocksOf(
  element: Element,
  matching: readonly IndexedRule[],
  inline: DeclarationBlock,
): PseudoBlocks {
  const declared = new Map<PseudoElement, Declaration[]>([
    ["", [...userAgentDeclarations(element)]],
  ]);
  for (const { pseudo, declarations } of matching) {
    const block = declared.get(pseudo);
    if (block) block.push(...declarations());
    else declared.set(pseudo, [...declarations()]);
  }
  declared.get("")?.push(...inline);
  for (const block of declared.values()) {
    block.sort((one, other) => Number(one.important) - Number(other.important));
  }
  return declared;
}
