// Medians and spread, and the one way results are printed.

export function computeMedian(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

/**
 * Formats `median (first to third quartile)`, for values with outliers, such as ratios of two short
 * times.
 */
export function formatQuartiles(values, digits = 2) {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share) => sorted[Math.floor((sorted.length - 1) * share)].toFixed(digits);
  return `${at(0.5)} (${at(0.25)} to ${at(0.75)})`;
}

/** Formats `median (minimum to maximum)`. */
export function spread(values, digits = 2) {
  const show = (value) => value.toFixed(digits);
  return `${show(computeMedian(values))} (${show(Math.min(...values))} to ${show(Math.max(...values))})`;
}

/** Resolves with the microseconds that one call takes, in each of `rounds` rounds of `calls`. */
export async function timeCalls(run, { calls, rounds = 9 }) {
  const times = [];
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    for (let call = 0; call < calls; call++) await run();
    times.push(((performance.now() - start) * 1000) / calls);
  }
  return times;
}
