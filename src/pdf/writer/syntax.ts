/** Maximum length of a string in PDF/A, in bytes (ISO 19005-3, 6.1.13). */
const MAX_STRING_BYTES = 32_767;

/** The decimals of each thousandth: "" for 0, ".5" for 500. */
const DECIMALS = Array.from({ length: 1000 }, (_, thousandths) =>
  String(thousandths / 1000).slice(1),
);

/**
 * The largest integer of PDF (ISO 32000-1, annex C), far beyond any page. Thousandths of it are
 * exact.
 */
const MAX_NUMBER = 2 ** 31 - 1;

/**
 * Writes a number with at most three decimals and without an exponent, which PDF does not have.
 * Throws RangeError for NaN and for numbers beyond {@link MAX_NUMBER}; callers' numbers are bounded
 * where they are accepted.
 */
export function formatNumber(value: number): string {
  if (!(Math.abs(value) <= MAX_NUMBER)) throw new RangeError(`${value} is not a number for PDF`);
  if (Number.isInteger(value)) return String(value);
  // Composes the text from integers, because converting a fraction to a string is several times
  // slower.
  const thousandths = Math.round(Math.abs(value) * 1000);
  const whole = Math.floor(thousandths / 1000);
  const written = `${whole}${DECIMALS[thousandths - whole * 1000] ?? ""}`;
  return value < 0 && thousandths > 0 ? `-${written}` : written;
}

/** Writes a reference to an indirect object. */
export function formatReference(id: number): string {
  return `${id} 0 R`;
}

const PLAIN_TEXT = /^[\x20-\x7e]*$/;

/**
 * Writes a text string: ASCII as a literal, anything else as UTF-16BE. Truncates it to the maximum
 * of PDF/A.
 */
export function formatText(value: string): string {
  if (PLAIN_TEXT.test(value)) return formatLiteral(value.slice(0, MAX_STRING_BYTES));
  return `<feff${encodeUtf16(value.slice(0, (MAX_STRING_BYTES - 3) >> 1))}>`;
}

/** Writes ASCII bytes as a literal string, for URIs and dates. */
export function formatLiteral(value: string): string {
  return `(${value.replaceAll(/[\\()]/g, String.raw`\$&`)})`;
}

/**
 * Bytes that would end or change a literal string (ISO 32000-1, 7.3.4.2); a bare carriage return is
 * read as a line feed.
 */
const ESCAPES: Record<string, string> = { "\\": "\\\\", "(": "\\(", ")": "\\)", "\r": "\\r" };

/**
 * Writes bytes as they are inside the parentheses of a literal string, one character for each byte.
 */
export function escapeBytes(...bytes: number[]): string {
  return String.fromCharCode(...bytes).replaceAll(/[\\()\r]/g, (byte) => ESCAPES[byte] ?? byte);
}

/** Returns UTF-16BE in hexadecimal. */
export function encodeUtf16(value: string): string {
  let hex = "";
  for (let at = 0; at < value.length; at++) {
    hex += value.charCodeAt(at).toString(16).padStart(4, "0");
  }
  return hex;
}

/** Writes a name; bytes outside the regular characters are escaped (ISO 32000-1, 7.3.5). */
export function formatName(value: string): string {
  const escaped = Array.from(Buffer.from(value), (byte) =>
    /[\w.+-]/.test(String.fromCharCode(byte)) && byte < 0x80
      ? String.fromCharCode(byte)
      : `#${byte.toString(16).padStart(2, "0")}`,
  );
  return `/${escaped.join("")}`;
}

/** Writes an instant (ISO 8601, UTC) as a PDF date. */
export function formatDate(iso: string): string {
  return `(D:${iso.replaceAll(/[-:T]/g, "").slice(0, 14)}Z)`;
}

/** The operand of each value of a color channel. */
const CHANNELS = Array.from({ length: 256 }, (_, value) => formatNumber(value / 255));

/** Returns a color as red, green and blue operands. Each is 0 to 1. */
export function formatColor(color: number): string {
  const formatChannel = (shift: number) => CHANNELS[(color >> shift) & 255];
  return `${formatChannel(16)} ${formatChannel(8)} ${formatChannel(0)}`;
}
