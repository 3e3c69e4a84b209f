import type { Attachment, RenderedPdf } from "../../pdf/document.ts";
import type { CodeBlock, ColoredLine } from "./highlighter.ts";

/** Input of the worker: valid and with every default. */
export interface MarkdownRequest {
  markdown: string;
  title: string | undefined;
  author: string | undefined;
  language: string;
  pageSize: "A4" | "A5" | "Letter";
  /** Millimeters. */
  margin: number;
  /** Points. */
  fontSize: number;
  header: string;
  footer: string;
  /** `YYYY-MM-DD`. */
  date: string;
  tableOfContents: boolean;
  coverPage: boolean;
  images: Record<string, Uint8Array>;
  attachments: Attachment[];
  /** Colored lines, one entry for each code block that `findCode` returned; absent: plain. */
  colored?: (readonly ColoredLine[] | undefined)[] | undefined;
}

/** A broken rule of the request that only layout can find. */
export interface LayoutIssue {
  path: (string | number)[];
  message: string;
}

/** A PDF with its title: the request's, or the first heading. */
export interface TitledPdf extends RenderedPdf {
  title: string;
}

/** Result of a request. */
export type MarkdownResult =
  | ({ kind: "made" } & TitledPdf)
  | { kind: "refused"; refusal: LayoutIssue };

/** The task that makes a document of a `MarkdownRequest`. */
export const MAKE_TASK = new URL("./make-task.js", import.meta.url);

/** The task that returns the `CodeBlock`s of a text that have a language, or a `Refusal`. */
export const FIND_CODE_TASK = new URL("./find-code-task.js", import.meta.url);

/** Result of `FIND_CODE_TASK`. */
export type FoundCodeBlocks = CodeBlock[];

/** Maximum pages of a document. */
export const MAX_PAGES = 200;
