import type { Decimal } from "../../lib/money/exact.ts";
import { removeDiacritics } from "./latin.ts";

/** A payment of Brazil's PIX, without a bank's server (static BR Code). */
interface PixPayment {
  /** As {@link toPixKey} returns it. */
  key: string;
  /** In reais; the payer enters an absent one. */
  amount?: Decimal | undefined;
  name: string;
  city: string;
  /** Kept if it has 1 to 25 letters and digits. */
  reference?: string | undefined;
}

const KEYS: readonly RegExp[] = [
  /^\d{11}$/,
  /^\d{14}$/,
  /^\+55\d{10,11}$/,
  /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/,
  /^[^\s@]{1,60}@[^\s@]+\.[^\s@]+$/,
];

/**
 * Returns a key as banks register it: in lower case, a CPF or CNPJ in digits, a phone number with
 * +55. Returns undefined for other text.
 */
export function toPixKey(text: string): string | undefined {
  const trimmed = text.trim().toLowerCase();
  const key = /^[\d./-]+$/.test(trimmed) ? trimmed.replaceAll(/[./-]/g, "") : trimmed;
  const isKey = key.length <= 77 && KEYS.some((pattern) => pattern.test(key));
  return isKey ? key : undefined;
}

/** Returns the text of a payment's code (Manual do BR Code, Banco Central do Brasil, 2.0). */
export function formatPix({ key, amount, name, city, reference = "" }: PixPayment): string {
  const account = formatField("00", "br.gov.bcb.pix") + formatField("01", key);
  const id = /^[A-Za-z\d]{1,25}$/.test(reference) ? reference : "***";
  const payload = [
    formatField("00", "01"),
    formatField("26", account),
    formatField("52", "0000"),
    formatField("53", "986"),
    amount ? formatField("54", amount.toFixed(2)) : "",
    formatField("58", "BR"),
    formatField("59", toPixText(name, 25)),
    formatField("60", toPixText(city, 15)),
    formatField("62", formatField("05", id)),
    "6304",
  ].join("");
  return payload + computeCrc(payload).toString(16).toUpperCase().padStart(4, "0");
}

/**
 * Keeps printable ASCII, because other characters count as several. Empty for a name in another
 * script.
 */
export function toPixText(text: string, maxLength: number): string {
  return removeDiacritics(text)
    .replaceAll(/[^\x20-\x7e]/gu, "")
    .trim()
    .slice(0, maxLength)
    .trim();
}

function formatField(id: string, value: string): string {
  return id + String(value.length).padStart(2, "0") + value;
}

/** Returns the checksum CRC-16/CCITT-FALSE of an ASCII text. */
function computeCrc(text: string): number {
  let crc = 0xff_ff;
  for (let index = 0; index < text.length; index++) {
    crc ^= text.charCodeAt(index) << 8;
    for (let bit = 0; bit < 8; bit++) {
      crc = (crc & 0x80_00) === 0 ? crc << 1 : (crc << 1) ^ 0x10_21;
    }
    crc &= 0xff_ff;
  }
  return crc;
}
