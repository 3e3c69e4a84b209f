import type { ColoredLine } from "./markdown/code.ts";
import type { CodeBlock } from "./markdown/parse.ts";

/** Colors code for white paper. */
export interface Highlighter {
  /**
   * Returns the lines of each block, or undefined where its language is unknown. Resolves with an empty list when it takes
   * too long: the code is then printed in one color.
   */
  highlight(blocks: readonly CodeBlock[]): Promise<(ColoredLine[] | undefined)[]>;
}
