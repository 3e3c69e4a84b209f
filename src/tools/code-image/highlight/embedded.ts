import { PLAIN, resolveLanguage } from "./languages.ts";

/** Languages of embedded blocks that one text may bring along. */
const MAX_EMBEDDED = 8;

/** How texts name the languages of what they embed. The first five are Shiki's own, whose module is slow to load. */
const NAMED = [
  /:?lang=["']([^"']+)["']/g,
  /(?:```|~~~)([\w-]+)/g,
  /\\begin\{([\w-]+)\}/g,
  // The type of a script may be a media type: its second half is the name.
  /<script\s+(?:type|lang)=["'](?:[^"']*\/)?([^"'/]+)["']/gi,
  // Org's blocks.
  /^\s*#\+begin_src\s+(\S+)/gim,
];

const FRONT_MATTER = /^\s*---\r?\n[\s\S]*?\r?\n---(?:\r?\n|\s*$)/;

/** The languages, but for its own, that a text names where it embeds others. */
export function embeddedLanguages(code: string, language: string): string[] {
  const named = NAMED.flatMap((name) => Array.from(code.matchAll(name), ([, found = ""]) => found));
  if (FRONT_MATTER.test(code)) named.push("yaml");
  const others = new Set(named.map(resolveLanguage));
  others.delete(PLAIN);
  others.delete(language);
  return [...others].sort().slice(0, MAX_EMBEDDED);
}
