import { COUNTRIES } from "./codes.ts";

/**
 * Returns a VAT identifier as machines exchange it: upper case, without separators, Greece as `EL`.
 * Undefined unless it begins with a country's two letters (EN 16931, BR-CO-09).
 */
export function toVatId(text: string): string | undefined {
  const compact = text.replace(/[\s./-]+/g, "").toUpperCase();
  const prefix = compact.slice(0, 2);
  if (!/^[A-Z]{2}[A-Z0-9+*]+$/.test(compact)) return undefined;
  if (prefix === "GR") return `EL${compact.slice(2)}`;
  return prefix === "EL" || COUNTRIES.has(prefix) ? compact : undefined;
}
