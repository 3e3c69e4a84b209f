import type { HeaderPair } from "../../domain/record/inbox-record.ts";
import type { AttemptOutcome } from "../../domain/rehearsal/deliver.ts";
import { getErrorMessage } from "../../lib/errors.ts";

/** Characters of a response that are read and printed. */
export const MAX_RESPONSE = 200;

interface Post {
  pairs: HeaderPair[];
  body: string;
  timeoutMs: number;
  signal: AbortSignal;
}

/** Sends a request once. Redirects are not followed, as providers do not. */
export async function post(
  url: string,
  { pairs, body, timeoutMs, signal }: Post,
): Promise<AttemptOutcome> {
  const began = performance.now();
  const getElapsedMs = () => Math.round(performance.now() - began);
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: pairs,
      body,
      redirect: "manual",
      signal: AbortSignal.any([signal, timeout]),
    });
    const ms = getElapsedMs();
    return { status: response.status, body: await readStart(response), ms };
  } catch (error) {
    const cause = (error as Error).cause as NodeJS.ErrnoException | undefined;
    const problem = timeout.aborted ? `no response in ${timeoutMs} ms` : undefined;
    const reason = problem ?? cause?.code ?? getErrorMessage(error);
    return { problem: reason, ms: getElapsedMs() };
  }
}

/** Returns the beginning of a response's text, and leaves the rest. */
async function readStart({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length >= MAX_RESPONSE) break;
  }
  return text;
}
