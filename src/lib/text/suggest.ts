/**
 * Returns the candidate closest to a misspelled word, or undefined when none is within
 * `maxDistance` edits, by default a third of its length.
 */
export function findClosest(
  word: string,
  candidates: readonly string[],
  maxDistance = Math.max(1, Math.floor(word.length / 3)),
): string | undefined {
  let best: { candidate: string; distance: number } | undefined;
  for (const candidate of candidates) {
    if (estimateEditDistance(word, candidate) > maxDistance) continue;
    const distance = computeEditDistance(word, candidate, maxDistance);
    if (distance <= maxDistance && distance < (best?.distance ?? Infinity)) {
      best = { candidate, distance };
    }
  }
  return best?.candidate;
}

/** Returns the closest candidate as ` (did you mean NAME?)`, or an empty text. */
export function formatSuggestion(word: string, candidates: readonly string[]): string {
  const closest = findClosest(word, candidates);
  return closest === undefined ? "" : ` (did you mean ${closest}?)`;
}

/** Returns a lower bound, because most pairs are far apart and their distance takes long. */
function estimateEditDistance(a: string, b: string): number {
  let unshared = 0;
  for (let bits = toBits(a) ^ toBits(b); bits !== 0; bits &= bits - 1) unshared += 1;
  // A replacement removes one character and adds another.
  return Math.max(Math.abs(a.length - b.length), unshared / 2);
}

/** Returns the characters of a word as a set, in which some share a bit. */
function toBits(word: string): number {
  let bits = 0;
  for (let at = 0; at < word.length; at++) bits |= 1 << word.charCodeAt(at);
  return bits;
}

/** Maximum length compared, because longer texts are not misspelled names. */
const MAX_LENGTH = 40;

/**
 * Counts the insertions, deletions, replacements and swaps of neighbors between two words (optimal
 * string alignment distance); Infinity for long words, and as soon as it exceeds the maximum.
 */
function computeEditDistance(a: string, b: string, max: number): number {
  if (a.length > MAX_LENGTH) return Infinity;
  const rows = [Array.from({ length: b.length + 1 }, (_, index) => index)];
  const getCell = (row: number, column: number) => rows[row]?.[column] ?? Infinity;
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    // A cell is at least the smallest one of the last two rows.
    if (Math.min(...(rows.at(-1) ?? []), ...(rows.at(-2) ?? [])) > max) return Infinity;
    rows.push(current);
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1];
      const isSwap = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      current[column] = Math.min(
        getCell(row - 1, column) + 1,
        getCell(row, column - 1) + 1,
        getCell(row - 1, column - 1) + (isSame ? 0 : 1),
        isSwap ? getCell(row - 2, column - 2) + 1 : Infinity,
      );
    }
  }
  return getCell(a.length, b.length);
}
