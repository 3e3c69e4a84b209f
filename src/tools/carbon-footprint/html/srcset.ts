import { matchesCondition, matchesMedia, SCREEN, parseQuantity } from "../css/media-query.ts";

const MAX_CANDIDATES = 200;
/** In UTF-16 code units; a longer `sizes` is ignored. */
const MAX_SIZES_LENGTH = 2_000;

interface SrcsetCandidate {
  url: string;
  density: number;
  /** True if the descriptor is a width instead of a density. */
  hasWidth: boolean;
}

/**
 * Returns the candidate of a `srcset` that a browser selects: the least dense one that suffices for
 * the screen, else the densest. `fallback` is the `src`, which counts as 1x if the list has no
 * widths.
 */
export function selectSource(srcset: string, sizes: string, fallback?: string): string | undefined {
  const candidates = parseCandidates(srcset, sizes);
  if (fallback !== undefined && !candidates.some(({ hasWidth }) => hasWidth)) {
    candidates.push({ url: fallback, density: 1, hasWidth: false });
  }
  candidates.sort((a, b) => a.density - b.density);
  const sufficient = candidates.find(({ density }) => density >= SCREEN.density);
  return (sufficient ?? candidates.at(-1))?.url;
}

/** Parses candidates as HTML does (4.8.4.3.10), in time linear to the length of the list. */
function parseCandidates(srcset: string, sizes: string): SrcsetCandidate[] {
  const width = parseSizes(sizes);
  const candidates: SrcsetCandidate[] = [];
  const word = /[^\s,]\S*/g;
  for (let count = 0; count < MAX_CANDIDATES; count += 1) {
    const run = word.exec(srcset)?.[0];
    if (run === undefined) break;
    const url = trimTrailingCommas(run);
    const end = url === run ? srcset.indexOf(",", word.lastIndex) : word.lastIndex;
    const descriptor = srcset.slice(word.lastIndex, end < 0 ? undefined : end).trim();
    const [, number = "1", unit = "x"] = /^([\d.]+)([wx])(?:\s|$)/.exec(descriptor) ?? [];
    const hasWidth = unit === "w";
    const density = hasWidth ? Number(number) / width : Number(number);
    candidates.push({ url, hasWidth, density });
    word.lastIndex = end < 0 ? srcset.length : end;
  }
  return candidates;
}

function trimTrailingCommas(run: string): string {
  let end = run.length;
  while (run[end - 1] === ",") end -= 1;
  return run.slice(0, end);
}

/** Returns the width of the image on the screen in pixels. Default: the width of the screen. */
function parseSizes(sizes: string): number {
  for (const entry of sizes.length > MAX_SIZES_LENGTH ? [] : splitAtCommas(sizes)) {
    const [, condition, length = ""] = /^(?:((?:not\s+)?\(.*\))\s+)?(.+)$/s.exec(entry) ?? [];
    if (condition !== undefined && !isConditionMet(condition)) continue;
    const pixels = parseLength(length);
    if (pixels !== undefined && pixels > 0) return pixels;
  }
  return SCREEN.width;
}

/** Splits at the commas that are not in parentheses. */
function splitAtCommas(sizes: string): string[] {
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

function isConditionMet(condition: string): boolean {
  return matchesMedia(condition) || matchesCondition(condition);
}

function parseLength(text: string): number | undefined {
  const plain = parseQuantity(text);
  if (plain !== undefined) return plain;
  // Real pages use sums and differences only: calc(100vw - 2rem).
  const sum = /^calc\((.*)\)$/s
    .exec(text)?.[1]
    ?.replace(/\s+/g, " ")
    .split(/ ([+-]) /);
  if (sum === undefined) return undefined;
  const terms = sum.map((term, index) => (index % 2 === 0 ? parseQuantity(term) : 0));
  if (terms.includes(undefined)) return undefined;
  return terms.reduce<number>(
    (total, term, index) => (sum[index - 1] === "-" ? total - (term ?? 0) : total + (term ?? 0)),
    0,
  );
}
