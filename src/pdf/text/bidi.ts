import bidiModule, { type Bidi } from "bidi-js";

// The package's types describe its ES module; Node loads the CommonJS one, whose export is the
// factory itself.
const bidi = (bidiModule as unknown as () => Bidi)();

/** Letters written from right to left, and the controls that change direction. */
const HAS_DIRECTION =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u200f\u202a-\u202e\u2066-\u2069\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Base direction of a paragraph; `auto` takes that of its first letter. */
export type BaseDirection = "auto" | "ltr" | "rtl";

/** The embedding level of each UTF-16 unit (UAX 9), odd for right to left. Undefined: all are 0. */
export interface Levels {
  base: number;
  levels?: Uint8Array;
}

export function resolveLevels(text: string, direction: BaseDirection): Levels {
  if (direction !== "rtl" && !HAS_DIRECTION.test(text)) return { base: 0 };
  const { levels, paragraphs } = bidi.getEmbeddingLevels(text, direction);
  return { base: paragraphs[0]?.level ?? (direction === "rtl" ? 1 : 0), levels };
}

/**
 * Returns the items of a line in visual order, left to right (UAX 9, L2). The caller resets the
 * levels of spaces at the line's end to the paragraph's.
 */
export function toVisualOrder<T extends { level: number }>(items: readonly T[]): T[] {
  const ordered = [...items];
  const highest = items.reduce((level, item) => Math.max(level, item.level), 0);
  for (let level = highest; level >= 1; level--) {
    for (let start = 0; start < ordered.length; start++) {
      let end = start;
      while ((ordered[end]?.level ?? -1) >= level) end++;
      if (end - start > 1)
        ordered.splice(start, end - start, ...ordered.slice(start, end).toReversed());
      start = Math.max(start, end);
    }
  }
  return ordered;
}
