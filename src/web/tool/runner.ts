import { toText, type Values } from "../form/values.ts";
import { type Answer, toAnswer } from "./answer.ts";
import { toRequest, type ToolView } from "./view.ts";

/**
 * Asks the API when told to, after a rest; a newer question aborts the older one. `show` gets each answer,
 * never one to a question that has been replaced.
 */
export function createRunner(view: ToolView, show: (answer: Answer) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let current: AbortController | undefined;
  let imageUrl: string | undefined;

  const ask = async (values: Values) => {
    const controller = new AbortController();
    current = controller;
    const answer = await request(view, values, controller.signal);
    if (controller.signal.aborted) return;
    if (imageUrl !== undefined) URL.revokeObjectURL(imageUrl);
    const { content } = answer;
    imageUrl = content.kind === "image" || content.kind === "pdf" ? content.url : undefined;
    show(answer);
  };

  return (values: Values, delayMs: number): void => {
    clearTimeout(timer);
    current?.abort();
    timer = setTimeout(() => void ask(values), delayMs);
  };
}

async function request(view: ToolView, values: Values, signal: AbortSignal): Promise<Answer> {
  const { method, url, input } = toRequest(view, values);
  const startMs = performance.now();
  try {
    const response = await fetch(url, {
      method,
      headers: {
        accept: "application/problem+json, */*;q=0.1",
        ...(method === "POST" && { "content-type": "application/json" }),
      },
      ...(method === "POST" && { body: JSON.stringify(input) }),
      signal,
    });
    const body = await response.blob();
    const durationMs = performance.now() - startMs;
    const text = /^(image\/png|application\/pdf)/.test(body.type) ? "" : await body.text();
    return toAnswer({
      status: response.status,
      durationMs,
      header: (name) => response.headers.get(name),
      bytes: body.size,
      text: () => text,
      imageUrl: () => URL.createObjectURL(body),
      documentUrl: documentUrl(view, values),
    });
  } catch {
    return unreachable(performance.now() - startMs);
  }
}

/** Where a document made from these values can be seen, under its own policy. */
export function documentUrl(view: ToolView, values: Values): string {
  return `${view.page}/answer?${toText(values)}`;
}

function unreachable(durationMs: number): Answer {
  const message = "The server did not answer. Is it running?";
  const content = { kind: "failure" as const, message, errors: {} };
  return { status: 0, durationMs, bytes: 0, usage: { count: 0, limit: 0 }, content };
}
