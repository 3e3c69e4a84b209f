/** Rounds to a thousandth, as SVG documents, responses and sentences have sizes. */
export function roundTo3(value: number): number {
  return Math.round(value * 1000) / 1000;
}
