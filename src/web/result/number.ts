/**
 * Formats a number in American English with at least `decimals` decimals. Without `Intl`, because
 * creating its first formatter takes a browser 15 to 20 ms.
 */
export function formatNumber(value: number, decimals = 0): string {
  const digits = String(value);
  // In exponent notation: rare, so the formatter may take its time.
  if (digits.includes("e")) return value.toLocaleString("en-US", { maximumFractionDigits: 20 });
  const [whole = "", fraction = ""] = digits.split(".");
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ",");
  const padded = fraction.padEnd(decimals, "0");
  return padded === "" ? grouped : `${grouped}.${padded}`;
}

/** The signs of the most frequent currencies. */
const SIGNS: Record<string, string> = { USD: "$", EUR: "€", GBP: "£" };

/**
 * Formats an amount of at most two decimals in American English. `currency` is an ISO 4217 code.
 */
export function formatMoney(amount: number, currency: string): string {
  const sign = SIGNS[currency];
  if (sign !== undefined)
    return `${amount < 0 ? "-" : ""}${sign}${formatNumber(Math.abs(amount), 2)}`;
  // Knows signs and decimals of the others: rare, so the formatter may take its time.
  const style = { style: "currency", currency } as const;
  return amount.toLocaleString("en-US", style);
}
