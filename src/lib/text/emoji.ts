/**
 * Matches emoji that are in color by default, by the emoji selector, or as a keycap, flag or joined
 * sequence.
 */
const EMOJI =
  /^(?:\p{Emoji_Presentation}(?!\ufe0e)|\p{Emoji}\ufe0f|\p{Emoji}[^]*\p{Emoji_Modifier})/u;

/** Returns true for a grapheme that is shown as an emoji in color. */
export function isEmoji(text: string): boolean {
  return EMOJI.test(text);
}
