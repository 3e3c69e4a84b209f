import { TooManyPagesError } from "../../pdf/document.ts";
import { ImageError } from "../../lib/graphics/image-error.ts";
import { ImageCache } from "../../pdf/images/image-cache.ts";
import { renderPdf } from "../../pdf/render.ts";
import { MAX_NESTING, NestingError } from "./markdown/parse.ts";
import { toDocument } from "./markdown-document.ts";
import {
  type MarkdownPdf,
  type MarkdownRequest,
  type MarkdownResult,
  MAX_PAGES,
  type LayoutIssue,
} from "./task.ts";

/** Converts Markdown to a PDF. Runs in a worker. */
export default function runMakeTask(request: MarkdownRequest): MarkdownResult {
  const images = new ImageCache();
  const issue = findUnreadableImage(request, images);
  if (issue) return { kind: "invalid", issue };
  try {
    const { document, missingImages } = toDocument(request);
    const rendered = renderPdf(document, images);
    const warnings: MarkdownPdf["warnings"] = [...rendered.warnings];
    if (missingImages.length > 0) warnings.push({ code: "missing-image", names: missingImages });
    return { kind: "rendered", title: document.title, ...rendered, warnings };
  } catch (error) {
    return { kind: "invalid", issue: toIssue(error) };
  }
}

/** Reads all images, also those that the text does not show. */
function findUnreadableImage(
  request: MarkdownRequest,
  images: ImageCache,
): LayoutIssue | undefined {
  for (const [name, data] of Object.entries(request.images)) {
    try {
      images.read(data);
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
