import { GRAMMARS } from "./grammars.ts";

/** A language: the name that answers use, and the other names under which it can be asked for. */
export interface Language {
  name: string;
  aliases: string[];
}

/** The name of text without colors. */
export const PLAIN = "plaintext";

/** Names that people send and the grammars' own lists lack. */
const FURTHER_ALIASES: Record<string, string[]> = { go: ["golang"], javascript: ["node"] };

/** Every language, plain text included, by name. */
export const LANGUAGES: readonly Language[] = [
  ...GRAMMARS.trim().split("\n").map(readGrammar),
  { name: PLAIN, aliases: ["plain", "text", "txt"] },
].sort((one, other) => (one.name < other.name ? -1 : 1));

function readGrammar(line: string): Language {
  const [name = "", ...aliases] = line.split(" ");
  return { name, aliases: [...aliases, ...(FURTHER_ALIASES[name] ?? [])] };
}

const BY_NAME = new Map(
  LANGUAGES.flatMap(({ name, aliases }) => [name, ...aliases].map((known) => [known, name])),
);

/** The language that a name or alias stands for, in any case; one that is not known is plain text. */
export function resolveLanguage(name: string): string {
  return BY_NAME.get(name.trim().toLowerCase()) ?? PLAIN;
}
