/** Minimum width of a column of text, however deep blocks are nested. */
export const MIN_WIDTH = 60;

/** Limits of a column's width. Lengths in points. */
export interface ColumnExtent {
  /** The minimum width without breaking words, and the width without breaking lines. */
  min: number;
  max: number;
  width: number | { share: number } | "auto";
}

/**
 * Distributes `available` among columns: first fixed widths, then the content of `auto` columns,
 * then the rest by shares. Where content does not fit, columns get their longest words. The
 * remainder is shared in proportion to their lines, as in browsers (CSS 2, 17.5.2.2).
 */
export function distributeWidths(
  extents: readonly ColumnExtent[],
  available: number,
  fill: boolean,
): number[] {
  const fixed = sum(extents, ({ width }) => (typeof width === "number" ? width : 0));
  const columns = shrinkToRoom(extents, available - fixed);
  const shares = sum(columns, ({ width }) => (typeof width === "object" ? width.share : 0));
  const autos = columns.filter(({ width }) => width === "auto");
  const minShared = sum(columns, ({ width, min }) => (typeof width === "object" ? min : 0));
  const room = Math.max(0, available - fixed - minShared);
  const sizes = getAutoWidths(autos, room, fill && shares === 0);
  const shared = Math.max(0, available - fixed - sum(sizes, (size) => size));
  let auto = 0;
  const widths = columns.map(({ width }) => {
    if (typeof width === "number") return width;
    if (width === "auto") return sizes[auto++] ?? 0;
    return (shared * width.share) / shares;
  });
  const total = sum(widths, (width) => width);
  return total <= available ? widths : widths.map((width) => (width * available) / total);
}

/**
 * Returns columns whose minimum widths fit together. If long words make them too wide, the widest
 * columns are cut to one width. A long word can break, but amounts in a column of one character
 * cannot be read.
 */
function shrinkToRoom(columns: readonly ColumnExtent[], room: number): readonly ColumnExtent[] {
  const flexible = columns.filter(({ width }) => typeof width !== "number");
  if (sum(flexible, ({ min }) => min) <= room) return columns;
  const mins = flexible.map(({ min }) => min).sort((first, second) => first - second);
  let remaining = Math.max(0, room);
  let limit = 0;
  for (const [index, min] of mins.entries()) {
    limit = remaining / (mins.length - index);
    if (min > limit) break;
    remaining -= min;
  }
  return columns.map((column) => (column.min > limit ? narrowColumn(column, limit) : column));
}

function narrowColumn(column: ColumnExtent, min: number): ColumnExtent {
  return { ...column, min };
}

function getAutoWidths(columns: readonly ColumnExtent[], room: number, fill: boolean): number[] {
  const max = sum(columns, (column) => column.max);
  const min = sum(columns, (column) => column.min);
  if (max <= room) {
    const extra = fill && max > 0 ? (room - max) / max : 0;
    return columns.map((column) => column.max * (1 + extra));
  }
  if (min >= room) return columns.map((column) => (min > 0 ? (column.min * room) / min : 0));
  // Uses square roots, so that one column of long texts does not reduce the others to one word per
  // line.
  const weights = columns.map((column) => Math.sqrt(column.max - column.min));
  const totalWeight = sum(weights, (weight) => weight);
  const widths = columns.map((column, index) => {
    const extra = totalWeight > 0 ? ((room - min) * (weights[index] ?? 0)) / totalWeight : 0;
    return Math.min(column.max, column.min + extra);
  });
  return distributeRest(columns, widths, room);
}

/** Distributes the width that capped columns leave to those whose lines still break. */
function distributeRest(
  columns: readonly ColumnExtent[],
  widths: number[],
  room: number,
): number[] {
  const missing = columns.map((column, index) => column.max - (widths[index] ?? 0));
  const totalMissing = sum(missing, (width) => width);
  const remaining = room - sum(widths, (width) => width);
  if (totalMissing <= 0 || remaining <= 0) return widths;
  const share = Math.min(1, remaining / totalMissing);
  return widths.map((width, index) => width + (missing[index] ?? 0) * share);
}

function sum<T>(items: readonly T[], value: (item: T) => number): number {
  return items.reduce((total, item) => total + value(item), 0);
}
