// Not the package's entry, which has every kind of difference and is 1.8 kB larger (gzip).
import { diffArrays } from "diff/lib/diff/array.js";

/** Two indexes whose items belong together, or one of an item without a counterpart. */
type Pair = [before: number | undefined, after: number | undefined];

/**
 * Maximum insertions and removals that are looked for, because the work grows with their square.
 * Lists that differ more are paired by position.
 */
const MAX_EDITS = 1000;

/**
 * Pairs the items of two lists in their order: equal ones with the fewest insertions and removals,
 * and those between equal ones by position.
 */
export function alignLists<T>(
  before: readonly T[],
  after: readonly T[],
  isEqual: (before: T, after: T) => boolean,
): Pair[] {
  const options = { maxEditLength: MAX_EDITS, comparator: isEqual };
  const changes = diffArrays([...before], [...after], options);
  if (!changes) return pairByPosition([0, 0], [before.length, after.length]);
  const pairs: Pair[] = [];
  const at: [before: number, after: number] = [0, 0];
  // Items since the last equal one.
  let run: [removed: number, added: number] = [0, 0];
  const addPairs = (counts: readonly [number, number]) => {
    for (const pair of pairByPosition(at, counts)) pairs.push(pair);
    at[0] += counts[0];
    at[1] += counts[1];
  };
  for (const { removed, added, value } of changes) {
    if (removed) run[0] += value.length;
    else if (added) run[1] += value.length;
    else {
      addPairs(run);
      run = [0, 0];
      addPairs([value.length, value.length]);
    }
  }
  addPairs(run);
  return pairs;
}

function pairByPosition(
  [before, after]: readonly [number, number],
  [removed, added]: readonly [number, number],
): Pair[] {
  return Array.from({ length: Math.max(removed, added) }, (_, index) => [
    index < removed ? before + index : undefined,
    index < added ? after + index : undefined,
  ]);
}
