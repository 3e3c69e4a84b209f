import MiniSearch, { type SearchResult } from "minisearch";
import type { PalettePage } from "./search.ts";
import { splitWords, toTerms } from "./terms.ts";

/** Something that the palette finds. */
export interface Findable extends Omit<PalettePage, "path"> {
  /** Words that are not shown. */
  text?: string;
}

/** A found entry and the words of it that match. */
export interface Found<T> {
  entry: T;
  terms: string[];
}

/** How much entries of a group count; tools and actions count most. */
const GROUP_WEIGHTS: Readonly<Record<string, number>> = {
  Docs: 1,
  Settings: 0.4,
  Errors: 0.8,
  Reference: 0.5,
  Fields: 0.12,
};
const TOOL_WEIGHT = 1.6;

/** Creates the search of entries: every word counts, by its beginning or with a typo. */
export function createFinder<T extends Findable>(
  entries: readonly T[],
): (query: string) => Found<T>[] {
  const search = new MiniSearch({
    fields: ["title", "keywords", "summary", "text"],
    tokenize: splitWords,
    processTerm: toTerms,
  });
  search.addAll(entries.map((entry, id) => ({ ...entry, id })));
  const options = {
    boost: { title: 5, keywords: 3, summary: 2 },
    prefix: (term: string) => term.length > 1,
    fuzzy: (term: string) => (term.length > 3 ? 0.2 : false),
  };
  const weigh = (id: number, query: string): number => {
    const { group = "", title = "" } = entries[id] ?? {};
    const isTitle = title.toLowerCase() === query;
    return (GROUP_WEIGHTS[group] ?? TOOL_WEIGHT) * (isTitle ? 4 : 1);
  };
  const toFound = ({ id, terms }: SearchResult): Found<T>[] => {
    const entry = entries[Number(id)];
    return entry ? [{ entry, terms }] : [];
  };
  return (query) => {
    const typed = query.trim().toLowerCase();
    const boostDocument = (id: number) => weigh(id, typed);
    return search.search(query, { ...options, boostDocument, combineWith: "AND" }).flatMap(toFound);
  };
}
