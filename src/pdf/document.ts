import type { PathStep, Shape } from "./page/shapes.ts";
import type { BaseDirection } from "./text/bidi.ts";
import type { TextStyle } from "./text/style.ts";
import type { XmpSchema } from "./writer/xmp.ts";

/**
 * A document as a value: what `renderPdf` makes a PDF of. All lengths are points ({@link mm} converts), `y` goes
 * downwards, colors are 0xRRGGBB. Nothing in it is a function, so a document can be posted to a worker.
 */
export interface PdfDocument {
  /** Shown in the window's title bar; PDF/UA requires one. */
  title: string;
  author?: string | undefined;
  subject?: string | undefined;
  /** BCP 47. */
  language: string;
  /** Creation and modification: an instant in UTC, `2026-03-02T00:00:00Z`. The same document gives the same bytes. */
  date: string;
  page: PageSetup;
  /** The style of all text, over `DEFAULT_STYLE`. */
  style?: Partial<TextStyle> | undefined;
  /** Repeated at the top and foot of pages. They are artifacts: screen readers skip them. */
  header?: Band | undefined;
  footer?: Band | undefined;
  body: readonly Block[];
  /** Footnotes by name; each is at the foot of the page of the first span that refers to it (`TextSpan.note`). */
  notes?: Readonly<Record<string, readonly Block[]>> | undefined;
  attachments?: readonly Attachment[] | undefined;
  /** Metadata schemas besides those of PDF/A and PDF/UA, such as that of Factur-X. */
  schemas?: readonly XmpSchema[] | undefined;
  /** Throws TooManyPagesError past this; defaults to {@link MAX_PAGES}. */
  maxPages?: number | undefined;
}

/** The most pages of a document that states no limit of its own. */
export const MAX_PAGES = 1000;

/** The size of pages and their margins. */
export interface PageSetup {
  width: number;
  height: number;
  margin: Margins;
}

type Margins = Record<"top" | "right" | "bottom" | "left", number>;

/** Content that is repeated on pages. */
export interface Band {
  blocks: readonly Block[];
  /** From the page's edge to the band's far side: its top for a header, its bottom for a footer. */
  offset: number;
  /** Least distance between the band and the text; the margin grows when the band needs it. Defaults to 12. */
  gap?: number;
  /** Leaves the band out on the first page. */
  skipFirst?: boolean;
}

/** A file inside the document (PDF/A-3 associated file). */
export interface Attachment {
  /** File name, such as `factur-x.xml`. */
  name: string;
  data: Uint8Array;
  /** Media type, such as `text/xml`. */
  mediaType: string;
  relationship: "Source" | "Data" | "Alternative" | "Supplement" | "Unspecified";
  description?: string | undefined;
}

/** A piece of a paragraph. A plain string is text in the paragraph's style. */
export type Inline = string | TextSpan | FieldSpan;

/** Text with a style, link or meaning of its own. Line feeds end lines. */
export interface TextSpan {
  text: string;
  style?: Partial<TextStyle> | undefined;
  link?: Link | undefined;
  /** What the text is, for assistive technology. */
  tag?: "Code" | "Quote" | undefined;
  /** The name of the footnote (`PdfDocument.notes`) that this text, its number, refers to. */
  note?: string | undefined;
}

/** A number that is known once pages are: this page's, how many there are, or the page of the block with an id. */
export interface FieldSpan {
  field: "page" | "pages" | { pageOf: string };
  style?: Partial<TextStyle> | undefined;
  link?: Link | undefined;
}

/** A target: an address, or the block with an id. `description` is read aloud; it defaults to the address. */
export type Link =
  | { url: string; description?: string | undefined }
  | { to: string; description?: string | undefined };

/** What all blocks have. */
interface BlockBase {
  /** Distance to the block before and after. Distances do not add up: the larger one counts. Default 0. */
  before?: number | undefined;
  after?: number | undefined;
  /** Never ends a page: the next block is on the same one. */
  keepWithNext?: boolean | undefined;
  /** A name that links and page numbers refer to. */
  id?: string | undefined;
}

export type Alignment = "start" | "end" | "left" | "center" | "right";

/** Text. It is set ragged, with at least two lines of it on a page. */
export interface Paragraph extends BlockBase {
  type: "paragraph";
  text: Inline | readonly Inline[];
  style?: Partial<TextStyle> | undefined;
  /** `start` is left, or right where the text begins with Arabic or Hebrew. */
  align?: Alignment | undefined;
  direction?: BaseDirection | undefined;
  /** `None` leaves it without an element of its own: its text belongs to the cell or label that it is in. */
  tag?: "P" | "Caption" | "Code" | "Lbl" | "None" | undefined;
  /** BCP 47, where it is not the document's language. */
  language?: string | undefined;
}

/** A heading: part of the outline and never alone at a page's end. Levels that are skipped are closed up. */
export interface Heading extends BlockBase {
  type: "heading";
  level: 1 | 2 | 3 | 4 | 5 | 6;
  text: Inline | readonly Inline[];
  style?: Partial<TextStyle> | undefined;
  align?: Alignment | undefined;
  direction?: BaseDirection | undefined;
}

