/** One `<link rel="icon">`. */
export interface Icon {
  /** Undefined for a URL that is not fetched (`data:`). */
  url: string | undefined;
  /** The widths in `sizes`; empty if it is missing or `any`. */
  sizes: number[];
  /** True for an SVG, which counts as every size. */
  scalable: boolean;
}

/** In UTF-16 code units. */
const MAX_SIZES_LENGTH = 1_000;

/** Parses the widths of `sizes="16x16 32x32"`. */
export function parseIconSizes(text: string): number[] {
  const sizes = text.slice(0, MAX_SIZES_LENGTH).matchAll(/(\d{1,5})x\d/gi);
  return [...sizes].map(([, width]) => Number(width));
}

/**
 * Returns the URLs of the icons that Chromium (tested 2026-11) loads. It loads every icon without a
 * size to inspect it, and the best of those with a size unless one of the others is scalable.
 */
export function selectIcons(icons: readonly Icon[]): string[] {
  const unsized = icons.filter(({ sizes }) => sizes.length === 0);
  const sized = icons.filter(({ sizes }) => sizes.length > 0);
  const [best] = sized.toSorted((a, b) => rankIcon(a) - rankIcon(b));
  const hasScalable = unsized.some(({ scalable }) => scalable);
  const usesBest = unsized.length === 0 || (!hasScalable && best && rankIcon(best) < 2);
  const selected = best && usesBest ? [...unsized, best] : unsized;
  return selected.flatMap(({ url }) => url ?? []);
}

/**
 * Returns the rank of an icon, lower for better: 32 pixels, then 16, then the smallest above 32,
 * then the largest below.
 */
function rankIcon({ sizes, scalable }: Icon): number {
  if (scalable || sizes.includes(32)) return 0;
  if (sizes.includes(16)) return 1;
  return Math.min(...sizes.map((size) => (size > 32 ? size : 100_000 - size)));
}
