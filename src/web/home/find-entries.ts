/**
 * Returns for each text whether each word of a query begins one of its words. If none does so in
 * any text, they may be anywhere. An empty query finds all.
 */
export function findEntries(texts: readonly string[], query: string): boolean[] {
  const words = normalize(query).split(" ").filter(Boolean);
  const normal = texts.map((text) => ` ${normalize(text)}`);
  const isMatch = normal.map((text) => words.every((word) => text.includes(` ${word}`)));
  return isMatch.includes(true)
    ? isMatch
    : normal.map((text) => words.every((word) => text.includes(word)));
}

/** Returns a text in lowercase with one space between its words. */
function normalize(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\d]+/gu, " ")
    .trim();
}
