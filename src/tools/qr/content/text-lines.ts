/**
 * Maximum octets of a line without its line break; longer ones are folded (RFC 2426, 2.6; RFC 5545,
 * 3.1).
 */
const MAX_LINE_BYTES = 75;

/** A property of a vCard or an event: its name with parameters, and its value as it is written. */
export type Property = readonly [name: string, value: string | undefined];

/** Joins properties to folded lines. Omits those without a value. */
export function joinProperties(properties: readonly Property[]): string {
  return properties
    .flatMap(([name, value]) => (value === undefined ? [] : foldLine(`${name}:${value}`)))
    .join("\r\n");
}

/** Escapes a text value (RFC 2426, 4; RFC 5545, 3.3.11). Undefined stays undefined. */
export function escapeText(text: string | undefined): string | undefined {
  return text?.replaceAll(/[\\;,]/g, "\\$&").replaceAll(/\r\n?|\n/g, "\\n");
}

/**
 * Splits a line between code points into lines of at most 75 octets. Each line but the first begins
 * with a space.
 */
function foldLine(line: string): string {
  if (Buffer.byteLength(line) <= MAX_LINE_BYTES) return line;
  let folded = "";
  let bytes = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (bytes + size > MAX_LINE_BYTES) {
      folded += "\r\n ";
      bytes = 1;
    }
    folded += character;
    bytes += size;
  }
  return folded;
}
