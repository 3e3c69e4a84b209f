import type { CallToolResult } from "@modelcontextprotocol/server";
import { getErrorMessage, HttpError, UnavailableError, ValidationError } from "../lib/errors.ts";
import type { ToolCall } from "./list/catalog.ts";
import { Progress, startHeartbeat } from "./progress.ts";
import { describeFailure } from "./repair/describe-failure.ts";
import { listIgnoredMembers } from "./repair/ignored-members.ts";
import type { Session } from "./session.ts";

/** How the caller of a request waits. */
interface RequestWaiting {
  /** Aborted when the call is canceled or the caller is gone. */
  signal: AbortSignal;
  /** Notifies the caller of the progress; undefined: it did not ask for it. */
  notify: ((progress: number) => Promise<void>) | undefined;
}

/**
 * Calls a tool. Returns failures as results, not as protocol errors, so that the model reads the
 * message and can correct its call.
 */
export async function callSafely(
  target: ToolCall,
  session: Session,
  { signal, notify }: RequestWaiting,
): Promise<CallToolResult> {
  try {
    if (session.refusal) throw session.refusal;
    return notify
      ? await callWithProgress(target, session, { signal, notify })
      : await call(target, session, { signal });
  } catch (error) {
    // A canceled call has no answer.
    if (signal.aborted) return createFailure("cancelled");
    return describeError(error, target, session);
  }
}

async function call(
  { tool, input }: ToolCall,
  session: Session,
  waiting: Parameters<Session["createCall"]>[0],
): Promise<CallToolResult> {
  const result = await tool.call(input, session.createCall(waiting));
  return addIgnored(result, listIgnoredMembers(tool.inputSchema, input));
}

async function callWithProgress(
  target: ToolCall,
  session: Session,
  { signal, notify }: { signal: AbortSignal; notify: NonNullable<RequestWaiting["notify"]> },
): Promise<CallToolResult> {
  const progress = new Progress(notify);
  const { heartbeatMs } = target.tool;
  const stop = heartbeatMs && startHeartbeat(heartbeatMs, progress.report);
  try {
    return await call(target, session, { signal, onProgress: progress.report });
  } finally {
    stop?.();
    await progress.finish();
  }
}

async function describeError(
  error: unknown,
  { tool, input }: ToolCall,
  session: Session,
): Promise<CallToolResult> {
  if (error instanceof ValidationError) {
    return createFailure(error.message, await describeFailure(tool, input, error));
  }
  if (error instanceof UnavailableError) return createFailure(formatWait(error));
  if (error instanceof HttpError) return createFailure(error.message);
  return createFailure(session.reportUnexpected(error));
}

/** Returns the sentence of a busy or limited tool with the seconds to wait. */
function formatWait(error: UnavailableError): string {
  const message = getErrorMessage(error);
  const seconds = Math.max(1, Math.ceil(error.retryAfterSeconds));
  return /\b\d+ s\b/.test(message) ? message : `${message} Try again in ${seconds} s.`;
}

function createFailure(...texts: string[]): CallToolResult {
  return { isError: true, content: texts.map((text) => ({ type: "text", text })) };
}

/** Names members that the call has and the tool does not, because they have no effect. */
function addIgnored(result: CallToolResult, names: readonly string[]): CallToolResult {
  if (names.length === 0) return result;
  const text = `Ignored: ${names.join(", ")}`;
  return { ...result, content: [...result.content, { type: "text", text }] };
}