/** A list. Items may hold any blocks. */
export interface List extends BlockBase {
  type: "list";
  /** How assistive technology announces it. */
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

/** A table. Rows never break across pages unless they are taller than one; header rows are repeated. */
export interface Table extends BlockBase {
  type: "table";
  columns: readonly TableColumn[];
  /** Header rows; their cells are column headers. */
  head?: readonly TableRow[] | undefined;
  rows: readonly TableRow[];
  /** Distance between a cell's edge and its content. */
  padding: { x: number; y: number };
  /** Lines under header rows, between rows, and under the last row. */
  rules?: { head?: Stroke; rows?: Stroke; end?: Stroke; start?: Stroke } | undefined;
  /** Uses the whole width even where the content does not need it. Default true. */
  fill?: boolean | undefined;
  /** What the table contains, for assistive technology. */
  summary?: string | undefined;
}

interface TableColumn {
  /** Points, a share of what is left (`{ share: 2 }`), or as the content needs. Default `auto`. */
  width?: number | { share: number } | "auto" | undefined;
  align?: Alignment | undefined;
}

export interface TableRow {
  cells: readonly TableCell[];
  background?: number | undefined;
  /** Stays on the page of the next row. */
  keepWithNext?: boolean | undefined;
}

export interface TableCell {
  content: Inline | readonly Inline[] | { blocks: readonly Block[] };
  /** Makes it a header of its row. Cells of `head` are column headers. */
  scope?: "Row" | "Column" | undefined;
  /** How many columns it takes; default 1. */
  columns?: number | undefined;
  align?: Alignment | undefined;
  verticalAlign?: "top" | "middle" | "bottom" | undefined;
  style?: Partial<TextStyle> | undefined;
}

/** A line. */
export interface Stroke {
  width: number;
  color: number;
}

/** Blocks side by side, kept together on a page: an address beside dates, or signatures. */
export interface Columns extends BlockBase {
  type: "columns";
  columns: readonly { width?: number | { share: number }; blocks: readonly Block[] }[];
  gap: number;
}

/** Blocks with something in common: a frame, a background, a place in the structure, or one page. */
export interface Group extends BlockBase {
  type: "group";
  blocks: readonly Block[];
  tag?: "Sect" | "Div" | "BlockQuote" | "TOC" | "TOCI" | "Note" | undefined;
  keepTogether?: boolean | undefined;
  background?: number | undefined;
  border?: Stroke | undefined;
  /** Radius of the corners of background and border. */
  radius?: number | undefined;
  /** A line at the start side, as of quotations. */
  bar?: Stroke | undefined;
  padding?: Partial<Margins> | undefined;
}

/** A drawing: a logo, a QR code. Without `alt` it is decoration that assistive technology skips. */
export interface Figure extends BlockBase {
  type: "figure";
  /** Size on the page. */
  width: number;
  height: number;
  /** The part of the shapes' plane that is shown, in its own units. Defaults to `width` by `height`. */
  viewBox?: { x: number; y: number; width: number; height: number } | undefined;
  shapes: readonly Shape[];
  alt?: string | undefined;
  align?: Alignment | undefined;
}

/** A PNG or JPEG image. It keeps its proportions and is never larger than the text's column. */
export interface ImageBlock extends BlockBase {
  type: "image";
  data: Uint8Array;
  alt?: string | undefined;
  /** Largest size; defaults to 96 pixels an inch. */
  maxWidth?: number | undefined;
  maxHeight?: number | undefined;
  align?: Alignment | undefined;
}

/** A horizontal line across the column. */
export interface Rule extends BlockBase {
  type: "rule";
  stroke: Stroke;
}

/** Empty space that stays at a page's top. */
interface Spacer {
  type: "spacer";
  height: number;
}

/** Continues on the next page. */
interface PageBreak {
  type: "page-break";
}

/**
 * A strip across the page at its foot, such as a payment slip, with blocks at exact places. It begins a page of its
 * own if there is no room, and takes the place of the page's footer.
 */
export interface FootStrip {
  type: "foot-strip";
  height: number;
  /** `x` from the page's left edge, `y` from the strip's top. */
  items: readonly { x: number; y: number; width: number; blocks: readonly Block[] }[];
  /** Lines and marks behind the items, as decoration. */
  shapes?: readonly Shape[] | undefined;
}

export type Block =
  | Paragraph
  | Heading
  | List
  | Table
  | Columns
  | Group
  | Figure
  | ImageBlock
  | Rule
  | Spacer
  | PageBreak
  | FootStrip;

export type { PathStep, Shape, TextStyle, XmpSchema };

/** What could not be drawn as asked. */
export interface PdfWarning {
  code: "missing-glyph";
  /** Characters that no font has, each once. They are drawn as frames. */
  characters: string[];
}

/** A finished document. */
export interface RenderedPdf {
  bytes: Uint8Array;
  pages: number;
  warnings: PdfWarning[];
}

/** A document has more pages than it may have. */
export class TooManyPagesError extends Error {
  readonly code = "too-many-pages";
  /** Undefined when there were so many that they were not counted. */
  readonly pages: number | undefined;

  constructor(pages?: number) {
    super(`the document has ${pages ?? "too many"} pages`);
    this.name = "TooManyPagesError";
    this.pages = pages;
  }
}

/**
 * The task that renders a `PdfDocument` in a worker: `context.tasks.run<RenderedPdf>(RENDER_TASK, document)`. A rejection
 * has the code of the error: `image` (its message completes "the image …") or `too-many-pages`.
 */
export const RENDER_TASK = new URL("./render-task.js", import.meta.url);

const POINTS_PER_MM = 72 / 25.4;

/** Converts millimetres to points. */
export function mm(length: number): number {
  return length * POINTS_PER_MM;
}

/** Sizes of pages in points. */
export const PAGE_SIZES = {
  A4: { width: mm(210), height: mm(297) },
  A5: { width: mm(148), height: mm(210) },
  Letter: { width: 612, height: 792 },
} as const;
