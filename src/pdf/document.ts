import type { Block, Margins } from "./blocks.ts";
import type { PathStep, Shape } from "../lib/graphics/shape.ts";
import type { TextStyle } from "./text/text-style.ts";
import type { XmpSchema } from "./writer/xmp.ts";

/**
 * Input of `renderPdf`. All lengths are points ({@link toPoints} converts mm), `y` grows downwards,
 * colors are 0xRRGGBB. It contains no functions, so it can be posted to a worker.
 */
export interface PdfDocument {
  /** Shown in the window's title bar; PDF/UA requires one. */
  title: string;
  author?: string | undefined;
  subject?: string | undefined;
  /** BCP 47. */
  language: string;
  /**
   * Creation and modification date: an instant in UTC, `2026-03-02T00:00:00Z`, so that the same
   * document has the same bytes.
   */
  date: string;
  page: PageSetup;
  /**
   * Swaps left and right of columns, alignments, paddings and lists, for scripts written from right
   * to left. Pictures and foot strips stay as they are.
   */
  mirrored?: boolean | undefined;
  /** The style of all text, over `DEFAULT_STYLE`. */
  style?: Partial<TextStyle> | undefined;
  /** Repeated at the top and foot of pages. They are artifacts: screen readers skip them. */
  header?: PageBand | undefined;
  footer?: PageBand | undefined;
  body: readonly Block[];
  /**
   * Footnotes by name; each is at the foot of the page of the first span that refers to it
   * (`TextSpan.note`).
   */
  notes?: Readonly<Record<string, readonly Block[]>> | undefined;
  attachments?: readonly PdfAttachment[] | undefined;
  /** Metadata schemas other than those of PDF/A and PDF/UA, such as that of Factur-X. */
  schemas?: readonly XmpSchema[] | undefined;
  /** Maximum pages; TooManyPagesError is thrown above it. Default: {@link MAX_PAGES}. */
  maxPages?: number | undefined;
}

/** The content of the metadata and the catalog. */
export interface DocumentFacts extends Pick<
  PdfDocument,
  "title" | "author" | "subject" | "language" | "mirrored" | "attachments" | "schemas"
> {
  /** Default: the document has no dates. */
  date?: string | undefined;
  /** `None` asks print dialogs to keep the size. Default: the reader's own choice. */
  printScaling?: "None" | undefined;
}

/** Default maximum number of pages. */
export const MAX_PAGES = 1000;

export interface PageSetup {
  width: number;
  height: number;
  margin: Margins;
}

/** Content that is repeated on pages. */
export interface PageBand {
  blocks: readonly Block[];
  /**
   * Distance from the page's edge to the band's outer side: its top for a header, its bottom for a
   * footer.
   */
  offset: number;
  /**
   * Minimum distance between the band and the text; the margin grows if the band needs it. Defaults
   * to 12.
   */
  gap?: number;
  /** Omits the band on the first page. */
  skipFirst?: boolean;
}

/** A file inside the document (PDF/A-3 associated file). */
export interface PdfAttachment {
  /** File name, such as `factur-x.xml`. */
  name: string;
  data: Uint8Array;
  /** Media type, such as `text/xml`. */
  mediaType: string;
  relationship: "Source" | "Data" | "Alternative" | "Supplement" | "Unspecified";
  description?: string | undefined;
}

export type * from "./blocks.ts";
export type { PathStep, Shape, TextStyle, XmpSchema };

/** A part of the document that could not be drawn as requested. */
export interface PdfWarning {
  code: "missing-glyph";
  /** Characters that no font has, each once. They are drawn as placeholders. */
  characters: string[];
}

export interface RenderedPdf {
  bytes: Uint8Array;
  pages: number;
  warnings: PdfWarning[];
}

/** Thrown for a document that exceeds its maximum number of pages. */
export class TooManyPagesError extends Error {
  readonly code = "too-many-pages";
  /** Undefined if layout stopped before counting them. */
  readonly pages: number | undefined;

  constructor(pages?: number) {
    super(`the document has ${pages ?? "too many"} pages`);
    this.name = "TooManyPagesError";
    this.pages = pages;
  }
}

/**
 * The task that renders a `PdfDocument` in a worker: `context.tasks.run<RenderedPdf>(RENDER_TASK,
 * document)`. A rejection has the code of the error: `image` (its message completes "the image …")
 * or `too-many-pages`.
 */
export const RENDER_TASK = new URL("./render-task.js", import.meta.url);

const POINTS_PER_MM = 72 / 25.4;

/** Converts millimeters to points. */
export function toPoints(length: number): number {
  return length * POINTS_PER_MM;
}

/** Sizes of pages in points. */
export const PAGE_SIZES = {
  A4: { width: toPoints(210), height: toPoints(297) },
  A5: { width: toPoints(148), height: toPoints(210) },
  Letter: { width: 612, height: 792 },
} as const;
