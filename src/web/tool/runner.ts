import type { Values } from "../form/values.ts";
import { loadComponents } from "./load-components.ts";
import type { ResponseOptions, ToolResponse } from "./response.ts";
import type { ToolView } from "./view.ts";

/** Loaded with the first use of a page, because it arrives with a result. */
const submission = () => import("./submit.ts");

/** Sends filled forms. */
interface Runner {
  /** Loads what sending needs. */
  prepare(): void;
  /** Sends a form after a delay; a newer call aborts the older one. */
  send(values: Values, delayMs: number): void;
  cancel(): void;
}

interface RunnerOptions extends ResponseOptions {
  /** Called with every response but those of aborted requests. */
  show(response: ToolResponse): void;
}

/** Creates the runner of a page. */
export function createRunner(view: ToolView, { show, ...options }: RunnerOptions): Runner {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let current: AbortController | undefined;
  let bodyUrl: string | undefined;
  const sent: number[] = [];

  const submit = async (values: Values) => {
    const controller = new AbortController();
    current = controller;
    sent.push(Date.now());
    const startMs = performance.now();
    const response = await submission()
      .then(({ submitForm }) => submitForm({ view, values, options }, controller.signal))
      .catch(() => createUnreachableResponse(performance.now() - startMs));
    if (controller.signal.aborted) return;
    const { content } = response;
    if (content.kind !== "failure") {
      // Not after a failure, because the page still shows the last good result.
      if (bodyUrl !== undefined) URL.revokeObjectURL(bodyUrl);
      bodyUrl = content.kind === "image" || content.kind === "file" ? content.url : undefined;
    }
    show(response);
  };

  const cancel = () => {
    clearTimeout(timer);
    current?.abort();
  };
  return {
    // Without a network, sending tries again. Printing finds what it needs, as it cannot wait.
    prepare: () => void Promise.all([submission(), loadComponents()]).catch(() => {}),
    cancel,
    send(values, delayMs) {
      cancel();
      const pauseMs = delayMs && Math.max(delayMs, computePauseMs(view, sent));
      timer = setTimeout(() => void submit(values), pauseMs);
    },
  };
}

/**
 * Returns how long the next request of a page that updates during typing waits, so that typing
 * stays within the tool's limit a minute. Half of the limit may be used at any speed, the rest at
 * an even pace.
 */
function computePauseMs({ perMinute, script }: ToolView, sent: number[]): number {
  if (perMinute === undefined || script !== undefined) return 0;
  const now = Date.now();
  while ((sent[0] ?? now) < now - 60_000) sent.shift();
  if (sent.length < perMinute / 2) return 0;
  return (sent.at(-1) ?? 0) + (2 * 60_000) / perMinute - now;
}

/** Returns the response for a server that cannot be reached. */
function createUnreachableResponse(durationMs: number): ToolResponse {
  const message = "The server did not respond. Is it running?";
  const content = { kind: "failure" as const, message, errors: {}, labels: {} };
  const usage = { count: 0, limit: 0 };
  return { status: 0, durationMs, bytes: 0, usage, warnings: [], headers: {}, content };
}
