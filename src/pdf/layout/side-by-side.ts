import {
  collectTargets,
  createFragment,
  drawStack,
  type Fragment,
  measureStack,
} from "./fragment.ts";

/** A column of fragments, `x` points from the row's left edge. */
export interface Cell {
  x: number;
  fragments: Fragment[];
  verticalAlign?: "top" | "middle" | "bottom" | undefined;
}

/** Space between a row's edges and its cells. */
interface RowPadding {
  top: number;
  bottom: number;
}

/**
 * Places cells side by side in one fragment. A row taller than a page becomes several, whose cells
 * continue on the next page.
 */
export function placeSideBySide(
  cells: readonly Cell[],
  padding: RowPadding,
  maxHeight: number,
): Fragment[] {
  const room = maxHeight - padding.top - padding.bottom;
  const height = getTallest(cells);
  if (height <= room) return [createRowFragment(cells, padding, height)];
  const parts = cells.map((cell) => sliceColumn(cell.fragments, room));
  const count = Math.max(...parts.map(({ length }) => length));
  return Array.from({ length: count }, (_, index) => {
    const slice = cells.map((cell, column) => ({
      ...cell,
      fragments: parts[column]?.[index] ?? [],
    }));
    return createRowFragment(slice, padding, getTallest(slice));
  });
}

function getTallest(cells: readonly Cell[]): number {
  return cells.reduce((height, { fragments }) => Math.max(height, measureStack(fragments)), 0);
}

/** Cuts a column into parts that each fit on a page. */
function sliceColumn(fragments: readonly Fragment[], room: number): Fragment[][] {
  const rows: Fragment[][] = [];
  let slice: Fragment[] = [];
  let used = 0;
  for (const fragment of fragments) {
    const needed = fragment.height + (slice.length > 0 ? fragment.before : 0);
    if (slice.length > 0 && used + needed > room) {
      rows.push(slice);
      slice = [];
      used = 0;
    }
    used += slice.length > 0 ? needed + fragment.after : fragment.height + fragment.after;
    slice.push(fragment);
  }
  if (slice.length > 0) rows.push(slice);
  return rows;
}

function createRowFragment(cells: readonly Cell[], padding: RowPadding, height: number): Fragment {
  return createFragment({
    height: height + padding.top + padding.bottom,
    ...collectTargets(cells.flatMap(({ fragments }) => fragments)),
    draw(page, { x, y }) {
      for (const { x: shift, fragments, verticalAlign } of cells) {
        const above = getSpaceAbove(verticalAlign, height - measureStack(fragments));
        drawStack(fragments, page, { x: x + shift, y: y + padding.top + above, gap: 0 });
      }
    },
  });
}

/** Returns the space above a cell's content, by its vertical alignment. */
function getSpaceAbove(verticalAlign: Cell["verticalAlign"], room: number): number {
  if (verticalAlign === "middle") return room / 2;
  return verticalAlign === "bottom" ? room : 0;
}
