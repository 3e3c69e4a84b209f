/** A line of a scale. */
interface Tick {
  value: number;
  text: string;
}

/** Lines that a scale aims for. */
const TICKS = 4;

/**
 * Returns the round numbers from `low` to `high` that a scale shows: 2 to 6, or one where both are
 * the same.
 */
export function listTicks(low: number, high: number): Tick[] {
  const step = chooseStep((high - low) / TICKS);
  if (step === 0) return [{ value: low, text: low.toLocaleString("en-US") }];
  const digits = Math.max(0, -Math.floor(Math.log10(step)));
  const format = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  const first = Math.ceil(low / step);
  const count = Math.floor(high / step) - first + 1;
  return Array.from({ length: count }, (_, index) => {
    const value = (first + index) * step;
    return { value, text: value.toLocaleString("en-US", format) };
  });
}

/** Returns the round number nearest above: 1, 2 or 5 times a power of ten. */
function chooseStep(min: number): number {
  if (!(min > 0)) return 0;
  const power = 10 ** Math.floor(Math.log10(min));
  return ([1, 2, 5].find((factor) => factor * power >= min) ?? 10) * power;
}
