/** The line y = (`rise` × x + `start`) / `denominator` with `rise` ≥ 0 and `denominator` > 0. */
export interface RationalLine {
  rise: bigint;
  start: bigint;
  denominator: bigint;
}

/**
 * Returns the smallest integer x ≥ 0 for which an integer y exists on or between two lines, or
 * `null`. Like Euclid's algorithm (and the floor-sum technique), it removes the common integer
 * slope and swaps x and y. The number of steps therefore grows with the number of digits, not with
 * x.
 */
export function findFirstBetween(lower: RationalLine, upper: RationalLine): bigint | null {
  const y = ceil(lower.start, lower.denominator);
  if (y * upper.denominator <= upper.start) return 0n;

  const gap = lower.start * upper.denominator - upper.start * lower.denominator;
  const opening = upper.rise * lower.denominator - lower.rise * upper.denominator;
  if (gap > 0n) {
    if (opening <= 0n) return null;
    const meeting = ceil(gap, opening);
    return addOffset(meeting, findFirstBetween(shift(lower, meeting), shift(upper, meeting)));
  }

  const common = min(lower.rise / lower.denominator, upper.rise / upper.denominator);
  return findFirstAfterGap(shearLine(lower, common), shearLine(upper, common), y);
}

/**
 * Searches when no integer is between the lines at x = 0. `y` is the next integer above, and one
 * slope is below 1.
 */
function findFirstAfterGap(lower: RationalLine, upper: RationalLine, y: bigint): bigint | null {
  if (upper.rise === 0n) return null;
  const upperReaches = ceil(y * upper.denominator - upper.start, upper.rise);
  if (lower.rise === 0n) return upperReaches;
  if (lower.rise >= lower.denominator) return null;
  if (upper.rise >= upper.denominator)
    return findFirstDivergence(shearLine(lower, 1n), shearLine(upper, 1n), y);
  const turned = findFirstBetween(invert(upper, y), invert(lower, y));
  if (turned === null) return null;
  return ceil((y + turned) * upper.denominator - upper.start, upper.rise);
}

/**
 * Returns where the first line reaches an integer. The lower line falls and the upper one rises.
 */
function findFirstDivergence(lower: RationalLine, upper: RationalLine, y: bigint): bigint {
  const lowerReaches = ceil(lower.start - (y - 1n) * lower.denominator, -lower.rise);
  if (upper.rise === 0n) return lowerReaches;
  return min(lowerReaches, ceil(y * upper.denominator - upper.start, upper.rise));
}

function shift({ rise, start, denominator }: RationalLine, x: bigint): RationalLine {
  return { rise, start: start + rise * x, denominator };
}

function shearLine({ rise, start, denominator }: RationalLine, slope: bigint): RationalLine {
  return { rise: rise - slope * denominator, start, denominator };
}

/** Returns x as a function of y, with y counted from `y`. */
function invert({ rise, start, denominator }: RationalLine, y: bigint): RationalLine {
  return { rise: denominator, start: denominator * y - start, denominator: rise };
}

function addOffset(distance: bigint, further: bigint | null): bigint | null {
  return further === null ? null : distance + further;
}

function min(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

/** Divides and rounds up. `divisor` must be positive. */
function ceil(dividend: bigint, divisor: bigint): bigint {
  const towardZero = dividend / divisor;
  return dividend > 0n && dividend % divisor !== 0n ? towardZero + 1n : towardZero;
}
