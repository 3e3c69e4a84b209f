/**
 * Control and bidirectional characters, line and paragraph separators, and halves of surrogate
 * pairs.
 */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/**
 * Escapes what would control a terminal or begin a line in a text from outside: `\x1b`, `\u2028`.
 */
export function toPrintable(text: string): string {
  return text.replaceAll(UNPRINTABLE, (character) => {
    const code = character.charCodeAt(0).toString(16);
    return code.length <= 2 ? `\\x${code.padStart(2, "0")}` : `\\u${code.padStart(4, "0")}`;
  });
}
