import { attribute, type Element, elementsOf, type Node } from "./dom.ts";
import {
  type CompiledSelector,
  compileSelectors,
  type PseudoElement,
  type Work,
  WorkDone,
} from "./selectors.ts";
import { type Declaration, readInlineStyle, type StyleRule } from "./stylesheet.ts";

interface IndexedRule {
  selector: CompiledSelector;
  declarations: StyleRule["declarations"];
  /** Sorts rules of equal importance: layer, specificity, order, most significant first. */
  rank: [layer: number, specificity: number, order: number];
}

/** What applying one declaration counts for, in looks: its value is kept as long as the element. */
const APPLYING = 8;

/** An element's declarations for itself and each of its generated boxes, those that win last. */
export type Styles = (element: Element) => Map<PseudoElement, Declaration[]>;

/**
 * Sorts rules by what an element must have for them to match: few are left to try for each. Addresses in
 * `style` attributes are relative to `base`. Throws WorkDone, here and when asked.
 */
export function indexRules(
  root: Node,
  rules: readonly StyleRule[],
  base: string,
  work: Work,
): Styles {
  const keys = new Map([...elementsOf(root)].map((element) => [element, keysOf(element)]));
  const index = sorted(rules, new Set([...keys.values()].flat()), work);
  return (element) => {
    const styles = new Map<PseudoElement, Declaration[]>();
    for (const [pseudo, list] of matching(element, keys.get(element) ?? [], index, work)) {
      const declarations = inOrder(list);
      work.left -= declarations.length * APPLYING;
      if (work.left < 0) throw new WorkDone();
      styles.set(pseudo, declarations);
    }
    const inline = attribute(element, "style");
    if (inline) styles.set("", [...(styles.get("") ?? []), ...readInlineStyle(inline, base)]);
    return styles;
  };
}

function keysOf(element: Element): string[] {
  const id = attribute(element, "id");
  const classes = attribute(element, "class");
  const keys = ["*", element.tagName];
  if (id) keys.push(`#${id}`);
  if (classes) for (const name of new Set(classes.split(/\s+/))) if (name) keys.push(`.${name}`);
  return keys;
}

type Index = Map<string, IndexedRule[]>;

function sorted(rules: readonly StyleRule[], names: ReadonlySet<string>, work: Work): Index {
  const index: Index = new Map();
  const layers = new Map<string | undefined, number>();
  for (const { layer } of rules)
    if (layer !== undefined && !layers.has(layer)) layers.set(layer, layers.size);
  layers.set(undefined, Infinity);
  rules.forEach(({ selector: text, declarations, layer }, order) => {
    for (const selector of compileSelectors(text, names, work)) {
      const rank: IndexedRule["rank"] = [layers.get(layer) ?? 0, selector.specificity, order];
      const known = index.get(selector.key);
      if (known) known.push({ selector, declarations, rank });
      else index.set(selector.key, [{ selector, declarations, rank }]);
    }
  });
  return index;
}

function matching(
  element: Element,
  keys: readonly string[],
  index: Index,
  work: Work,
): Map<PseudoElement, IndexedRule[]> {
  const matched = new Map<PseudoElement, IndexedRule[]>();
  for (const key of keys) {
    for (const rule of index.get(key) ?? []) {
      work.left -= 1;
      if (!rule.selector.matches(element)) continue;
      const list = matched.get(rule.selector.pseudo);
      if (list) list.push(rule);
      else matched.set(rule.selector.pseudo, [rule]);
    }
  }
  return matched;
}

function inOrder(rules: IndexedRule[]): Declaration[] {
  rules.sort((one, other) => {
    const [a, b] = [one.rank, other.rank];
    return a[0] === b[0] ? a[1] - b[1] || a[2] - b[2] : a[0] - b[0];
  });
  return rules.flatMap(({ declarations }) => declarations());
}
