import type { Block, FieldSpan } from "../blocks.ts";
import { type PdfWarning, TooManyPagesError } from "../document.ts";
import type { ImageCache } from "../images/image-cache.ts";
import type { StructureElement, StructureTree } from "../page/structure.ts";
import type { TextStyle } from "../text/text-style.ts";
import type { Fragment } from "./fragment.ts";

/** Minimum height of a document, summed while its text is prepared. */
interface HeightBudget {
  used: number;
  max: number;
  /** Maximum width of a line: that of the text area. */
  lineWidth: number;
}

export interface OutlineEntry {
  level: number;
  title: string;
  id: string;
}

/** Page numbers known so far. Text in the body is laid out with placeholders first. */
export interface PageNumbers {
  /** The page of a header or footer; undefined in the body. */
  page?: number;
  pages?: number;
  /** The pages of blocks with an id; undefined in the first layout. */
  pageNumbers?: ReadonlyMap<string, number>;
}

/** The inputs and the collected state of layout. */
export interface LayoutContext {
  tree: StructureTree;
  /** See `PdfDocument.mirrored`. */
  mirrored: boolean;
  /** The style that blocks inherit. */
  style: TextStyle;
  /** Height of the text area, the maximum height of an unbreakable fragment. */
  bodyHeight: number;
  numbers: PageNumbers;
  documentState: DocumentState;
  /** Absent for blocks side by side, because only the tallest one counts. */
  budget?: HeightBudget | undefined;
  /**
   * Lays out a footnote the first time that text refers to it; its element becomes a child of
   * `parent`.
   */
  layoutNote(name: string, parent: StructureElement): Fragment[];
}

/** State collected over a whole document. */
export interface DocumentState {
  outline: OutlineEntry[];
  /** Structure level of the previous heading, so that no level is skipped. */
  headingLevel: number;
  /** Set when the body's text contains page numbers. */
  usesPageNumbers: boolean;
  images: ImageCache;
  missing: Set<string>;
}

/**
 * A block after shaping: its minimum and maximum widths are known, and it can be laid out at any
 * width.
 */
export interface PreparedBlock {
  /** The minimum width without breaking words, and the width without breaking lines. */
  minWidth: number;
  maxWidth: number;
  /** Lays it out; its elements become children of `parent`. */
  layout(width: number, parent: StructureElement): Fragment[];
}

/**
 * Prepares any block. Passed as an argument, so that container blocks need not import all kinds.
 */
export type PrepareBlock = (block: Block, context: LayoutContext) => PreparedBlock;

/**
 * Adds to the document's minimum height. Throws TooManyPagesError as soon as it exceeds the maximum
 * number of pages, because laying out the rest would take seconds.
 */
export function reserveHeight({ budget }: LayoutContext, height: number): void {
  if (!budget) return;
  budget.used += height;
  if (budget.used > budget.max) throw new TooManyPagesError();
}

/** As wide as most page numbers, for the first layout. */
const PLACEHOLDER = "00";

/**
 * Returns the text of a field. Throws an Error for the number of the body's own page, which is not
 * known yet, and for an unknown block.
 */
export function getFieldText(
  { field }: FieldSpan,
  { numbers, documentState }: LayoutContext,
): string {
  if (field === "page") {
    if (numbers.page !== undefined) return String(numbers.page);
    throw new Error("the field page belongs in a header or footer");
  }
  documentState.usesPageNumbers = true;
  if (field === "pages") return String(numbers.pages ?? PLACEHOLDER);
  if (!numbers.pageNumbers) return PLACEHOLDER;
  const page = numbers.pageNumbers.get(field.pageOf);
  if (page === undefined) throw new Error(`no block has the id ${field.pageOf}`);
  return String(page);
}

export function listWarnings({ missing }: DocumentState): PdfWarning[] {
  return missing.size > 0 ? [{ code: "missing-glyph", characters: [...missing] }] : [];
}
