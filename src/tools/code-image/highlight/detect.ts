import { PLAIN } from "./languages.ts";
import { findLanguageByShebang } from "./file-names.ts";
import { HINTS } from "./language-hints.ts";

/** Maximum characters to examine, because more code does not change the result. */
const MAX_LENGTH = 20_000;

/** A language needs at least this score, so that prose stays plain text. */
const MIN_SCORE = 3;

/**
 * Maximum hits that count per pattern, so that one repeated construct of a long file does not
 * outweigh all others.
 */
const MAX_HITS = 3;

/** Returns the most likely language of a text; plain text without enough evidence. */
export function detectLanguage(code: string): string {
  const text = code.slice(0, MAX_LENGTH);
  return findLanguageByShebang(text) ?? detectBySignature(text) ?? detectByScore(text);
}

/** Patterns that occur in one language only, most of them at the beginning of a text. */
const SIGNATURES: readonly (readonly [language: string, pattern: RegExp])[] = [
  ["php", /^\s*<\?php\b/],
  ["xml", /^\s*<\?xml\b/],
  ["html", /^\s*<!doctype html/i],
  ["diff", /^(?:diff --git |--- \S.*\n\+\+\+ |@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@)/m],
  ["docker", /^\s*(?:#.*\n\s*)*(?:ARG \S+\n)?FROM [\w./:@-]+(?: AS \w+)?\s*\n/i],
  ["http", /^(?:GET|POST|PUT|PATCH|DELETE|HEAD) \S+ HTTP\/\d/],
  ["latex", /^\s*(?:%.*\n\s*)*\\(?:documentclass|begin\{document\})/],
  ["git-commit", /^(?:commit [0-9a-f]{40}\n)/],
];

/** Returns the language with a signature in the text, or JSON if the whole text is valid JSON. */
function detectBySignature(text: string): string | undefined {
  const signature = SIGNATURES.find(([, pattern]) => pattern.test(text));
  if (signature) return signature[0];
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    JSON.parse(text);
    return "json";
  } catch {
    return undefined;
  }
}

function detectByScore(text: string): string {
  let best = { language: PLAIN, score: MIN_SCORE - 1 };
  for (const [language, hints] of Object.entries(HINTS)) {
    const score = hints.reduce(
      (sum, [pattern, weight]) => sum + weight * countHits(text, pattern),
      0,
    );
    if (score > best.score) best = { language, score };
  }
  return best.language;
}

/**
 * Counts up to MAX_HITS matches of a pattern. Every match after the first counts half, because it
 * may be a repetition.
 */
function countHits(text: string, pattern: RegExp): number {
  const global = new RegExp(pattern, `${pattern.flags}g`);
  let hits = 0;
  while (hits < MAX_HITS && global.exec(text)) hits++;
  return hits === 0 ? 0 : (hits + 1) / 2;
}
