// Joins and shortens the styles of a page. Nothing more, because Brotli finds the rest
// (docs/decisions/0125).
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const IMPORT = /^@import "([^"]+)";\n/gm;

const STRING = /("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')/.source;
const COMMENT = new RegExp(`${STRING}|/\\*.*?\\*/`, "gs");

/**
 * Matches space with the mark beside which it means nothing. A colon has such space behind it only.
 */
const SPACE = new RegExp(`${STRING}|\\s*([{};,>])\\s*|(:)\\s+|\\s+`, "g");

/**
 * Returns the text of a style sheet after those that it imports. A sheet in `joined` is left out.
 * @param {string} file
 * @param {Set<string>} joined
 * @returns {string}
 */
export function joinStyles(file, joined) {
  if (joined.has(file)) return "";
  joined.add(file);
  const text = readFileSync(file, "utf8");
  const imported = [...text.matchAll(IMPORT)].map(([, path = ""]) =>
    joinStyles(join(dirname(file), path), joined),
  );
  return imported.join("") + text.replaceAll(IMPORT, "");
}

/**
 * Returns styles without comments and without space that means nothing.
 * @param {string} text
 */
export function shortenStyles(text) {
  return text
    .replaceAll(COMMENT, (_, string) => string ?? " ")
    .replaceAll(SPACE, (_, string, mark, colon) => string ?? mark ?? colon ?? " ")
    .replaceAll(";}", "}")
    .trim();
}
