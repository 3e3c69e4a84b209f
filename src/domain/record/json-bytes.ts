/** A range of bytes from `start` (inclusive) to `end` (exclusive). */
export interface ValueRange {
  start: number;
  end: number;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
export const COMMA = 0x2c;
export const OPEN_BRACE = 0x7b;
export const CLOSE_BRACE = 0x7d;
export const OPEN_BRACKET = 0x5b;
export const CLOSE_BRACKET = 0x5d;
const SPACE = 0x20;

/**
 * Returns the index of the closing quote of the JSON string that starts at `at`. The text must be
 * valid JSON.
 */
export function findClosingQuote(text: Buffer, at: number): number {
  for (;;) {
    at = text.indexOf(QUOTE, at + 1);
    if (at === -1) throw new Error("the JSON text has an open string");
    let slashes = 0;
    while (text[at - 1 - slashes] === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return at;
  }
}

/**
 * Returns the index after the value that starts at `at`, which must not be whitespace. The text
 * must be valid JSON.
 */
export function findValueEnd(text: Buffer, at: number): number {
  const first = text[at];
  if (first === QUOTE) return findClosingQuote(text, at) + 1;
  if (first !== OPEN_BRACE && first !== OPEN_BRACKET) return findScalarEnd(text, at);
  let depth = 0;
  for (; at < text.length; at++) {
    const byte = text[at];
    if (byte === QUOTE) at = findClosingQuote(text, at);
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) depth += 1;
    else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) depth -= 1;
    if (depth === 0) return at + 1;
  }
  return at;
}

function findScalarEnd(text: Buffer, at: number): number {
  for (; at < text.length; at++) {
    const byte = text[at] ?? SPACE;
    if (byte <= SPACE || byte === COMMA || byte === CLOSE_BRACE || byte === CLOSE_BRACKET) break;
  }
  return at;
}

/** Returns the index of the first byte from `at` on that is not JSON whitespace. */
export function skipJsonWhitespace(text: Buffer, at: number): number {
  while (at < text.length && (text[at] ?? 0) <= SPACE) at += 1;
  return at;
}
