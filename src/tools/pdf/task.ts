import type { PdfAttachment, PdfWarning, RenderedPdf } from "../../pdf/document.ts";
import type { CodeBlock, ColoredLine } from "./highlighter.ts";

/** A valid request with its defaults, the input of `MAKE_TASK`. */
export interface MarkdownRequest {
  markdown: string;
  title: string | undefined;
  author: string | undefined;
  language: string;
  pageSize: "A4" | "A5" | "Letter";
  /** Margin on each side in millimeters. */
  margin: number;
  /** Font size in points. */
  fontSize: number;
  header: string;
  footer: string;
  /** Day of creation, as `YYYY-MM-DD`. */
  date: string;
  tableOfContents: boolean;
  coverPage: boolean;
  images: Record<string, Uint8Array>;
  attachments: PdfAttachment[];
  /**
   * The colored lines of each code block that `FIND_CODE_TASK` returned, in order. Code without an
   * entry has one color.
   */
  colored?: (readonly ColoredLine[] | undefined)[] | undefined;
}

/** A broken rule that only the conversion of a request can find. */
export interface LayoutIssue {
  path: (string | number)[];
  message: string;
}

/**
 * Images that the text names and the request does not have. They are shown as their alternate text.
 */
export interface MissingImagesWarning {
  code: "missing-image";
  names: string[];
}

/** A PDF with its title: the request's, or the first heading. */
export interface MarkdownPdf extends Omit<RenderedPdf, "warnings"> {
  title: string;
  warnings: (PdfWarning | MissingImagesWarning)[];
}

export type MarkdownResult =
  | ({ kind: "rendered" } & MarkdownPdf)
  | { kind: "invalid"; issue: LayoutIssue };

/** The task that converts a `MarkdownRequest` to a `MarkdownResult`. */
export const MAKE_TASK = new URL("./make-task.js", import.meta.url);

/** The task that returns the code blocks with a language of a Markdown text. */
export const FIND_CODE_TASK = new URL("./find-code-task.js", import.meta.url);

/** Result of `FIND_CODE_TASK`. */
export type FoundCodeBlocks = CodeBlock[];

/** Maximum pages of a document. */
export const MAX_PAGES = 200;
