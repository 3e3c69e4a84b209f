let segmenter: Intl.Segmenter | undefined;

/** Splits a text into graphemes by a fixed locale, so that they do not depend on the machine. */
export function splitGraphemes(text: string): Intl.Segments {
  // Created on first use, because that takes a fiftieth of a start.
  segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  return segmenter.segment(text);
}
