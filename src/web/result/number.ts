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
