import { PLAIN } from "./languages.ts";
import { findLanguageByShebang } from "./file-names.ts";
import { HINTS } from "./language-hints.ts";

/** Maximum characters to examine, because more code does not change the result. */
const MAX_LENGTH = 20_000;

/** A language needs at least this score, so that prose stays plain text. */
const MIN_SCORE = 3;

/** Maximum hits that count per pattern, so that one repeated construct of a long file does not outweigh all others. */
const MAX_HITS = 3;

/** Returns the most likely language of a text; plain text without enough evidence. */
export function detectLanguage(code: string): string {
  const text = code.slice(0, MAX_LENGTH);
  return findLanguageByShebang(text) ?? detectByForm(text) ?? detectByScore(text);
}

/** Beginnings, and whole forms, that belong to one language alone. */
const FORMS: readonly (readonly [language: string, form: RegExp])[] = [
  ["php", /^\s*<\?php\b/],
  ["xml", /^\s*<\?xml\b/],
  ["html", /^\s*<!doctype html/i],
  ["diff", /^(?:diff --git |--- \S.*\n\+\+\+ |@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@)/m],
  ["docker", /^\s*(?:#.*\n\s*)*(?:ARG \S+\n)?FROM [\w./:@-]+(?: AS \w+)?\s*\n/i],
  ["http", /^(?:GET|POST|PUT|PATCH|DELETE|HEAD) \S+ HTTP\/\d/],
  ["latex", /^\s*(?:%.*\n\s*)*\\(?:documentclass|begin\{document\})/],
  ["git-commit", /^(?:commit [0-9a-f]{40}\n)/],
];

function detectByForm(text: string): string | undefined {
  const found = FORMS.find(([, form]) => form.test(text));
  if (found) return found[0];
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

/** Returns how often a pattern matches, as far as that counts; further matches count half, because they repeat. */
function countHits(text: string, pattern: RegExp): number {
  const every = new RegExp(pattern, `${pattern.flags}g`);
  let hits = 0;
  while (hits < MAX_HITS && every.exec(text)) hits++;
  return hits === 0 ? 0 : (hits + 1) / 2;
}
