import { ValidationError } from "../../lib/errors.ts";
import { measureDecompressed } from "../../lib/graphics/png-header.ts";
import type { Input } from "../../lib/schema.ts";
import type { ToolContext } from "../tool-context.ts";
import { toRequest } from "./markdown-request.ts";
import type { PdfInput } from "./schema.ts";
import {
  FIND_CODE_TASK,
  type FoundCodeBlocks,
  MAKE_TASK,
  type MarkdownRequest,
  type MarkdownResult,
  type MarkdownPdf,
} from "./task.ts";

/** Matches the fence of a code block. A text without one has no code to color. */
const FENCE = /```|~~~/;

/**
 * Converts Markdown to a PDF in a worker. Throws ValidationError for a request that breaks a rule
 * or takes too long.
 */
export async function makePdf(
  input: Input<typeof PdfInput>,
  context: ToolContext,
): Promise<MarkdownPdf> {
  const request = toRequest(input, context.now());
  const hasColors = input.highlight && FENCE.test(input.markdown);
  const colored = hasColors ? await highlightCode(request, context) : [];
  const result = await context.tasks.run<MarkdownResult>(
    MAKE_TASK,
    { ...request, colored },
    { onTimeout: throwTooLong, bytes: measureDecompressed(Object.values(request.images)) },
  );
  if (result.kind === "rendered") return result;
  const { path, message } = result.issue;
  throw ValidationError.at(path, message);
}

async function highlightCode(
  { markdown }: MarkdownRequest,
  context: ToolContext,
): Promise<MarkdownRequest["colored"]> {
  const options = { onTimeout: throwTooLong };
  const blocks = await context.tasks.run<FoundCodeBlocks>(FIND_CODE_TASK, markdown, options);
  return blocks.length > 0 ? context.highlighter.highlight(blocks) : [];
}

function throwTooLong(): never {
  throw ValidationError.at(["markdown"], "takes too long to lay out; make it shorter or simpler");
}
