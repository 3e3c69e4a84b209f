import Big from "big.js";

/** An exact decimal. Numbers enter as the shortest decimal text of their double: 1.005 is 1.005. */
export type Decimal = Big;

/** The exact decimal of a finite number or a decimal text. */
export function decimal(value: number | string | Big): Decimal {
  return new Big(value);
}

/** Rounds half away from zero to `places` decimals (0 to 20). */
export function round(value: Decimal, places: number): Decimal {
  return value.round(places, Big.roundHalfUp);
}
