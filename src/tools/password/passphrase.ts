import type { ToolContext } from "../tool-context.ts";
import { EFF_LARGE_WORDLIST } from "./eff-large-wordlist.ts";

/** Number of words in the list: 6^5, so that five rolls of a die choose one. */
export const LIST_SIZE = 7776;

interface PassphraseSettings {
  words: number;
  separator: string;
  /** Writes the first letter of each word as a capital. */
  capitalize: boolean;
  /** Appends one digit. */
  addNumber: boolean;
}

/** The words, which the first use splits, because most requests need none. */
let words: readonly string[] | undefined;

/** Returns the words of the list in its order. */
export function listWords(): readonly string[] {
  return (words ??= EFF_LARGE_WORDLIST.trim().split(/\s/));
}

/** Draws a passphrase of unbiased words. */
export function drawPassphrase(
  { words: count, separator, capitalize, addNumber }: PassphraseSettings,
  { randomInt }: Pick<ToolContext, "randomInt">,
): string {
  const list = listWords();
  const drawn = Array.from({ length: count }, () => {
    const word = list[randomInt(LIST_SIZE)] ?? "";
    return capitalize ? word.charAt(0).toUpperCase() + word.slice(1) : word;
  });
  return drawn.join(separator) + (addNumber ? randomInt(10) : "");
}

/**
 * Counts the passphrases that the settings can produce. Every draw is a different text, because no
 * word of the list is the beginning of another one. A text can therefore be split into words in one
 * way only, whatever the separator.
 */
export function countPassphrases({
  words: count,
  addNumber,
}: Pick<PassphraseSettings, "words" | "addNumber">): bigint {
  return BigInt(LIST_SIZE) ** BigInt(count) * (addNumber ? 10n : 1n);
}
