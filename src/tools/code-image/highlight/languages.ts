import { findClosest } from "../../../lib/text/suggest.ts";
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
].sort((a, b) => (a.name < b.name ? -1 : 1));

function parseGrammar(line: string): Language {
  const [name = "", ...aliases] = line.split(" ");
  return { name, aliases: [...aliases, ...(EXTRA_ALIASES[name] ?? [])] };
}

const CANONICAL_NAMES = new Map(
  LANGUAGES.flatMap(({ name, aliases }) => [name, ...aliases].map((spelling) => [spelling, name])),
);

/** Resolves a name or alias in any case to a canonical name, or to plain text if unknown. */
export function resolveLanguage(name: string): string {
  return findLanguage(name) ?? PLAIN;
}

/**
 * Resolves a name or alias in any case to a canonical name. Returns undefined for an unknown one.
 */
export function findLanguage(name: string): string | undefined {
  return CANONICAL_NAMES.get(name.trim().toLowerCase());
}

/** Languages by synonyms that the API does not accept as names, but suggests them for. */
const SYNONYMS: Readonly<Record<string, string>> = {
  arduino: "cpp",
  assembler: "asm",
  assembly: "asm",
  cplusplus: "cpp",
  delphi: "pascal",
  ecmascript: "javascript",
  gradle: "groovy",
  k8s: "yaml",
  kubernetes: "yaml",
  mysql: "sql",
  nodejs: "javascript",
  oracle: "plsql",
  postgres: "sql",
  postgresql: "sql",
  postgressql: "sql",
  react: "jsx",
  sqlite: "sql",
  terminal: "shellscript",
  visualbasic: "vb",
};

/** Shorter words get no suggestion, because they resemble too many names. */
const MIN_SUGGESTED_LENGTH = 3;

/**
 * Returns the language that an unknown name probably means: by a synonym, a misspelled name, or the
 * beginning of one.
 */
export function suggestLanguage(name: string): string | undefined {
  const word = name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, "-");
  if (word.length < MIN_SUGGESTED_LENGTH) return undefined;
  const synonym = SYNONYMS[word.replaceAll("-", "")];
  if (synonym !== undefined) return synonym;
  const names = [...CANONICAL_NAMES.keys()].filter(
    (spelling) => spelling.length >= word.length - 2,
  );
  const closest = findClosest(word, names) ?? names.find((spelling) => spelling.startsWith(word));
  return closest === undefined ? undefined : findLanguage(closest);
}
