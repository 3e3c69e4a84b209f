/** The straight line y = (`rise` × x + `start`) / `over`; `rise` is not negative, `over` is positive. */
export interface Line {
  rise: bigint;
  start: bigint;
  over: bigint;
}

/**
 * The least whole x from 0 on at which a whole y lies on or between two lines; `null` where there is none.
 *
 * As in Euclid's algorithm, what both slopes have in common is taken away and x and y change places, so that
 * the number of steps grows with the digits of the numbers, not with the distance to the answer.
 */
export function firstBetween(lower: Line, upper: Line): bigint | null {
  const y = ceil(lower.start, lower.over);
  if (y * upper.over <= upper.start) return 0n;

  const gap = lower.start * upper.over - upper.start * lower.over;
  const opening = upper.rise * lower.over - lower.rise * upper.over;
  if (gap > 0n) {
    if (opening <= 0n) return null;
    const meeting = ceil(gap, opening);
    return plus(meeting, firstBetween(shifted(lower, meeting), shifted(upper, meeting)));
  }

  const common = min(lower.rise / lower.over, upper.rise / upper.over);
  return firstAfterGap(sheared(lower, common), sheared(upper, common), y);
}

/** The same where no whole number lies between the lines at 0, `y` is the next above, and a slope is under 1. */
function firstAfterGap(lower: Line, upper: Line, y: bigint): bigint | null {
  if (upper.rise === 0n) return null;
  const upperReaches = ceil(y * upper.over - upper.start, upper.rise);
  if (lower.rise === 0n) return upperReaches;
  if (lower.rise >= lower.over) return null;
  if (upper.rise >= upper.over)
    return firstWhereSlopesPart(sheared(lower, 1n), sheared(upper, 1n), y);
  const turned = firstBetween(inverse(upper, y), inverse(lower, y));
  if (turned === null) return null;
  return ceil((y + turned) * upper.over - upper.start, upper.rise);
}

/** Seen along a slope between theirs, the lower line falls and the upper rises: which meets a whole number first? */
function firstWhereSlopesPart(lower: Line, upper: Line, y: bigint): bigint {
  const lowerReaches = ceil(lower.start - (y - 1n) * lower.over, -lower.rise);
  if (upper.rise === 0n) return lowerReaches;
  return min(lowerReaches, ceil(y * upper.over - upper.start, upper.rise));
}

function shifted({ rise, start, over }: Line, x: bigint): Line {
  return { rise, start: start + rise * x, over };
}

function sheared({ rise, start, over }: Line, slope: bigint): Line {
  return { rise: rise - slope * over, start, over };
}

/** x as a function of y, counted from `y` on. */
function inverse({ rise, start, over }: Line, y: bigint): Line {
  return { rise: over, start: over * y - start, over: rise };
}

function plus(distance: bigint, further: bigint | null): bigint | null {
  return further === null ? null : distance + further;
}

function min(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}

/** The quotient's next whole number; `divisor` is positive. */
function ceil(dividend: bigint, divisor: bigint): bigint {
  const towardsZero = dividend / divisor;
  return dividend > 0n && dividend % divisor !== 0n ? towardsZero + 1n : towardsZero;
}
