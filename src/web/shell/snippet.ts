import { splitSections } from "../../domain/guides.ts";

/** Characters of a snippet before its first hit, and of all of it. */
const MAX_LEAD = 40;
const MAX_LENGTH = 140;

/**
 * Returns the text around the first of the words in a section of a guide; empty when the section
 * has none of them.
 */
export function cutSnippet(markdown: string, id: string, words: readonly string[]): string {
  const sections = splitSections(markdown).filter(({ title }) => title !== "");
  const section = id === "" ? sections[0] : sections.find((candidate) => candidate.id === id);
  const text = toPlainText(section?.text ?? "");
  const at = text.search(createPattern(words));
  if (at === -1) return "";
  const begin = at <= MAX_LEAD ? 0 : text.indexOf(" ", at - MAX_LEAD) + 1;
  const end = begin + MAX_LENGTH;
  const cut = end >= text.length ? text.length : text.lastIndexOf(" ", end);
  return `${begin > 0 ? "… " : ""}${text.slice(begin, cut)}${cut < text.length ? " …" : ""}`;
}

/** Splits text at words, which have the odd indexes. */
export function splitAtWords(text: string, words: readonly string[]): string[] {
  return words.length === 0
    ? [text]
    : text.split(new RegExp(`(${createPattern(words).source})`, "giu"));
}

/** Matches words where they begin one: also `rate` in `taxRate`, as the search does. */
function createPattern(words: readonly string[]): RegExp {
  const sources = [...words]
    .sort((a, b) => b.length - a.length)
    .map((word) => word.replaceAll(/[^\p{L}\p{M}\d_]/gu, ""));
  return new RegExp(`(?<![\\p{L}\\d])(?:${sources.join("|")})(?![\\p{L}\\d])`, "iu");
}

/** Removes code fences, links and marks of Markdown. */
function toPlainText(markdown: string): string {
  return markdown
    .replaceAll(/^ *```.*$/gm, "")
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/\|[ :|-]*\|/g, " · ")
    .replaceAll(/[`*|]|^\s*[-#]+ /gm, "")
    .replaceAll(/\s+/g, " ")
    .trim();
}
