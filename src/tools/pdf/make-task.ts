import { TooManyPagesError } from "../../pdf/document.ts";
import { ImageError } from "../../pdf/images/decoded-image.ts";
import { readImage } from "../../pdf/images/image.ts";
import { renderPdf } from "../../pdf/render.ts";
import { MAX_NESTING, NestingError } from "./markdown/parse.ts";
import { toDocument } from "./markdown-document.ts";
import { type MarkdownRequest, type MarkdownResult, MAX_PAGES, type LayoutIssue } from "./task.ts";

/** Converts Markdown to a PDF. Runs in a worker. */
export default function runMakeTask(request: MarkdownRequest): MarkdownResult {
  const issue = findUnreadableImage(request);
  if (issue) return { kind: "invalid", issue };
  try {
    const document = toDocument(request);
    return { kind: "rendered", title: document.title, ...renderPdf(document) };
  } catch (error) {
    return { kind: "invalid", issue: toIssue(error) };
  }
}

function findUnreadableImage({ images }: MarkdownRequest): LayoutIssue | undefined {
  for (const [name, data] of Object.entries(images)) {
    try {
      readImage(data);
    } catch (error) {
      if (!(error instanceof ImageError)) throw error;
      return { path: ["images", name], message: error.message };
    }
  }
  return undefined;
}

/** Converts an error that the caller can fix. Throws any other error. */
function toIssue(error: unknown): LayoutIssue {
  const path = ["markdown"];
  if (error instanceof TooManyPagesError) {
    const actual = error.pages === undefined ? "" : `; it makes ${error.pages}`;
    return { path, message: `must make at most ${MAX_PAGES} pages${actual}` };
  }
  if (error instanceof NestingError) {
    return { path, message: `must not be nested deeper than ${MAX_NESTING} levels` };
  }
  throw error;
}
