/** A part of a line of code in one style. */
interface ColoredSpan {
  text: string;
  /** 0xRRGGBB. */
  color: number;
  bold: boolean;
  italic: boolean;
}

/** A line of code as spans from left to right. */
export type ColoredLine = readonly ColoredSpan[];

export interface CodeBlock {
  code: string;
  /** The first word after the fence, or an empty text. */
  language: string;
}

/** Colors code for print on white paper. */
export interface Highlighter {
  /**
   * Returns the lines of each block, or undefined if its language is unknown. Resolves with an
   * empty list when coloring takes too long; the code is then printed in one color.
   */
  highlight(blocks: readonly CodeBlock[]): Promise<(ColoredLine[] | undefined)[]>;
}
