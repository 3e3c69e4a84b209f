import type { Block, FieldSpan } from "../blocks.ts";
import { type PdfWarning, TooManyPagesError } from "../document.ts";
import type { DecodedImage } from "../images/decoded-image.ts";
import { readImage } from "../images/image.ts";
import type { StructureElement, StructureTree } from "../page/structure.ts";
import type { TextStyle } from "../text/style.ts";
import type { Fragment } from "./fragment.ts";

/** Least height that a document needs, counted while its text is prepared. */
interface HeightBudget {
  used: number;
  max: number;
  /** Width of the text's area: no line is longer. */
  lineWidth: number;
}

/** An entry of the document's outline. */
export interface OutlineEntry {
  level: number;
  title: string;
  id: string;
}

/** The inputs of layout, and the state that it collects. */
export interface LayoutContext {
  tree: StructureTree;
  /** The style that blocks inherit. */
  style: TextStyle;
  /** Height of the text's area on a page: nothing that must not break is taller. */
  bodyHeight: number;
  /** Numbers known so far; missing ones are laid out as a placeholder. */
  numbers: { page?: number; pages?: number; pageOf: ReadonlyMap<string, number> };
  shared: SharedState;
  /** Absent where blocks are beside each other, because the tallest one counts. */
  budget?: HeightBudget | undefined;
  /** Lays out a footnote the first time that text refers to it; its element becomes a child of `parent`. */
  layOutNote(name: string, parent: StructureElement): Fragment[];
}

/** State that is collected over a whole document. */
export interface SharedState {
  outline: OutlineEntry[];
  /** The structure level of the heading before, so that none is skipped. */
  headingLevel: number;
  /** Set when text refers to the page of a block. */
  usesPageNumbers: boolean;
  images: Map<Uint8Array, DecodedImage>;
  missing: Set<string>;
}

/** A block whose text is shaped: its widths are known, and it can be laid out at any. */
export interface PreparedBlock {
  /** The least width without breaking words, and the width without breaking lines. */
  minWidth: number;
  maxWidth: number;
  /** Lays it out; its elements become children of `parent`. */
  layOut(width: number, parent: StructureElement): Fragment[];
}

/** Prepares any block; passed along so that blocks that hold others need not import all kinds. */
export type PrepareBlock = (block: Block, context: LayoutContext) => PreparedBlock;

/**
 * Counts the height that a part of the document needs at least. Throws TooManyPagesError as soon as it cannot have few
 * enough pages, because laying out the rest would take seconds.
 */
export function claimHeight({ budget }: LayoutContext, height: number): void {
  if (!budget) return;
  budget.used += height;
  if (budget.used > budget.max) throw new TooManyPagesError();
}

/** Returns the text of a field. */
export function getFieldText({ field }: FieldSpan, { numbers, shared }: LayoutContext): string {
  if (typeof field === "object") shared.usesPageNumbers = true;
  const value =
    field === "page" || field === "pages" ? numbers[field] : numbers.pageOf.get(field.pageOf);
  // As wide as most page numbers, for the first layout.
  return value === undefined ? "00" : String(value);
}

/** Reads an image once, however often it is shown. Throws ImageError. */
export function loadImage(data: Uint8Array, { shared }: LayoutContext): DecodedImage {
  const image = shared.images.get(data) ?? readImage(data);
  shared.images.set(data, image);
  return image;
}

/** Returns the warnings about a document. */
export function listWarnings({ missing }: SharedState): PdfWarning[] {
  return missing.size > 0 ? [{ code: "missing-glyph", characters: [...missing] }] : [];
}
