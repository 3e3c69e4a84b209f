import { getIsoDecimals } from "../../lib/codes/iso4217.ts";
import { formatCurrency } from "../../lib/money/currency.ts";
import { type DecimalInput, toDecimal } from "../../lib/money/exact.ts";

/** Formats a plain decimal in a currency of ISO 4217. */
export function formatExactMoney(amount: DecimalInput, code: string): string {
  return formatCurrency({ code, decimals: getIsoDecimals(code) ?? 2 }, toDecimal(amount));
}

const dates = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeZone: "UTC" });

/** Formats a day (`YYYY-MM-DD`) as `Mar 2, 2026`; empty for none. */
export function formatMediumDay(day: string): string {
  const ms = Date.parse(day);
  return Number.isNaN(ms) ? "" : dates.format(ms);
}
