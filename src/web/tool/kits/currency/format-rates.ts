/**
 * Formats an amount with the decimals of its currency, or with more where it has more. Text stays
 * as it is.
 */
export function formatAmount(amount: number | string, currency: string): string {
  if (typeof amount === "string") return amount;
  const style = { style: "currency", currency, currencyDisplay: "code" } as const;
  return amount
    .toLocaleString("en-US", { ...style, maximumFractionDigits: 10 })
    .replace(currency, "")
    .replace(/^(-?)\s+/, "$1");
}

/** Formats a rate with six significant digits. */
export function formatRate(rate: number): string {
  return rate.toLocaleString("en-US", { maximumSignificantDigits: 6 });
}

/** Returns `2026-04-13` as "April 13, 2026". */
export function formatDay(day: string, options: Intl.DateTimeFormatOptions = {}): string {
  const date = new Date(`${day}T00:00:00Z`);
  const style = { year: "numeric", month: "long", day: "numeric", timeZone: "UTC" } as const;
  return date.toLocaleDateString("en-US", { ...style, ...options });
}
