/** Words that are in every text, so that they find nothing. */
const COMMON = new Set(
  "a an and are as at be but by do for from has have how i in is it its my of on or so that the then they this to was what when which with you your".split(
    " ",
  ),
);

/** Splits text at everything that is not a letter, a digit or an underscore. */
export function splitWords(text: string): string[] {
  return text.split(/[^\p{L}\p{M}\d_]+/u).filter(Boolean);
}

/** Returns what a word is found by: `taxRate`, `tax` and `rate`. */
export function toTerms(word: string): string[] {
  const parts = word.split(/_|(?<=[a-z\d])(?=[A-Z])/).filter(Boolean);
  return [...new Set([word, ...parts].map((term) => term.toLowerCase()))].filter(
    (term) => !COMMON.has(term),
  );
}
