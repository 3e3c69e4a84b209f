/** Of a fixed locale, so that segmentation does not depend on the machine. */
export const graphemeSegmenter = new Intl.Segmenter("en", { granularity: "grapheme" });
