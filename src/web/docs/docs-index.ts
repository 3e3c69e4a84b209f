import type { PalettePage } from "../shell/search.ts";
import { splitWords, toTerms } from "../shell/terms.ts";

/** An entry of the docs that can be found by its text. */
export interface DocsEntry extends PalettePage {
  text: string;
}

/**
 * The index of the docs, packed for a small transfer: each word once, and for each entry the
 * numbers of its words. Text is loaded for what is found alone.
 */
export interface PackedDocsIndex {
  /** In the order of the entries that have them first, so that few numbers are needed. */
  words: string;
  /**
   * Group, title, summary, path without a title at its end, keywords, and numbers in base 36. The
   * first number counts the new words, which come next in the list; the others are the differences
   * between the numbers of earlier words.
   */
  entries: [string, string, string, string, string, string][];
}

/** Packs entries. Words that an entry's other members contain are left out. */
export function packDocsIndex(entries: readonly DocsEntry[]): PackedDocsIndex {
  const numbers = new Map<string, number>();
  const packed = entries.map(({ group, title, summary, path, keywords, text }) => {
    const elsewhere = new Set(listTerms(`${title} ${summary} ${keywords}`));
    const terms = new Set(listTerms(text).filter((term) => !elsewhere.has(term)));
    const earlier = [...terms].flatMap((term) => numbers.get(term) ?? []).sort((a, b) => a - b);
    const added = [...terms].filter((term) => !numbers.has(term)).sort();
    for (const term of added) numbers.set(term, numbers.size);
    const steps = earlier.map((number, at) => number - (earlier[at - 1] ?? 0));
    const start = path.endsWith(`:${title}`) ? path.slice(0, -title.length) : path;
    const code = [added.length, ...steps].map((number) => number.toString(36)).join(" ");
    return [group, title, summary, start, keywords, code] satisfies PackedDocsIndex["entries"][0];
  });
  return { words: [...numbers.keys()].join(" "), entries: packed };
}

/** Leaves out numbers, which are many and which few search for. */
function listTerms(text: string): string[] {
  return splitWords(text)
    .filter((word) => !/^\d+$/.test(word))
    .flatMap(toTerms);
}

/** Unpacks an index. The text of an entry is the list of its words. */
export function unpackDocsIndex({ words: joined, entries }: PackedDocsIndex): DocsEntry[] {
  const words = joined.split(" ");
  let next = 0;
  return entries.map(([group, title, summary, path, keywords, code]) => {
    const [count = 0, ...steps] = code.split(" ").map((digits) => Number.parseInt(digits, 36));
    const added = words.slice(next, next + count);
    next += count;
    let number = 0;
    const earlier = steps.map((step) => words[(number += step)] ?? "");
    const whole = path.endsWith(":") ? path + title : path;
    const text = [...added, ...earlier].join(" ");
    return { group, title, summary, path: whole, keywords, text };
  });
}
