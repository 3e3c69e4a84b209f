import type { Fragment } from "./fragment.ts";

/** A fragment on a page; `y` from the page's top. */
export interface Placement {
  fragment: Fragment;
  y: number;
  gap: number;
  /** Set where the header of its table is repeated above it, at this height. */
  headY?: number;
}

/** What is on a page. */
export interface PageContent {
  placements: Placement[];
  /** A strip took the place of its footer. */
  hasFootStrip: boolean;
}

/** The area for text, from the page's top. A first page may differ. */
export interface PageArea {
  pageHeight: number;
  bottom: number;
  top(page: number): number;
}

/** Distributes fragments over pages, in order. */
export function paginate(fragments: readonly Fragment[], area: PageArea): PageContent[] {
  const pages: PageContent[] = [];
  let page: PageContent = { placements: [], hasFootStrip: false };
  let y = area.top(0);
  let after: number | undefined;
  const begin = () => {
    pages.push(page);
    page = { placements: [], hasFootStrip: false };
    y = area.top(pages.length);
    after = undefined;
  };
  fragments.forEach((fragment, index) => {
    if (fragment.place === "page-break") return begin();
    if (page.hasFootStrip) begin();
    const gap = after === undefined ? 0 : Math.max(after, fragment.before);
    const isFull = page.placements.length > 0 && !fits(fragments, index, { y: y + gap, area });
    if (isFull) begin();
    placeFragment(isFull ? 0 : gap, fragment);
  });
  pages.push(page);
  return pages;

  function placeFragment(gap: number, fragment: Fragment): void {
    if (fragment.place === "page-foot") {
      page.hasFootStrip = true;
      page.placements.push({ fragment, y: area.pageHeight - fragment.height, gap });
      return;
    }
    const isFirst = page.placements.length === 0;
    const headY = isFirst && fragment.runningHead && pages.length > 0 ? y : undefined;
    if (headY !== undefined) y += fragment.runningHead?.height ?? 0;
    page.placements.push({ fragment, y: y + gap, gap, ...(headY !== undefined && { headY }) });
    y += gap + fragment.height;
    after = fragment.after;
  }
}

/** Returns true when a fragment, and what must be on its page, fits below `y`. */
function fits(
  fragments: readonly Fragment[],
  index: number,
  { y, area }: { y: number; area: PageArea },
): boolean {
  const room = area.bottom - area.top(1);
  let bottom = y;
  for (let at = index; at < fragments.length; at++) {
    const fragment = fragments[at];
    if (!fragment || fragment.place === "page-break") return true;
    if (fragment.place === "page-foot") return bottom <= area.pageHeight - fragment.height;
    bottom += fragment.height;
    // What is taller than a page together cannot be kept together.
    if (bottom - y > room && at > index) return y + (fragments[index]?.height ?? 0) <= area.bottom;
    if (bottom > area.bottom + TOLERANCE) return false;
    if (!fragment.keepWithNext) return true;
    bottom += Math.max(fragment.after, fragments[at + 1]?.before ?? 0);
  }
  return true;
}

const TOLERANCE = 0.01;
