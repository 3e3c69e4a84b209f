import { Decimal, sum, toPowerOfTen } from "../../lib/money/exact.ts";
import type { Fraction } from "../../lib/money/fraction.ts";

/** A share in whole units, rounded toward zero, and the rest of its numerator. */
interface Part {
  units: bigint;
  remainder: bigint;
  denominator: bigint;
}

/**
 * Splits `total`, which has at most two decimals, into parts that sum to it. Each part is close to
 * its share; the exact sum of the shares rounds to the total. Each is floored to the cent, and the
 * missing cents go to those with the largest remainders, the earlier first. No share may be
 * negative.
 */
export function allocate(total: Decimal, shares: readonly Fraction[]): Decimal[] {
  const parts = shares.map(floorToCents);
  const floored = sum(parts.map(({ units }) => new Decimal(units, 2)));
  const missing = total.minus(floored).times(100).toNumber();
  const byRemainder = parts.toSorted(compareRemainders);
  const roundedUp = new Set(byRemainder.slice(0, missing));
  return parts.map((part) => new Decimal(part.units + (roundedUp.has(part) ? 1n : 0n), 2));
}

function floorToCents({ numerator, denominator }: Fraction): Part {
  const cents = numerator * toPowerOfTen(2);
  return { units: cents / denominator, remainder: cents % denominator, denominator };
}

/** Sorts the largest remainder first. */
function compareRemainders(left: Part, right: Part): number {
  const [leftSize, rightSize] = [
    left.remainder * right.denominator,
    right.remainder * left.denominator,
  ];
  return leftSize > rightSize ? -1 : Number(leftSize < rightSize);
}
