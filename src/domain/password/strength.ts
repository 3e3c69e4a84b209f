/** The strengths of passwords, the weakest first, and the bits of entropy where each begins. */
const MIN_BITS = { "very weak": 0, weak: 40, fair: 60, strong: 80, "very strong": 112 } as const;

export type Strength = keyof typeof MIN_BITS;

export const STRENGTHS = Object.keys(MIN_BITS) as Strength[];

export function rateStrength(bits: number): Strength {
  return STRENGTHS.findLast((strength) => bits >= MIN_BITS[strength]) ?? "very weak";
}
