import type { ComparedRow, Excerpt } from "./comparison.ts";

/** Maximum characters of a value that are shown, and those of them before its first difference. */
const MAX_CHARACTERS = 800;
const MAX_LEAD = 120;

/** Creates the row of a value that both requests have, or only one of them. */
export function createRow(
  name: string,
  before: string | undefined,
  after: string | undefined,
): ComparedRow {
  if (before === undefined && after === undefined) return { kind: "equal", name };
  if (before === undefined) return { kind: "added", name, after: cut(after ?? "") };
  if (after === undefined) return { kind: "removed", name, before: cut(before) };
  if (before === after) return { kind: "equal", name, before: cut(before) };
  const start = countEqualStart(before, after);
  const end = countEqualEnd(before, after, start);
  return {
    kind: "changed",
    name,
    before: cut(before, start, before.length - end),
    after: cut(after, start, after.length - end),
  };
}

/** Cuts a text around its differing part. */
function cut(text: string, from = 0, to = from): Excerpt {
  if (text.length <= MAX_CHARACTERS) return { text, from, to };
  const start = Math.max(0, from - MAX_LEAD);
  const end = start + MAX_CHARACTERS;
  const lead = start > 0 ? "…" : "";
  const offset = start - lead.length;
  return {
    text: `${lead}${text.slice(start, end)}${end < text.length ? "…" : ""}`,
    from: from - offset,
    to: Math.min(to, end) - offset,
  };
}

/** Counts the code units at the start that are equal, up to the last end of a word. */
function countEqualStart(before: string, after: string): number {
  const max = Math.min(before.length, after.length);
  let count = 0;
  while (count < max && before[count] === after[count]) count++;
  while ([before, after].some((text) => isInWord(text, count))) count--;
  return count;
}

/** Counts those at the end, from the first beginning of a word. */
function countEqualEnd(before: string, after: string, start: number): number {
  const max = Math.min(before.length, after.length) - start;
  let count = 0;
  while (count < max && before.at(-1 - count) === after.at(-1 - count)) count++;
  while ([before, after].some((text) => isInWord(text, text.length - count))) count--;
  return count;
}

/** Matches two characters of one word, or a single character that has two code units. */
const IN_WORD = /^[\p{L}\p{N}\p{M}_]{2}$|^.$/su;

function isInWord(text: string, index: number): boolean {
  return index > 0 && index < text.length && IN_WORD.test(text.slice(index - 1, index + 1));
}

/** Compares named values, of which each name may occur more than once. */
export function compareNamed(
  before: readonly (readonly [name: string, value: string])[],
  after: readonly (readonly [name: string, value: string])[],
): ComparedRow[] {
  const byName = new Map<string, { name: string; before: string[]; after: string[] }>();
  const collect = (side: "before" | "after") => {
    return ([name, value]: readonly [string, string]) => {
      const entry = byName.get(name.toLowerCase()) ?? { name, before: [], after: [] };
      entry[side].push(value);
      byName.set(name.toLowerCase(), entry);
    };
  };
  before.forEach(collect("before"));
  after.forEach(collect("after"));
  return [...byName.values()].flatMap((entry) =>
    Array.from({ length: Math.max(entry.before.length, entry.after.length) }, (_, index) =>
      createRow(entry.name, entry.before[index], entry.after[index]),
    ),
  );
}
