/** A rectangle; `y` downwards. On a page in points, from its top. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A step of a path; coordinates downwards: move, line, cubic curve, rectangle, close. */
export type PathStep =
  | readonly ["M", number, number]
  | readonly ["L", number, number]
  | readonly ["C", number, number, number, number, number, number]
  | readonly ["R", number, number, number, number]
  | readonly ["Z"];

/** A path with its paint. Colors are 0xRRGGBB. An undefined fill or stroke paints nothing. */
export interface Shape {
  path: readonly PathStep[];
  fill?: number | undefined;
  /** Even-odd instead of nonzero winding. */
  evenOdd?: boolean | undefined;
  stroke?: number | undefined;
  strokeWidth?: number | undefined;
  lineCap?: "butt" | "round" | "square" | undefined;
  lineJoin?: "miter" | "round" | "bevel" | undefined;
  dash?: readonly number[] | undefined;
  /** 0 to 1. */
  opacity?: number | undefined;
}

/**
 * Distance of the control points from the ends of a quarter circle, relative to its radius: 4/3 ×
 * (√2 − 1).
 */
export const CIRCLE_KAPPA = 0.5523;
