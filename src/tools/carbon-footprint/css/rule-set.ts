import { listElements, getAttribute, type HtmlElement, type HtmlNode } from "../html/dom.ts";
import { consume, type OpBudget } from "../worker/op-budget.ts";
import type { PseudoElement } from "./selector-tokens.ts";
import { type CompiledSelector, compileSelectors } from "./selectors.ts";
import { type Declaration, parseInlineStyle, type StyleRule } from "./stylesheet.ts";
import { getUserAgentDeclarations } from "./user-agent-stylesheet.ts";

/** The declarations of one box in ascending precedence. */
export type DeclarationBlock = readonly Declaration[];

/**
 * The blocks of an element and its pseudo-elements. Elements with equal declarations share one
 * object.
 */
type PseudoBlocks = ReadonlyMap<PseudoElement, DeclarationBlock>;

interface IndexedRule extends CompiledSelector {
  declarations: StyleRule["declarations"];
  layer: number;
  order: number;
}

/** A document and the rules of its style sheets in cascade order. */
export interface StyledDocument {
  root: HtmlNode;
  rules: readonly StyleRule[];
  /** The URL that references in `style` attributes are relative to. */
  base: string;
}

/** The op-budget cost of storing one rule for an element or a kind of elements. */
const STORE_COST = 4;

/**
 * Indexes rules by the key that an element needs to match, so that few are tested for each element.
 * Returns a function that finds the declarations of an element. Both throw BudgetExceeded.
 */
export function buildRuleSet(
  { root, rules, base }: StyledDocument,
  budget: OpBudget,
): (element: HtmlElement) => PseudoBlocks {
  const index = indexByKey(rules, collectKeys(root), budget);
  const candidatesByKeys = new Map<string, IndexedRule[]>();
  const blocksByDeclarations = new Map<string, PseudoBlocks>();
  const findMatching = (element: HtmlElement): IndexedRule[] => {
    const keys = getKeys(element);
    // Attributes cannot contain NUL, so it separates the keys.
    const joinedKeys = keys.join("\0");
    const candidates = candidatesByKeys.get(joinedKeys) ?? findCandidates(keys, index, budget);
    candidatesByKeys.set(joinedKeys, candidates);
    consume(candidates.length, budget);
    return candidates.filter((rule) => rule.matches(element));
  };
  return (element) => {
    const matching = findMatching(element);
    consume(matching.length * STORE_COST, budget);
    const orders = matching.map(({ order, pseudo }) => order + pseudo).join();
    const style = getAttribute(element, "style") ?? "";
    const hidden = getAttribute(element, "hidden") !== undefined;
    const key = `${element.tagName} ${orders} ${hidden} ${style}`;
    const cached = blocksByDeclarations.get(key);
    const blocks = cached ?? createBlocks(element, matching, parseInlineStyle(style, base));
    blocksByDeclarations.set(key, blocks);
    return blocks;
  };
}

function collectKeys(root: HtmlNode): Set<string> {
  const allKeys = new Set<string>();
  for (const element of listElements(root)) for (const key of getKeys(element)) allKeys.add(key);
  return allKeys;
}

function getKeys(element: HtmlElement): string[] {
  const keys = ["*", element.tagName];
  for (const { name, value } of element.attrs) {
    if (name === "id" && value !== "") keys.push(`#${value}`);
    else if (name === "class")
      for (const word of new Set(value.split(/\s+/))) if (word) keys.push(`.${word}`);
  }
  return keys;
}

type RuleIndex = Map<string, IndexedRule[]>;

function indexByKey(
  rules: readonly StyleRule[],
  pageKeys: ReadonlySet<string>,
  budget: OpBudget,
): RuleIndex {
  const index: RuleIndex = new Map();
  const layers = orderLayers(rules);
  rules.forEach(({ selector: text, declarations, layer: name }, order) => {
    for (const selector of compileSelectors(text, pageKeys, budget)) {
      const rule = { ...selector, declarations, layer: layers.get(name) ?? 0, order };
      const bucket = index.get(selector.key);
      if (bucket) bucket.push(rule);
      else index.set(selector.key, [rule]);
    }
  });
  return index;
}

/** Numbers the layers by first use. Rules outside layers override all of them. */
function orderLayers(rules: readonly StyleRule[]): Map<string | undefined, number> {
  const layers = new Map<string | undefined, number>();
  for (const { layer } of rules) {
    if (layer !== undefined && !layers.has(layer)) layers.set(layer, layers.size);
  }
  return layers.set(undefined, Infinity);
}

/** Returns the rules that may match elements with these keys, in cascade order. */
function findCandidates(
  keys: readonly string[],
  index: RuleIndex,
  budget: OpBudget,
): IndexedRule[] {
  const rules = keys.flatMap((key) => index.get(key) ?? []);
  consume(rules.length * STORE_COST, budget);
  return rules.sort((a, b) => {
    if (a.layer !== b.layer) return a.layer - b.layer;
    return a.specificity - b.specificity || a.order - b.order;
  });
}

function createBlocks(
  element: HtmlElement,
  matching: readonly IndexedRule[],
  inline: DeclarationBlock,
): PseudoBlocks {
  const blocks = new Map<PseudoElement, Declaration[]>([
    ["", [...getUserAgentDeclarations(element)]],
  ]);
  for (const { pseudo, declarations } of matching) {
    const block = blocks.get(pseudo);
    if (block) block.push(...declarations());
    else blocks.set(pseudo, [...declarations()]);
  }
  blocks.get("")?.push(...inline);
  for (const block of blocks.values()) {
    block.sort((a, b) => Number(a.important) - Number(b.important));
  }
  return blocks;
}
