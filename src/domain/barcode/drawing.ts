import type { Box } from "../../lib/graphics/shape.ts";
import type { SymbolMatrix } from "../symbol/matrix.ts";

/** A dark rectangle, measured in modules from the top left of the drawing. */
export type Bar = Box;

/** A line of human-readable text. */
export interface TextLine {
  text: string;
  /** Left end of the baseline, in modules. */
  x: number;
  baseline: number;
  /** Size of an em in modules. */
  size: number;
}

/**
 * A symbol with its quiet zone and text, the input of both image formats. All measures in modules.
 */
export interface Drawing {
  width: number;
  height: number;
  bars: readonly Bar[];
  lines: readonly TextLine[];
  /** A two-dimensional symbol with its top left at `x` and `y`. */
  matrix?: { x: number; y: number; symbol: SymbolMatrix };
}

/** Clockwise rotation in degrees. */
export type Rotation = 0 | 90 | 180 | 270;
