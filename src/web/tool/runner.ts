import { toText, type Values } from "../form/values.ts";
import {
  type ResponseOptions,
  type ToolResponse,
  toResponse,
  createUnreachableResponse,
} from "./response.ts";
import { toRequest, type ToolView } from "./view.ts";

/** Sends filled forms. */
interface Runner {
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
    const response = await submitForm({ view, values, options }, controller.signal);
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
    cancel,
    send(values, delayMs) {
      cancel();
      const pauseMs = delayMs && Math.max(delayMs, paceMs(view, sent));
      timer = setTimeout(() => void submit(values), pauseMs);
    },
  };
}

/**
 * Returns how long the next request of a page that updates while one types has to wait, so that typing stays within the
 * tool's limit a minute: half of it may be used at any speed, the rest at an even pace.
 */
function paceMs({ perMinute, script }: ToolView, sent: number[]): number {
  if (perMinute === undefined || script !== undefined) return 0;
  const now = Date.now();
  while ((sent[0] ?? now) < now - 60_000) sent.shift();
  if (sent.length < perMinute / 2) return 0;
  return (sent.at(-1) ?? 0) + (2 * 60_000) / perMinute - now;
}

interface Submission {
  view: ToolView;
  values: Values;
  options: ResponseOptions;
}

/** Sends a filled form. Resolves even when the server does not respond. */
async function submitForm(submission: Submission, signal: AbortSignal): Promise<ToolResponse> {
  const { view, values, options } = submission;
  const startMs = performance.now();
  try {
    const response =
      (await options.respond?.(view, values)) ??
      (await fetchResult(view, values, { signal, ...options }));
    const body = await response.blob();
    const durationMs = performance.now() - startMs;
    const text = /^(text|application\/([\w.+-]*json|xml))/.test(body.type) ? await body.text() : "";
    return toResponse(
      {
        status: response.status,
        durationMs,
        header: (name) => response.headers.get(name),
        bytes: body.size,
        text: () => text,
        bodyUrl: () => URL.createObjectURL(body),
        documentUrl: toDocumentUrl(view, values),
        keepsMarkup: true,
      },
      submission,
    );
  } catch {
    return createUnreachableResponse(performance.now() - startMs);
  }
}

/** Sends a filled form and returns the response as it came. Rejects when the server does not respond. */
export function fetchResult(
  view: ToolView,
  values: Values,
  { signal, ...options }: FetchOptions = {},
): Promise<Response> {
  const { method, url, input, accept } = toRequest(view, values);
  return fetch(url, {
    method,
    headers: {
      accept: acceptHeader(options.accept ?? accept),
      ...(method === "POST" && { "content-type": "application/json" }),
    },
    ...(method === "POST" && { body: JSON.stringify(input) }),
    ...(signal && { signal }),
  });
}

interface FetchOptions {
  signal?: AbortSignal;
  /** The media type to ask for instead of the result's own. */
  accept?: string;
}

/** Returns the `Accept` header of a page's requests: errors list their fields, and results have the chosen type. */
export function acceptHeader(accept: string | undefined): string {
  return `${accept === undefined ? "" : `${accept}, `}application/problem+json, */*;q=0.1`;
}

/** Returns where a document made from these values can be seen under a policy of its own. */
export function toDocumentUrl(view: ToolView, values: Values): string {
  return `${view.page}/answer?${toText(values)}`;
}
