/** One `<link rel="icon">`. */
export interface Icon {
  /** Undefined where nothing is fetched for it (`data:`). */
  url: string | undefined;
  /** Widths that `sizes` names; empty where it is missing or `any`. */
  sizes: number[];
  /** SVG: as good as every size. */
  scalable: boolean;
}

/** Characters of a `sizes` that are read. */
const MAX_LENGTH = 1_000;

/** Reads `sizes="16x16 32x32"`. */
export function iconSizes(text: string): number[] {
  return [...text.slice(0, MAX_LENGTH).matchAll(/(\d{1,5})x\d/gi)].map(([, width]) =>
    Number(width),
  );
}

/**
 * The icons that a page loads, as the reference browser was seen to (Chromium, 2026-11): each whose size is
 * unknown, to look at it; and of those that name theirs the best, if nothing scalable is known to be there.
 */
export function iconsFetched(icons: readonly Icon[]): string[] {
  const unsized = icons.filter(({ sizes }) => sizes.length === 0);
  const sized = icons.filter(({ sizes }) => sizes.length > 0);
  const [best] = sized.toSorted((one, other) => rank(one) - rank(other));
  const wanted = unsized.length === 0 || (!unsized.some(isScalable) && best && rank(best) < 2);
  const chosen = best && wanted ? [...unsized, best] : unsized;
  return chosen.flatMap(({ url }) => url ?? []);
}

function isScalable({ scalable }: Icon): boolean {
  return scalable;
}

/** The lower the better: 32 pixels, then 16, then the least above, then the most below. */
function rank({ sizes, scalable }: Icon): number {
  if (scalable || sizes.includes(32)) return 0;
  if (sizes.includes(16)) return 1;
  return Math.min(...sizes.map((size) => (size > 32 ? size : 100_000 - size)));
}
