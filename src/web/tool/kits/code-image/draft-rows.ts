import { MAX_COLUMNS, TAB_COLUMNS } from "../../../../domain/code-image/grid.ts";

/** A part of a row of the draft: a stretch of the last picture, or text that it does not have. */
export type DraftPiece =
  /** `row` and `column` are places in the picture. */
  | { kind: "slice"; row: number; column: number; columns: number }
  /** Offsets in the text of the draft. */
  | { kind: "text"; start: number; end: number };

/** Characters that the picture and the browser's code font draw one cell wide. */
const GRID_SAFE = /^[\t\u0020-\u007e\u00a1-\u00ac\u00ae-\u00ff]*$/;

/** Returns the lines of code as the picture has them: without a last line break. */
export function splitLines(code: string): string[] {
  return code.replace(/\n$/, "").split("\n");
}

/** Returns the columns of a line. Characters beyond Latin count as two, which is their maximum. */
export function countLineColumns(line: string): number {
  let column = 0;
  for (const character of line) {
    if (character === "\t") column += TAB_COLUMNS - (column % TAB_COLUMNS);
    else column += GRID_SAFE.test(character) ? 1 : 2;
  }
  return column;
}

/** Returns true for a line whose characters are at the same places in browser and picture. */
export function isOnGrid(line: string): boolean {
  return GRID_SAFE.test(line) && countLineColumns(line) <= MAX_COLUMNS;
}

/**
 * Returns the rows of the draft, one for each line. Lines and parts of lines that the picture of
 * `drawn` has are taken from it, so that they keep their exact colors. None are when `drawn` is
 * undefined.
 */
export function layoutDraft(drawn: string | undefined, code: string): DraftPiece[][] {
  const lines = splitLines(code);
  const old = drawn === undefined ? [] : splitLines(drawn);
  // Rows after a wrapped line are at places that only the server knows.
  const wrapped = old.findIndex((line) => countLineColumns(line) > MAX_COLUMNS);
  const last = wrapped === -1 ? old.length : wrapped;
  const shared = countShared(old.slice(0, last), lines);
  const isAligned = wrapped === -1;
  const below = isAligned
    ? countShared(old.slice(shared).toReversed(), lines.slice(shared).toReversed())
    : 0;
  let start = 0;
  return lines.map((line, index) => {
    const at = start;
    start += line.length + 1;
    const isBelow = index >= lines.length - below;
    if (index < shared || isBelow) {
      const row = isBelow ? index - lines.length + old.length : index;
      return isOnGrid(line) ? [toSlice(row, 0, line)] : [toText(at, line)];
    }
    const change = { first: shared, end: lines.length - below, oldEnd: old.length - below };
    const pair = isAligned ? pairLine(index, change) : undefined;
    return splitChanged(line, at, pair && { ...pair, line: old[pair.row] ?? "" });
  });
}

function countShared(old: readonly string[], lines: readonly string[]): number {
  const end = Math.min(old.length, lines.length);
  let count = 0;
  while (count < end && old[count] === lines[count]) count++;
  return count;
}

/** The lines that differ, from `first` to before `end`; in the picture to before `oldEnd`. */
interface Change {
  first: number;
  end: number;
  oldEnd: number;
}

/** A line of the picture that a changed line may share its beginning or its end with. */
interface Pair {
  row: number;
  hasStart: boolean;
  hasEnd: boolean;
}

/** Pairs the first changed lines of both texts, and the last ones. */
function pairLine(index: number, { first, end, oldEnd }: Change): Pair | undefined {
  if (oldEnd <= first) return undefined;
  const [isFirst, isLast] = [index === first, index === end - 1];
  if (!isFirst && !isLast) return undefined;
  const isSame = oldEnd - first === 1;
  return {
    row: isFirst ? first : oldEnd - 1,
    hasStart: isFirst,
    hasEnd: isLast && (!isFirst || isSame),
  };
}

function splitChanged(
  line: string,
  at: number,
  pair: (Pair & { line: string }) | undefined,
): DraftPiece[] {
  if (!pair || !isOnGrid(line) || !isOnGrid(pair.line)) return [toText(at, line)];
  const { row, line: old } = pair;
  const max = Math.min(line.length, old.length);
  let before = 0;
  while (pair.hasStart && before < max && line[before] === old[before]) before++;
  let after = 0;
  // A tab ends at a column, so it has another width where the text before it changed.
  while (
    pair.hasEnd &&
    after < max - before &&
    line.at(-1 - after) === old.at(-1 - after) &&
    line.at(-1 - after) !== "\t"
  )
    after++;
  const middle = line.slice(before, line.length - after);
  const end = old.slice(old.length - after);
  return [
    toSlice(row, 0, old.slice(0, before)),
    toText(at + before, middle),
    toSlice(row, countLineColumns(old) - end.length, end),
  ].filter((piece) => (piece.kind === "slice" ? piece.columns > 0 : piece.end > piece.start));
}

function toSlice(row: number, column: number, text: string): DraftPiece {
  return { kind: "slice", row, column, columns: countLineColumns(text) };
}

function toText(start: number, text: string): DraftPiece {
  return { kind: "text", start, end: start + text.length };
}
