import type { TextStyle } from "../../pdf/document.ts";

/** Colors of text and lines on white paper. Text has a contrast of at least 4.5 to 1. */
export const COLORS = {
  text: 0x1f_23_28,
  muted: 0x59_63_6e,
  faint: 0x6e_77_81,
  line: 0xd1_d9_e0,
  strongLine: 0x1f_23_28,
  link: 0x0b_57_d0,
  code: 0xf6_f8_fa,
  inlineCode: 0xee_f1_f4,
} as const;

/** Style of a heading. Lengths are in ems of the document's text. */
interface HeadingDesign {
  size: number;
  before: number;
  after: number;
  style: Partial<TextStyle>;
}

/** Styles of headings by level, from 1. */
const HEADINGS: Record<number, HeadingDesign> = {
  1: {
    size: 2.1,
    before: 1.8,
    after: 0.7,
    style: { weight: 700, lineHeight: 1.2, letterSpacing: -0.022 },
  },
  2: {
    size: 1.5,
    before: 1.9,
    after: 0.6,
    style: { weight: 700, lineHeight: 1.25, letterSpacing: -0.015 },
  },
  3: {
    size: 1.2,
    before: 1.6,
    after: 0.45,
    style: { weight: 600, lineHeight: 1.3, letterSpacing: -0.01 },
  },
  4: { size: 1.05, before: 1.4, after: 0.35, style: { weight: 600, lineHeight: 1.4 } },
  5: { size: 1, before: 1.3, after: 0.3, style: { weight: 600, lineHeight: 1.4 } },
  6: {
    size: 0.95,
    before: 1.3,
    after: 0.3,
    style: { weight: 600, lineHeight: 1.4, color: COLORS.muted },
  },
};

/** Sizes and distances of a document, in points. */
export interface Design {
  /** Font size of the text. */
  em: number;
  text: Partial<TextStyle>;
  code: Partial<TextStyle>;
  inlineCode: Partial<TextStyle>;
  /** Distance between paragraphs. */
  gap: number;
  heading(level: number): { style: Partial<TextStyle>; before: number; after: number };
}

/** Returns the design at a text size in points. */
export function createDesign(em: number): Design {
  return {
    em,
    text: { size: em, lineHeight: 1.55, color: COLORS.text },
    code: { font: "mono", size: em * 0.86, lineHeight: 1.5, color: COLORS.text },
    inlineCode: { font: "mono", size: em * 0.88, background: COLORS.inlineCode },
    gap: em * 0.85,
    heading(level) {
      const { size, before, after, style } = HEADINGS[level] ?? {
        size: 1,
        before: 1,
        after: 0.3,
        style: {},
      };
      const points = em * size;
      const letterSpacing = (style.letterSpacing ?? 0) * points;
      return {
        style: { ...style, size: points, letterSpacing },
        before: em * before,
        after: em * after,
      };
    },
  };
}
