import { conditionMatches, mediaMatches, SCREEN, toNumber } from "./media-query.ts";

const MOST_CANDIDATES = 200;

/**
 * The candidate of a `srcset` that a browser takes: the least dense one that is dense enough for the screen,
 * else the densest. `fallback` is the `src`, which counts as 1x where the list has no widths.
 */
export function chooseSource(srcset: string, sizes: string, fallback?: string): string | undefined {
  const candidates = candidatesOf(srcset, sizes);
  if (fallback !== undefined && !/\s\d+w\s*(,|$)/.test(srcset))
    candidates.push({ url: fallback, density: 1 });
  candidates.sort((one, other) => one.density - other.density);
  const enough = candidates.find(({ density }) => density >= SCREEN.density);
  return (enough ?? candidates.at(-1))?.url;
}

function candidatesOf(srcset: string, sizes: string): { url: string; density: number }[] {
  const width = sizeInPixels(sizes);
  return [...srcset.matchAll(/([^\s,]\S*[^\s,]|[^\s,])(?:\s+([\d.]+)([wx]))?\s*(?:,|$)/g)]
    .slice(0, MOST_CANDIDATES)
    .map(([, url = "", number = "1", unit = "x"]) => ({
      url,
      density: unit === "w" ? Number(number) / width : Number(number),
    }));
}

/** The width that `sizes` gives on the screen; without one, the screen's own. */
function sizeInPixels(sizes: string): number {
  for (const entry of sizes.split(/,(?![^(]*\))/)) {
    const [, condition, length = ""] =
      /^\s*(?:((?:not\s+)?\(.*\))\s+)?(.+?)\s*$/s.exec(entry) ?? [];
    if (condition !== undefined && !applies(condition)) continue;
    const pixels = lengthInPixels(length);
    if (pixels !== undefined && pixels > 0) return pixels;
  }
  return SCREEN.width;
}

function applies(condition: string): boolean {
  return mediaMatches(condition) || conditionMatches(condition);
}

function lengthInPixels(text: string): number | undefined {
  const plain = toNumber(text);
  if (plain !== undefined) return plain;
  // Sums and differences are what real pages write: calc(100vw - 2rem).
  const sum = /^calc\((.*)\)$/s.exec(text)?.[1]?.split(/\s+([+-])\s+/);
  if (sum === undefined) return undefined;
  const terms = sum.map((term, index) => (index % 2 === 0 ? toNumber(term) : 0));
  if (terms.includes(undefined)) return undefined;
  return terms.reduce<number>(
    (total, term, index) => (sum[index - 1] === "-" ? total - (term ?? 0) : total + (term ?? 0)),
    0,
  );
}
