import { type Fragment, measureStack } from "./fragment.ts";

/** A fragment on a page; `y` from the page's top. */
interface PlacedFragment {
  fragment: Fragment;
  y: number;
  gap: number;
  /** Position of the repeated header of its table, if it is drawn above. */
  headY?: number;
}

export interface PageLayout {
  placements: PlacedFragment[];
  /** Footnotes, from top to bottom. */
  notes: Fragment[];
  /** True if a strip replaces the footer. */
  hasFootStrip: boolean;
}

/** The area for text, from the page's top. A first page may differ. */
export interface PageArea {
  pageHeight: number;
  bottom: number;
  top(page: number): number;
}

/** Distance between text and footnotes, in points. */
export const NOTE_GAP = 14;

/** Tolerance for rounding errors in sums of heights, in points. */
const TOLERANCE = 0.01;

/** Distributes fragments over pages, in order. */
export function paginate(fragments: readonly Fragment[], area: PageArea): PageLayout[] {
  const paginator = new Paginator(area);
  for (let index = 0; index < fragments.length; index++) paginator.add(fragments, index);
  return paginator.finish();
}

class Paginator {
  readonly #area: PageArea;
  readonly #pages: PageLayout[] = [];
  #page: PageLayout = { placements: [], notes: [], hasFootStrip: false };
  /** Footnotes carried over from the page of their text. */
  #carried: Fragment[] = [];
  #y: number;
  /** Distance required after the last fragment; undefined at the top of a page. */
  #after: number | undefined;

  constructor(area: PageArea) {
    this.#area = area;
    this.#y = area.top(0);
  }

  add(fragments: readonly Fragment[], index: number): void {
    const fragment = fragments[index];
    if (!fragment) return;
    if (fragment.place === "page-break") {
      this.#beginPage();
      return;
    }
    if (this.#page.hasFootStrip) this.#beginPage();
    const isEmpty = this.#page.placements.length === 0;
    if (!isEmpty && !this.#fits(fragments, index)) this.#beginPage();
    this.#place(fragment);
  }

  finish(): PageLayout[] {
    while (this.#carried.length > 0) this.#beginPage();
    return [...this.#pages, this.#page];
  }

  #beginPage(): void {
    this.#pages.push(this.#page);
    this.#page = { placements: [], notes: [], hasFootStrip: false };
    this.#y = this.#area.top(this.#pages.length);
    this.#after = undefined;
    const carried = this.#carried;
    this.#carried = [];
    this.#addNotes(carried);
  }

  #place(fragment: Fragment): void {
    const { placements } = this.#page;
    if (fragment.place === "page-foot") {
      this.#page.hasFootStrip = true;
      placements.push({ fragment, y: this.#area.pageHeight - fragment.height, gap: 0 });
      return;
    }
    const gap = this.#getGapBefore(fragment);
    const head = placements.length === 0 && this.#pages.length > 0 && fragment.runningHead;
    const headY = this.#y;
    if (head) this.#y += head.height;
    const y = this.#y + gap;
    placements.push({ fragment, y, gap, ...(head && { headY }) });
    this.#y = y + fragment.height;
    this.#after = fragment.after;
    if (fragment.notes && fragment.notes.length > 0) this.#addNotes(fragment.notes);
  }

  #getGapBefore({ before }: Fragment): number {
    return this.#after === undefined ? 0 : Math.max(this.#after, before);
  }

  /** Adds footnotes while there is room, and carries the others over to the next page. */
  #addNotes(notes: readonly Fragment[]): void {
    const placedNotes = this.#page.notes;
    const isNewPage = this.#page.placements.length === 0;
    for (const note of notes) {
      const end = this.#y + measureStack([...placedNotes, note]) + NOTE_GAP;
      // A page without text gets at least one note, however tall it is, so that the loop ends.
      const hasRoom =
        end <= this.#area.bottom + TOLERANCE || (isNewPage && placedNotes.length === 0);
      if (hasRoom && this.#carried.length === 0) placedNotes.push(note);
      else this.#carried.push(note);
    }
  }

  /** Returns true when a fragment, and what must be on its page, fits on the current page. */
  #fits(fragments: readonly Fragment[], index: number): boolean {
    const { top, bottom, pageHeight } = this.#area;
    const room = bottom - top(1);
    const first = fragments[index];
    const start = this.#y + (first ? this.#getGapBefore(first) : 0);
    const notes = [...this.#page.notes];
    let end = start;
    for (let at = index; at < fragments.length; at++) {
      const fragment = fragments[at];
      if (!fragment || fragment.place === "page-break") return true;
      if (fragment.place === "page-foot") return end <= pageHeight - fragment.height;
      end += fragment.height;
      if (fragment.notes) notes.push(...fragment.notes);
      // Fragments that are together taller than a page cannot be kept together.
      if (end - start > room && at > index) return start + (first?.height ?? 0) <= bottom;
      if (end > bottom - measureNotes(notes, room) + TOLERANCE) return false;
      if (!fragment.keepWithNext) return true;
      end += Math.max(fragment.after, fragments[at + 1]?.before ?? 0);
    }
    return true;
  }
}

/**
 * Returns the height to reserve for footnotes: at most half a page, because longer ones continue on
 * the next page.
 */
function measureNotes(notes: readonly Fragment[], room: number): number {
  return notes.length === 0 ? 0 : Math.min(measureStack(notes) + NOTE_GAP, room / 2);
}
