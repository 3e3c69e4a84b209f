import type { Shape } from "../lib/graphics/shape.ts";
import type { BaseDirection } from "./text/bidi.ts";
import type { TextStyle } from "./text/text-style.ts";

/** Distances from the four sides, in points. */
export type Margins = Record<"top" | "right" | "bottom" | "left", number>;

/** A piece of a paragraph. A plain string is text in the paragraph's style. */
export type Inline = string | TextSpan | FieldSpan;

/** Text with its own style, link or meaning. Line feeds end lines. */
export interface TextSpan {
  text: string;
  style?: Partial<TextStyle> | undefined;
  link?: Link | undefined;
  /** Meaning of the text for assistive technology. */
  tag?: "Code" | "Quote" | undefined;
  /** BCP 47 tag if it differs from the paragraph's language. */
  language?: string | undefined;
  /** Name of the footnote (`PdfDocument.notes`) that this number refers to. */
  note?: string | undefined;
}

/**
 * A number that is known only after layout: the page's (in headers and footers only), that of all
 * pages, or that of a block's page.
 */
export interface FieldSpan {
  field: "page" | "pages" | { pageOf: string };
  style?: Partial<TextStyle> | undefined;
  link?: Link | undefined;
}

/**
 * A link's target: a URL, or the block with an id. Screen readers read `description`; it defaults
 * to the URL.
 */
export type Link =
  | { url: string; description?: string | undefined }
  | { to: string; description?: string | undefined };

interface BlockBase {
  /**
   * Distances to the blocks before and after. They do not add up: the larger one counts. Default 0.
   */
  before?: number | undefined;
  after?: number | undefined;
  /** Keeps the next block on the same page. */
  keepWithNext?: boolean | undefined;
  /** A target for links and page numbers. */
  id?: string | undefined;
}

/**
 * The side that lines begin or end at. `start` and `end` follow the direction of the text, and in a
 * mirrored document that of the document.
 */
export type Alignment = "start" | "end" | "left" | "center" | "right";

/** A paragraph, ragged, with at least two of its lines on a page. */
export interface Paragraph extends BlockBase {
  type: "paragraph";
  text: Inline | readonly Inline[];
  style?: Partial<TextStyle> | undefined;
  /** `start` is left, or right where the text begins with Arabic or Hebrew. */
  align?: Alignment | undefined;
  direction?: BaseDirection | undefined;
  /**
   * `None` adds no structure element, because the text belongs to the cell or label that contains
   * it.
   */
  tag?: "P" | "Caption" | "Code" | "Lbl" | "None" | undefined;
  /** BCP 47 tag if it differs from the document's language. */
  language?: string | undefined;
}

/** A heading: part of the outline and never alone at a page's end. Skipped levels are closed. */
export interface Heading extends Omit<Paragraph, "type" | "tag" | "language"> {
  type: "heading";
  level: 1 | 2 | 3 | 4 | 5 | 6;
}

/** A list. Items may contain any blocks. */
export interface List extends BlockBase {
  type: "list";
  /** Announced by assistive technology. */
  numbering: "Decimal" | "Disc" | "None";
  items: readonly ListItem[];
  /** Width of the column of markers. */
  indent: number;
  /** Distance between items. */
  gap?: number | undefined;
}

export interface ListItem {
  /** `1.` or `•`. */
  marker: Inline;
  blocks: readonly Block[];
}

/**
 * A table. Rows never break across pages unless they are taller than one; header rows are repeated.
 */
export interface TableBlock extends BlockBase {
  type: "table";
  columns: readonly TableColumn[];
  /** Header rows; their cells are column headers. */
  head?: readonly TableRow[] | undefined;
  rows: readonly TableRow[];
  /**
   * Distance between a cell's edge and its content. `outer` replaces `x` at the left and right edge
   * of the table.
   */
  padding: { x: number; y: number; outer?: number };
  /** Lines under header rows, between rows, under the last row, and above the first one. */
  rules?: { head?: Stroke; rows?: Stroke; end?: Stroke; start?: Stroke } | undefined;
  /** Uses the whole width even if the content does not need it. Default true. */
  fill?: boolean | undefined;
  /** Summary of the table for assistive technology. */
  summary?: string | undefined;
}

interface TableColumn {
  /**
   * Points, a share of the remaining width (`{ share: 2 }`), or as the content needs. Default
   * `auto`.
   */
  width?: number | { share: number } | "auto" | undefined;
  align?: Alignment | undefined;
}

