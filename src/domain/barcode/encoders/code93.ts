/** The 43 characters and four shift characters of Code 93 by value (AIM USS-93, Table 1). */
const CHARACTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%";
const SHIFT = { dollar: 43, percent: 44, slash: 45, plus: 46 } as const;

/** Widths of the characters by value, bar first, then those of the start and stop character. */
const PATTERNS = (
  "131112 111213 111312 111411 121113 121212 121311 111114 131211 141111 211113 211212 211311 221112 221211 231111 " +
  "112113 112212 112311 122112 132111 111123 111222 111321 121122 131121 212112 212211 211122 211221 221121 222111 " +
  "112122 112221 122121 123111 121131 311112 311211 321111 112131 113121 211131 121221 312111 311121 122211 111141"
)
  .split(" ")
  .map((pattern) => Array.from(pattern, Number));
const START = 47;

/**
 * Returns the widths of Code 93, bar first: start, data, the check characters C and K, stop and the
 * final bar.
 */
export function encodeCode93(text: string): number[] {
  const values = Array.from(text).flatMap(getCharacterValues);
  const c = computeCheckValue(values, 20);
  const k = computeCheckValue([...values, c], 15);
  const widths = [START, ...values, c, k, START].flatMap((value) => PATTERNS[value] ?? []);
  return [...widths, 1];
}

/**
 * Returns the weighted sum of the values modulo 47. The weights rise from 1 to `limit` from the
 * right, again and again.
 */
function computeCheckValue(values: readonly number[], limit: number): number {
  const sum = values
    .toReversed()
    .reduce((total, value, index) => total + value * ((index % limit) + 1), 0);
  return sum % 47;
}

/** Encodes a character outside the 43 as a shift character and a letter (USS-93, Table 2). */
function getCharacterValues(character: string): number[] {
  const value = CHARACTERS.indexOf(character);
  if (value >= 0) return [value];
  const code = character.charCodeAt(0);
  if (code >= 97 && code <= 122) return [SHIFT.plus, getLetterValue(code - 97)];
  if (code >= 1 && code <= 26) return [SHIFT.dollar, getLetterValue(code - 1)];
  if (code >= 33 && code <= 58) return [SHIFT.slash, getLetterValue(code - 33)];
  return [SHIFT.percent, getLetterValue(PERCENT.get(code) ?? 0)];
}

/** Returns the value of a letter by its index in the alphabet. */
function getLetterValue(index: number): number {
  return 10 + index;
}

/**
 * The letters after the percent shift: ESC to US are A to E, then the punctuation between digits
 * and letters.
 */
const PERCENT = new Map<number, number>([
  ...[27, 28, 29, 30, 31].map((code, index): [number, number] => [code, index]),
  ...[59, 60, 61, 62, 63].map((code, index): [number, number] => [code, 5 + index]),
  ...[91, 92, 93, 94, 95].map((code, index): [number, number] => [code, 10 + index]),
  ...[123, 124, 125, 126, 127].map((code, index): [number, number] => [code, 15 + index]),
  [0, 20],
  [64, 21],
  [96, 22],
]);
