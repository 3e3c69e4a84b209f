import { PLAIN, resolveLanguage } from "./languages.ts";

/** Maximum embedded languages that are loaded for one text. */
const MAX_EMBEDDED = 8;

/**
 * Patterns that name embedded languages. Copied from Shiki, because its module is slow to load,
 * plus Org's.
 */
const EMBEDDED_LANGUAGE_PATTERNS = [
  /:?lang=["']([^"']+)["']/g,
  /(?:```|~~~)([\w-]+)/g,
  /\\begin\{([\w-]+)\}/g,
  // A script's type may be a media type; its subtype is the language.
  /<script\s+(?:type|lang)=["'](?:[^"']*\/)?([^"'/]+)["']/gi,
  // Org blocks.
  /^\s*#\+begin_src\s+(\S+)/gim,
];

const FRONT_MATTER = /^\s*---\r?\n[\s\S]*?\r?\n---(?:\r?\n|\s*$)/;

/** Returns the known languages that embedded blocks name, except `language` itself, sorted. */
export function findEmbeddedLanguages(code: string, language: string): string[] {
  const named = EMBEDDED_LANGUAGE_PATTERNS.flatMap((name) =>
    Array.from(code.matchAll(name), ([, found = ""]) => found),
  );
  if (FRONT_MATTER.test(code)) named.push("yaml");
  const others = new Set(named.map(resolveLanguage));
  others.delete(PLAIN);
  others.delete(language);
  return [...others].sort().slice(0, MAX_EMBEDDED);
}
