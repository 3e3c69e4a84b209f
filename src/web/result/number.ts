/**
 * A number as American English groups it, with at least so many decimals. Not by `Intl`: a browser spends
 * 15 to 20 ms on its first formatter, and a page has none to spare before it answers.
 */
export function numberText(value: number, decimals = 0): string {
  const digits = String(value);
  // Too large or too small to be written out: rare enough to wait for.
  if (digits.includes("e")) return value.toLocaleString("en-US", { maximumFractionDigits: 20 });
  const [whole = "", fraction = ""] = digits.split(".");
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ",");
  const shown = fraction.padEnd(decimals, "0");
  return shown === "" ? grouped : `${grouped}.${shown}`;
}

/** The signs of the currencies that most answers are in. */
const SIGNS: Record<string, string> = { USD: "$", EUR: "€", GBP: "£" };

/** An amount of at most two decimals, as American English writes it in this currency (ISO 4217). */
export function moneyText(amount: number, currency: string): string {
  const sign = SIGNS[currency];
  if (sign !== undefined)
    return `${amount < 0 ? "-" : ""}${sign}${numberText(Math.abs(amount), 2)}`;
  // Of the others it knows signs and decimals: rare enough to wait for.
  const style = { style: "currency", currency } as const;
  return amount.toLocaleString("en-US", style);
}
