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

/** Text without a fence has no code to color. */
const FENCE = /```|~~~/;

/** Converts Markdown to a PDF in a worker. Throws ValidationError. */
export async function makePdf(
  input: Input<typeof PdfInput>,
  context: ToolContext,
): Promise<TitledPdf> {
  const request = toRequest(input, context.now());
  const colors = input.highlight && FENCE.test(input.markdown);
  const colored = colors ? await highlightCode(request, context) : [];
  const result = await run<MarkdownResult>(context, MAKE_TASK, { ...request, colored });
  if (result.kind === "made") return result;
  const { path, message } = result.refusal;
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
    if (error instanceof WorkerError && isTooMuch(error)) {
      throw ValidationError.at(
        ["markdown"],
        "takes too long to lay out; make it shorter or simpler",
      );
    }
    throw error;
  }
}

/** Returns true for a worker that ran out of time or memory. */
function isTooMuch({ reason, code }: WorkerError): boolean {
  return reason === "timeout" || reason === "exited" || code === "ERR_WORKER_OUT_OF_MEMORY";
}
