import type { Currency } from "../../../../lib/money/currency.ts";
import { type Decimal, round } from "../../../../lib/money/exact.ts";

/**
 * Maximum decimals of quantities, prices and rates. The largest number then has 23 digits; common
 * parsers accept 24.
 */
export const MAX_DECIMALS = 10;

export function formatAmount({ decimals }: Currency, amount: Decimal): string {
  return amount.toFixed(decimals);
}

export function formatDecimal(value: Decimal): string {
  return round(value, MAX_DECIMALS).toFixed();
}
