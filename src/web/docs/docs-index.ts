import type { PalettePage } from "../shell/search.ts";
import { splitWords, toTerms } from "../shell/terms.ts";

/** An entry of the docs that can be found by its text. */
export interface DocsEntry extends PalettePage {
  text: string;
}

/**
 * The index of the docs, packed for a small transfer: each word once, and for each entry its
 * numbers. Text is loaded for what is found alone.
 */
export interface PackedDocsIndex {
  /** Sorted, each as the number of letters that it shares with the one before, and the others. */
  words: string[];
  /**
   * Group, title, summary, path without a title at its end, keywords, and the differences of the
   * numbers in base 36.
   */
  entries: [string, string, string, string, string, string][];
}

/** Packs entries. Words that an entry's other members contain are left out. */
export function packDocsIndex(entries: readonly DocsEntry[]): PackedDocsIndex {
  const terms = entries.map(({ title, summary, keywords, text }) => {
    const elsewhere = new Set(listTerms(`${title} ${summary} ${keywords}`));
    return [...new Set(listTerms(text))].filter((term) => !elsewhere.has(term));
  });
  const words = [...new Set(terms.flat())].sort();
  const numbers = new Map(words.map((word, index) => [word, index]));
  return {
    words: words.map((word, index) => shorten(word, words[index - 1] ?? "")),
    entries: entries.map(({ group, title, summary, path, keywords }, index) => {
      const sorted = (terms[index] ?? [])
        .map((word) => numbers.get(word) ?? 0)
        .sort((a, b) => a - b);
      const steps = sorted.map((number, at) => (number - (sorted[at - 1] ?? 0)).toString(36));
      const start = path.endsWith(`:${title}`) ? path.slice(0, -title.length) : path;
      return [group, title, summary, start, keywords, steps.join(" ")];
    }),
  };
}

/** Leaves out numbers, which are many and which few search for. */
function listTerms(text: string): string[] {
  return splitWords(text)
    .filter((word) => !/^\d+$/.test(word))
    .flatMap(toTerms);
}

/** The number of shared letters is one digit. */
const MAX_SHARED = 9;

function shorten(word: string, before: string): string {
  let shared = 0;
  while (shared < MAX_SHARED && shared < word.length && word[shared] === before[shared])
    shared += 1;
  return shared + word.slice(shared);
}

function lengthen(words: readonly string[]): string[] {
  let before = "";
  return words.map((word) => (before = before.slice(0, Number(word[0])) + word.slice(1)));
}

/** Unpacks an index. The text of an entry is the list of its words. */
export function unpackDocsIndex({ words: shortened, entries }: PackedDocsIndex): DocsEntry[] {
  const words = lengthen(shortened);
  return entries.map(([group, title, summary, path, keywords, steps]) => {
    let number = 0;
    const text = steps
      .split(" ")
      .filter(Boolean)
      .map((step) => words[(number += Number.parseInt(step, 36))] ?? "");
    const whole = path.endsWith(":") ? path + title : path;
    return { group, title, summary, path: whole, keywords, text: text.join(" ") };
  });
}
