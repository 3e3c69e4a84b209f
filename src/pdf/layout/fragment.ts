import type { Link } from "../blocks.ts";
import type { Canvas } from "../page/canvas.ts";
import type { Box } from "../../lib/graphics/shape.ts";
import type { StructureElement } from "../page/structure.ts";

/** A page that is being drawn. */
export interface PageView {
  canvas: Canvas;
  /** Adds a link over a box. */
  link(element: StructureElement, box: Box, link: Link): void;
  /** Adds a destination for an id at a height of this page. */
  target(id: string, y: number): void;
}

export interface FragmentPosition {
  x: number;
  y: number;
  /** The distance to the fragment before it; 0 at the top of a page. */
  gap: number;
}

/** A part of a block on one page: a line, a row of a table, a figure. Lengths in points. */
export interface Fragment {
  height: number;
  /** Distances to its neighbors, of which the larger one counts. */
  before: number;
  after: number;
  keepWithNext: boolean;
  /** `page-break` starts a new page; `page-foot` is placed at the foot of one. */
  place: "page-break" | "page-foot" | undefined;
  /** The header of its table, which is drawn above a fragment at the top of a page. */
  runningHead: RunningHead | undefined;
  /** Ids whose page is this fragment's. */
  ids: readonly string[] | undefined;
  /** Footnotes that must be at the foot of its page. */
  notes: readonly Fragment[] | undefined;
  draw(page: PageView, position: FragmentPosition): void;
}

/** The header of a table, repeated on later pages. */
export interface RunningHead {
  height: number;
  draw(page: PageView, x: number, y: number): void;
}

/** Creates a fragment. Absent `parts` default to 0, false or undefined. */
export function createFragment(
  parts: Partial<Fragment> & Pick<Fragment, "height" | "draw">,
): Fragment {
  return {
    height: parts.height,
    before: parts.before ?? 0,
    after: parts.after ?? 0,
    keepWithNext: parts.keepWithNext ?? false,
    place: parts.place,
    runningHead: parts.runningHead,
    ids: parts.ids,
    notes: parts.notes,
    draw: parts.draw,
  };
}

/** Returns a fragment with some of its properties changed. */
export function derive(fragment: Fragment, changes: Partial<Fragment>): Fragment {
  // Property by property, because spreading two objects into one is several times slower.
  return {
    height: changes.height ?? fragment.height,
    before: changes.before ?? fragment.before,
    after: changes.after ?? fragment.after,
    keepWithNext: changes.keepWithNext ?? fragment.keepWithNext,
    place: changes.place ?? fragment.place,
    runningHead: changes.runningHead ?? fragment.runningHead,
    ids: changes.ids ?? fragment.ids,
    notes: changes.notes ?? fragment.notes,
    draw: changes.draw ?? fragment.draw,
  };
}

/** Returns the total height of stacked fragments. */
export function measureStack(fragments: readonly Fragment[]): number {
  let height = 0;
  let after: number | undefined;
  for (const fragment of fragments) {
    height += (after === undefined ? 0 : Math.max(after, fragment.before)) + fragment.height;
    after = fragment.after;
  }
  return height;
}

export function drawStack(
  fragments: readonly Fragment[],
  page: PageView,
  position: FragmentPosition,
): void {
  let { y } = position;
  let after: number | undefined;
  for (const fragment of fragments) {
    const gap = after === undefined ? 0 : Math.max(after, fragment.before);
    fragment.draw(page, { x: position.x, y: y + gap, gap });
    y += gap + fragment.height;
    after = fragment.after;
  }
}

/** Merges several fragments into one, which never breaks. */
export function merge(fragments: readonly Fragment[]): Fragment {
  const last = fragments.at(-1);
  return createFragment({
    height: measureStack(fragments),
    before: fragments[0]?.before ?? 0,
    after: last?.after ?? 0,
    keepWithNext: last?.keepWithNext ?? false,
    ...collectTargets(fragments),
    draw: (page, position) => drawStack(fragments, page, position),
  });
}

/** Returns the ids and footnotes of fragments. */
export function collectTargets(fragments: readonly Fragment[]): Pick<Fragment, "ids" | "notes"> {
  let ids: string[] | undefined;
  let notes: Fragment[] | undefined;
  for (const fragment of fragments) {
    if (fragment.ids) (ids ??= []).push(...fragment.ids);
    if (fragment.notes) (notes ??= []).push(...fragment.notes);
  }
  return { ids, notes };
}

/**
 * Applies a block's distances to its first and last fragments; the larger of two distances counts.
 */
export function addSpace(
  fragments: Fragment[],
  {
    before = 0,
    after = 0,
    keepWithNext = false,
  }: {
    before?: number | undefined;
    after?: number | undefined;
    keepWithNext?: boolean | undefined;
  },
): Fragment[] {
  if (before === 0 && after === 0 && !keepWithNext) return fragments;
  const last = fragments.length - 1;
  return fragments.map((fragment, index) => {
    if (index > 0 && index < last) return fragment;
    return derive(fragment, {
      before: index === 0 ? Math.max(before, fragment.before) : fragment.before,
      after: index === last ? Math.max(after, fragment.after) : fragment.after,
      keepWithNext: fragment.keepWithNext || (index === last && keepWithNext),
    });
  });
}

/** Moves fragments to the right, in points. */
export function shiftFragments(fragments: Fragment[], by: number): Fragment[] {
  if (by === 0) return fragments;
  return fragments.map((fragment) =>
    derive(fragment, {
      draw: (page, position) => fragment.draw(page, { ...position, x: position.x + by }),
    }),
  );
}
