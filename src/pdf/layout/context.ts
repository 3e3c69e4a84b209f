import type { Block, FieldSpan } from "../blocks.ts";
import { type PdfWarning, TooManyPagesError } from "../document.ts";
import type { DecodedImage } from "../images/decoded-image.ts";
import { readImage } from "../images/image.ts";
import type { StructureElement, StructureTree } from "../page/structure.ts";
import type { TextStyle } from "../text/style.ts";
import type { Fragment } from "./fragment.ts";

/** Minimum height of a document, summed while its text is prepared. */
interface HeightBudget {
  used: number;
  max: number;
  /** Maximum width of a line: that of the text area. */
  lineWidth: number;
}

/** An entry of the document's outline. */
export interface OutlineEntry {
  level: number;
  title: string;
  id: string;
}

/** The inputs and the collected state of layout. */
export interface LayoutContext {
  tree: StructureTree;
  /** The style that blocks inherit. */
  style: TextStyle;
  /** Height of the text area, the maximum height of an unbreakable fragment. */
  bodyHeight: number;
  /** Page numbers resolved so far; missing ones are laid out as a placeholder. */
  numbers: { page?: number; pages?: number; pageOf: ReadonlyMap<string, number> };
  shared: SharedState;
  /** Absent for blocks side by side, because only the tallest one counts. */
  budget?: HeightBudget | undefined;
  /** Lays out a footnote the first time that text refers to it; its element becomes a child of `parent`. */
  layoutNote(name: string, parent: StructureElement): Fragment[];
}

/** State collected over a whole document. */
export interface SharedState {
  outline: OutlineEntry[];
  /** Structure level of the previous heading, so that no level is skipped. */
  headingLevel: number;
  /** Set when text refers to the page of a block. */
  usesPageNumbers: boolean;
  images: Map<Uint8Array, DecodedImage>;
  missing: Set<string>;
}

/** A block after shaping: its minimum and maximum widths are known, and it can be laid out at any width. */
export interface PreparedBlock {
  /** The minimum width without breaking words, and the width without breaking lines. */
  minWidth: number;
  maxWidth: number;
  /** Lays it out; its elements become children of `parent`. */
  layout(width: number, parent: StructureElement): Fragment[];
}

/** Prepares any block. Passed as an argument, so that container blocks need not import all kinds. */
export type PrepareBlock = (block: Block, context: LayoutContext) => PreparedBlock;

/**
 * Adds to the document's minimum height. Throws TooManyPagesError as soon as it exceeds the maximum number of pages,
 * because laying out the rest would take seconds.
 */
export function reserveHeight({ budget }: LayoutContext, height: number): void {
  if (!budget) return;
  budget.used += height;
  if (budget.used > budget.max) throw new TooManyPagesError();
}

/** Returns the text of a field. */
export function getFieldText({ field }: FieldSpan, { numbers, shared }: LayoutContext): string {
  if (typeof field === "object") shared.usesPageNumbers = true;
  const value =
    field === "page" || field === "pages" ? numbers[field] : numbers.pageOf.get(field.pageOf);
  // A placeholder as wide as most page numbers, for the first layout.
  return value === undefined ? "00" : String(value);
}

/** Reads an image once, even if it is shown several times. Throws ImageError. */
export function loadImage(data: Uint8Array, { shared }: LayoutContext): DecodedImage {
  const image = shared.images.get(data) ?? readImage(data);
  shared.images.set(data, image);
  return image;
}

/** Returns the warnings about a document. */
export function listWarnings({ missing }: SharedState): PdfWarning[] {
  return missing.size > 0 ? [{ code: "missing-glyph", characters: [...missing] }] : [];
}
