import type { Decimal } from "../../lib/money/exact.ts";

/** The data of a Saudi tax invoice's code, phase 1. */
interface ZatcaInvoice {
  /** Up to 255 bytes of UTF-8; longer ones are cut. */
  seller: string;
  /** 15 digits. */
  vatNumber: string;
  /** UTC: `2022-04-25T15:30:00Z`. */
  time: string;
  total: Decimal;
  tax: Decimal;
}

/** Returns the 15 digits of a Saudi VAT number `SA3…3`, or undefined for another text. */
export function toZatcaNumber(vatId: string): string | undefined {
  return /^SA(3\d{13}3)$/.exec(vatId.replaceAll(/\s/g, "").toUpperCase())?.[1];
}

/**
 * Returns the Base64 text of an invoice's code (ZATCA, QR code guide): tag, length and value of
 * five fields.
 */
export function formatZatca({ seller, vatNumber, time, total, tax }: ZatcaInvoice): string {
  const values = [seller, vatNumber, time, total.toFixed(2), tax.toFixed(2)];
  return Buffer.concat(
    values.map((value, index) => {
      const bytes = cutBytes(value, 255);
      return Buffer.concat([Buffer.from([index + 1, bytes.length]), bytes]);
    }),
  ).toString("base64");
}

/** Returns the UTF-8 bytes of a text, cut before the character that exceeds the limit. */
function cutBytes(text: string, maxBytes: number): Buffer {
  const bytes = Buffer.from(text);
  let end = Math.min(bytes.length, maxBytes);
  if (end === bytes.length) return bytes;
  // Bytes of the form 10xxxxxx continue a character.
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.subarray(0, end);
}
