import { ValidationError } from "../../lib/errors.ts";
import type { Input } from "../../lib/schema.ts";
import { WorkerError } from "../../lib/workers/worker-client.ts";
import type { ToolContext } from "../tool-context.ts";
import { toRequest } from "./request.ts";
import type { PdfInput } from "./schema.ts";
import {
  FIND_CODE_TASK,
  type FoundCodeBlocks,
  MAKE_TASK,
  type MarkdownRequest,
  type MarkdownResult,
  type TitledPdf,
} from "./task.ts";

/** Matches the fence of a code block. A text without one has no code to color. */
const FENCE = /```|~~~/;

/** Converts Markdown to a PDF in a worker. Throws ValidationError for a request that breaks a rule or takes too long. */
export async function makePdf(
  input: Input<typeof PdfInput>,
  context: ToolContext,
): Promise<TitledPdf> {
  const request = toRequest(input, context.now());
  const hasColors = input.highlight && FENCE.test(input.markdown);
  const colored = hasColors ? await highlightCode(request, context) : [];
  const result = await run<MarkdownResult>(context, MAKE_TASK, { ...request, colored });
  if (result.kind === "rendered") return result;
  const { path, message } = result.issue;
  throw ValidationError.at(path, message);
}

async function highlightCode(
  { markdown }: MarkdownRequest,
  context: ToolContext,
): Promise<MarkdownRequest["colored"]> {
  const blocks = await run<FoundCodeBlocks>(context, FIND_CODE_TASK, markdown);
  return blocks.length > 0 ? context.highlighter.highlight(blocks) : [];
}

async function run<T>({ tasks }: ToolContext, task: URL, input: unknown): Promise<T> {
  try {
    return await tasks.run<T>(task, input);
  } catch (error) {
    if (error instanceof WorkerError && exceedsLimits(error)) {
      throw ValidationError.at(
        ["markdown"],
        "takes too long to lay out; make it shorter or simpler",
      );
    }
    throw error;
  }
}

/** Returns true for the error of a worker that exceeded its time or memory. */
function exceedsLimits({ reason, code }: WorkerError): boolean {
  return reason === "timeout" || reason === "exited" || code === "ERR_WORKER_OUT_OF_MEMORY";
}
