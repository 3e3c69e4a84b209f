/** Something that can be searched for. */
export interface Searchable {
  title: string;
  /** Synonyms. */
  keywords: string;
  /** A sentence about it. */
  summary: string;
}

/** A page as the server lists it for the command palette. */
export interface PalettePage extends Searchable {
  group: string;
  /** Path below the base path. */
  path: string;
}

/** Returns how well an entry matches every word of a query; 0: it does not. */
export function score(entry: Searchable, query: string): number {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const total = words.map((word) => scoreWord(entry, word));
  return total.includes(0) ? 0 : total.reduce((sum, points) => sum + points, 1);
}

/**
 * Titles count more than synonyms, and those more than sentences; beginnings of words more than
 * other places.
 */
function scoreWord({ title, keywords, summary }: Searchable, word: string): number {
  const texts = [title, keywords, summary].map((text) => text.toLowerCase());
  const weights = [9, 5, 1];
  return Math.max(
    ...texts.map((text, index) => {
      const at = text.indexOf(word);
      const weight = weights[index] ?? 1;
      if (at === -1) return 0;
      return at === 0 || /[^a-z\d]/.test(text.charAt(at - 1)) ? weight * 2 : weight;
    }),
  );
}
