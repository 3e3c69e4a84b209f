import type { Currency } from "../../../../lib/money/currency.ts";
import { type Decimal, round } from "../../../../lib/money/exact.ts";

/** Maximum decimals: the largest number has 23 digits then; common parsers accept 24. */
export const MAX_DECIMALS = 10;

export function formatAmount({ decimals }: Currency, amount: Decimal): string {
  return amount.toFixed(decimals);
}

export function formatDecimal(value: Decimal): string {
  return round(value, MAX_DECIMALS).toFixed();
}
