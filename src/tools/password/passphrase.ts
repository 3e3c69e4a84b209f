import type { ToolContext } from "../tool-context.ts";
import { EFF_LARGE_WORDLIST } from "./eff-large-wordlist.ts";
import { EFF_SHORT_WORDLIST } from "./eff-short-wordlist.ts";

const TEXTS = { "eff-large": EFF_LARGE_WORDLIST, "eff-short": EFF_SHORT_WORDLIST };

export type Wordlist = keyof typeof TEXTS;

interface PassphraseSettings {
  wordlist: Wordlist;
  words: number;
  separator: string;
  /** Writes the first letter of each word as a capital. */
  capitalize: boolean;
  /** Appends one digit. */
  addNumber: boolean;
}

/** The words, which the first use splits, because most requests need none. */
const words: Partial<Record<Wordlist, readonly string[]>> = {};

/** Returns the words of a list in its order. */
export function listWords(wordlist: Wordlist): readonly string[] {
  return (words[wordlist] ??= TEXTS[wordlist].trim().split(/\s/));
}

/** Draws a passphrase of unbiased words. */
export function drawPassphrase(
  { wordlist, words: count, separator, capitalize, addNumber }: PassphraseSettings,
  { randomInt }: Pick<ToolContext, "randomInt">,
): string {
  const list = listWords(wordlist);
  const drawn = Array.from({ length: count }, () => {
    const word = list[randomInt(list.length)] ?? "";
    return capitalize ? word.charAt(0).toUpperCase() + word.slice(1) : word;
  });
  return drawn.join(separator) + (addNumber ? randomInt(10) : "");
}

/**
 * Counts the passphrases that the settings can produce. Every draw is a different text, because no
 * word of a list is the beginning of another one. A text can therefore be split into words in one
 * way only, whatever the separator.
 */
export function countPassphrases({
  wordlist,
  words: count,
  addNumber,
}: Pick<PassphraseSettings, "wordlist" | "words" | "addNumber">): bigint {
  return BigInt(listWords(wordlist).length) ** BigInt(count) * (addNumber ? 10n : 1n);
}
