import { conditionMatches, mediaMatches, SCREEN, toNumber } from "../css/media-query.ts";

const MAX_CANDIDATES = 200;
/** Characters of a `sizes` that is believed. */
const MAX_SIZES_LENGTH = 2_000;

interface Candidate {
  url: string;
  density: number;
  /** Whether its width is given, not its density. */
  wide: boolean;
}

/**
 * The candidate of a `srcset` that a browser takes: the least dense one that is dense enough for the screen,
 * else the densest. `fallback` is the `src`, which counts as 1x where the list has no widths.
 */
export function chooseSource(srcset: string, sizes: string, fallback?: string): string | undefined {
  const candidates = candidatesOf(srcset, sizes);
  if (fallback !== undefined && !candidates.some(({ wide }) => wide))
    candidates.push({ url: fallback, density: 1, wide: false });
  candidates.sort((one, other) => one.density - other.density);
  const enough = candidates.find(({ density }) => density >= SCREEN.density);
  return (enough ?? candidates.at(-1))?.url;
}

/** The candidates as HTML cuts them (4.8.4.3.10), in time that grows with the list's length. */
function candidatesOf(srcset: string, sizes: string): Candidate[] {
  const width = sizeInPixels(sizes);
  const candidates: Candidate[] = [];
  const word = /[^\s,]\S*/g;
  for (let count = 0; count < MAX_CANDIDATES; count += 1) {
    const run = word.exec(srcset)?.[0];
    if (run === undefined) break;
    const url = withoutCommas(run);
    const end = url === run ? srcset.indexOf(",", word.lastIndex) : word.lastIndex;
    const descriptor = srcset.slice(word.lastIndex, end < 0 ? undefined : end).trim();
    const [, number = "1", unit = "x"] = /^([\d.]+)([wx])(?:\s|$)/.exec(descriptor) ?? [];
    const wide = unit === "w";
    candidates.push({ url, wide, density: wide ? Number(number) / width : Number(number) });
    word.lastIndex = end < 0 ? srcset.length : end;
  }
  return candidates;
}

function withoutCommas(run: string): string {
  let end = run.length;
  while (run[end - 1] === ",") end -= 1;
  return run.slice(0, end);
}

/** The width that `sizes` gives on the screen; without one, the screen's own. */
function sizeInPixels(sizes: string): number {
  for (const entry of sizes.length > MAX_SIZES_LENGTH ? [] : entriesOf(sizes)) {
    const [, condition, length = ""] = /^(?:((?:not\s+)?\(.*\))\s+)?(.+)$/s.exec(entry) ?? [];
    if (condition !== undefined && !applies(condition)) continue;
    const pixels = lengthInPixels(length);
    if (pixels !== undefined && pixels > 0) return pixels;
  }
  return SCREEN.width;
}

/** What stands between the commas outside parentheses. */
function entriesOf(sizes: string): string[] {
  const entries: string[] = [];
  let depth = 0;
  let start = 0;
  for (const { 0: char, index } of sizes.matchAll(/[(),]/g)) {
    if (char === "(") depth += 1;
    else if (char === ")") depth -= 1;
    else if (depth === 0) {
      entries.push(sizes.slice(start, index).trim());
      start = index + 1;
    }
  }
  return [...entries, sizes.slice(start).trim()];
}

function applies(condition: string): boolean {
  return mediaMatches(condition) || conditionMatches(condition);
}

function lengthInPixels(text: string): number | undefined {
  const plain = toNumber(text);
  if (plain !== undefined) return plain;
  // Sums and differences are what real pages write: calc(100vw - 2rem).
  const sum = /^calc\((.*)\)$/s
    .exec(text)?.[1]
    ?.replace(/\s+/g, " ")
    .split(/ ([+-]) /);
  if (sum === undefined) return undefined;
  const terms = sum.map((term, index) => (index % 2 === 0 ? toNumber(term) : 0));
  if (terms.includes(undefined)) return undefined;
  return terms.reduce<number>(
    (total, term, index) => (sum[index - 1] === "-" ? total - (term ?? 0) : total + (term ?? 0)),
    0,
  );
}
