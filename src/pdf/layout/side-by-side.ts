import { drawStack, type Fragment, merge, stackHeight } from "./fragment.ts";

/** Fragments in a column of their own, `x` points from the row's left edge. */
export interface Cell {
  x: number;
  fragments: Fragment[];
  verticalAlign?: "top" | "middle" | "bottom" | undefined;
}

/** Space between a row's edges and its cells. */
export interface RowPadding {
  top: number;
  bottom: number;
}

/**
 * Makes a fragment of cells beside each other. One that is taller than a page becomes several: each cell continues on
 * the next page.
 */
export function placeSideBySide(
  cells: readonly Cell[],
  padding: RowPadding,
  maxHeight: number,
): Fragment[] {
  const room = maxHeight - padding.top - padding.bottom;
  const height = Math.max(0, ...cells.map(({ fragments }) => stackHeight(fragments)));
  if (height <= room) return [rowFragment(cells, padding, height)];
  const parts = cells.map((cell) => slices(cell.fragments, room));
  const count = Math.max(...parts.map(({ length }) => length));
  return Array.from({ length: count }, (_, index) => {
    const slice = cells.map((cell, column) => ({
      ...cell,
      fragments: parts[column]?.[index] ?? [],
    }));
    const tallest = Math.max(0, ...slice.map(({ fragments }) => stackHeight(fragments)));
    return rowFragment(slice, padding, tallest);
  });
}

/** Cuts a column into parts that each fit on a page. */
function slices(fragments: readonly Fragment[], room: number): Fragment[][] {
  const found: Fragment[][] = [];
  let slice: Fragment[] = [];
  let used = 0;
  for (const fragment of fragments) {
    const needed = fragment.height + (slice.length > 0 ? fragment.before : 0);
    if (slice.length > 0 && used + needed > room) {
      found.push(slice);
      slice = [];
      used = 0;
    }
    used += slice.length > 0 ? needed + fragment.after : fragment.height + fragment.after;
    slice.push(fragment);
  }
  if (slice.length > 0) found.push(slice);
  return found;
}

function rowFragment(cells: readonly Cell[], padding: RowPadding, height: number): Fragment {
  const whole = merge(cells.flatMap(({ fragments }) => fragments));
  return {
    height: height + padding.top + padding.bottom,
    before: 0,
    after: 0,
    keepWithNext: false,
    ...(whole.notes && { notes: whole.notes }),
    ...(whole.ids && { ids: whole.ids }),
    draw(page, { x, y }) {
      for (const cell of cells) {
        const room = height - stackHeight(cell.fragments);
        const shift = { top: 0, middle: room / 2, bottom: room }[cell.verticalAlign ?? "top"];
        const spot = { x: x + cell.x, y: y + padding.top + shift, gap: 0 };
        drawStack(cell.fragments, page, spot);
      }
    },
  };
}
