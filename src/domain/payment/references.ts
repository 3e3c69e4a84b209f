import { computeMod97 } from "./iban.ts";

/** Returns true for a compact creditor reference `RF…` with correct check digits (ISO 11649). */
export function isCreditorReference(reference: string): boolean {
  return /^RF\d{2}[A-Z0-9]{1,21}$/.test(reference) && computeMod97(reference) === 1;
}

/**
 * Returns true for a compact QR reference: 27 digits, not all zero, the last of which is the check
 * digit.
 */
export function isQrReference(reference: string): boolean {
  if (!/^\d{27}$/.test(reference) || /^0+$/.test(reference)) return false;
  return computeQrCheckDigit(reference.slice(0, -1)) === Number(reference.at(-1));
}

/** First row of the check digit table; each further row is rotated by one. */
const MOD_10_TABLE = [0, 9, 4, 6, 8, 2, 7, 1, 3, 5] as const;

/**
 * Returns the check digit of a text of digits: modulo 10, recursive (Swiss QR-bill 2.3, annex B).
 */
export function computeQrCheckDigit(digits: string): number {
  let carry = 0;
  for (const digit of digits) carry = MOD_10_TABLE[(carry + Number(digit)) % 10] ?? 0;
  return (10 - carry) % 10;
}

/** Groups a reference as it is printed: a QR reference from its end by five, any other by four. */
export function formatReference(reference: string): string {
  const size = isQrReference(reference) ? 5 : 4;
  const first = isQrReference(reference) ? 2 : 4;
  const groups = [reference.slice(0, first)];
  for (let at = first; at < reference.length; at += size)
    groups.push(reference.slice(at, at + size));
  return groups.join(" ");
}