export interface TableRow {
  cells: readonly TableCell[];
  background?: number | undefined;
  /** Keeps the next row on the same page. */
  keepWithNext?: boolean | undefined;
}

export interface TableCell {
  content: Inline | readonly Inline[] | { blocks: readonly Block[] };
  /** Makes it a header of its row. Cells of `head` are column headers. */
  scope?: "Row" | "Column" | undefined;
  /** Number of columns that it spans; default 1. */
  columns?: number | undefined;
  align?: Alignment | undefined;
  verticalAlign?: "top" | "middle" | "bottom" | undefined;
  style?: Partial<TextStyle> | undefined;
}

/** The width in points and the color of a line. */
export interface Stroke {
  width: number;
  color: number;
}

interface BlockColumn {
  /** Default: one share. */
  width?: number | { share: number } | undefined;
  /** Widens the column to what does not break in it, up to half of the width. */
  fits?: boolean | undefined;
  blocks: readonly Block[];
}

/** Blocks side by side, kept together on a page: an address beside dates, or signatures. */
export interface Columns extends BlockBase {
  type: "columns";
  columns: readonly BlockColumn[];
  gap: number;
}

/** Blocks that share a frame, a background, a structure element, or one page. */
export interface Group extends BlockBase {
  type: "group";
  blocks: readonly Block[];
  tag?: "Sect" | "Div" | "BlockQuote" | "TOC" | "TOCI" | "Note" | undefined;
  keepTogether?: boolean | undefined;
  background?: number | undefined;
  /** Extends the background beyond the group, such as to the edges of the page. */
  bleed?: Partial<Margins> | undefined;
  border?: Stroke | undefined;
  /** Radius of the corners of background and border. */
  radius?: number | undefined;
  /** A line at the start side, for quotations. */
  bar?: Stroke | undefined;
  padding?: Partial<Margins> | undefined;
}

/** A drawing: a logo, a QR code. Without `alt` it is decoration, which screen readers skip. */
interface Drawing extends BlockBase {
  /** Size on the page. */
  width: number;
  height: number;
  alt?: string | undefined;
  align?: Alignment | undefined;
}

/** A drawing of shapes. */
export interface Figure extends Drawing {
  type: "figure";
  /** The visible part of the coordinate system of the shapes. Default: `width` by `height`. */
  viewBox?: { x: number; y: number; width: number; height: number } | undefined;
  shapes: readonly Shape[];
}

/**
 * A drawing as an SVG of shapes, which is read in the worker. Its viewBox fills `width` by
 * `height`.
 */
export interface SvgBlock extends Drawing {
  type: "svg";
  text: string;
}

/** A PNG or JPEG image. It keeps its proportions and is never larger than the text's column. */
export interface ImageBlock extends BlockBase {
  type: "image";
  data: Uint8Array;
  alt?: string | undefined;
  /** Maximum size; by default the image has 96 pixels per inch. */
  maxWidth?: number | undefined;
  maxHeight?: number | undefined;
  align?: Alignment | undefined;
}

/** A horizontal line across the column. */
export interface Rule extends BlockBase {
  type: "rule";
  stroke: Stroke;
}

/** Vertical space, also at a page's top. */
interface Spacer {
  type: "spacer";
  height: number;
}

/** Continues on the next page. */
interface PageBreak {
  type: "page-break";
}

/** Blocks at exact positions, also in a mirrored document. */
export interface Strip {
  type: "strip";
  height: number;
  /** `x` from the page's left edge, `y` from the strip's top. */
  items: readonly { x: number; y: number; width: number; blocks: readonly Block[] }[];
  /** Lines and marks behind the items, as decoration. */
  shapes?: readonly Shape[] | undefined;
}

/**
 * A strip at the foot of the page, such as a payment slip, whose texts are not mirrored. It starts
 * a new page if there is no room, and replaces the page's footer.
 */
export interface FootStrip extends Omit<Strip, "type"> {
  type: "foot-strip";
}

/** A part of the document's text, header or footer. */
export type Block =
  | Paragraph
  | Heading
  | List
  | TableBlock
  | Columns
  | Group
  | Figure
  | SvgBlock
  | ImageBlock
  | Rule
  | Spacer
  | PageBreak
  | Strip
  | FootStrip;
