/** Returns the candidate that is most like a misspelt word; undefined when none is close. */
export function findClosest(word: string, candidates: readonly string[]): string | undefined {
  const maxDistance = Math.max(1, Math.floor(word.length / 3));
  let best: { candidate: string; distance: number } | undefined;
  for (const candidate of candidates) {
    const distance = editDistance(word, candidate);
    if (distance <= maxDistance && distance < (best?.distance ?? Infinity)) {
      best = { candidate, distance };
    }
  }
  return best?.candidate;
}

/** The longest word that is compared: longer ones are not misspelt names. */
const MAX_LENGTH = 40;

/**
 * Returns how many characters are inserted, deleted, replaced or swapped with their neighbor (optimal string alignment
 * distance); Infinity for long words.
 */
function editDistance(one: string, other: string): number {
  if (one.length > MAX_LENGTH) return Infinity;
  const rows = [Array.from({ length: other.length + 1 }, (_, index) => index)];
  const cell = (row: number, column: number) => rows[row]?.[column] ?? Infinity;
  for (let row = 1; row <= one.length; row++) {
    const current = [row];
    rows.push(current);
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwap = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      current[column] = Math.min(
        cell(row - 1, column) + 1,
        cell(row, column - 1) + 1,
        cell(row - 1, column - 1) + (isSame ? 0 : 1),
        isSwap ? cell(row - 2, column - 2) + 1 : Infinity,
      );
    }
  }
  return cell(one.length, other.length);
}
