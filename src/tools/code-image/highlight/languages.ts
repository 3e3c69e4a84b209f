import { GRAMMARS } from "./grammars.ts";

/** A language's canonical name and its aliases. */
export interface Language {
  name: string;
  aliases: string[];
}

/** Canonical name of text without highlighting. */
export const PLAIN = "plaintext";

/** Common aliases that the grammars do not list. */
const EXTRA_ALIASES: Record<string, string[]> = { go: ["golang"], javascript: ["node"] };

/** All languages including plain text, sorted by name. */
export const LANGUAGES: readonly Language[] = [
  ...GRAMMARS.trim().split("\n").map(parseGrammar),
  { name: PLAIN, aliases: ["plain", "text", "txt"] },
].sort((one, other) => (one.name < other.name ? -1 : 1));

function parseGrammar(line: string): Language {
  const [name = "", ...aliases] = line.split(" ");
  return { name, aliases: [...aliases, ...(EXTRA_ALIASES[name] ?? [])] };
}

const CANONICAL_NAMES = new Map(
  LANGUAGES.flatMap(({ name, aliases }) => [name, ...aliases].map((known) => [known, name])),
);

/** Resolves a name or alias in any case to a canonical name, or to plain text if unknown. */
export function resolveLanguage(name: string): string {
  return CANONICAL_NAMES.get(name.trim().toLowerCase()) ?? PLAIN;
}
