import { toText, type Values } from "../form/values.ts";
import { type ToolResponse, toResponse, unreachable } from "./response.ts";
import { toRequest, type ToolView } from "./view.ts";

/**
 * Creates a function that sends a filled form after a delay; a newer call aborts the older one. `show` gets every response
 * but those of aborted requests.
 */
export function createRunner(view: ToolView, show: (response: ToolResponse) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let current: AbortController | undefined;
  let bodyUrl: string | undefined;

  const submit = async (values: Values) => {
    const controller = new AbortController();
    current = controller;
    const response = await submitForm(view, values, controller.signal);
    if (controller.signal.aborted) return;
    const { content } = response;
    if (content.kind !== "failure") {
      // Not after a failure, because the page still shows the last good result.
      if (bodyUrl !== undefined) URL.revokeObjectURL(bodyUrl);
      bodyUrl = content.kind === "image" || content.kind === "file" ? content.url : undefined;
    }
    show(response);
  };

  return (values: Values, delayMs: number): void => {
    clearTimeout(timer);
    current?.abort();
    timer = setTimeout(() => void submit(values), delayMs);
  };
}

/** Sends a filled form. Resolves even when the server does not respond. */
async function submitForm(
  view: ToolView,
  values: Values,
  signal?: AbortSignal,
): Promise<ToolResponse> {
  const startMs = performance.now();
  try {
    const response = await fetchResult(view, values, signal);
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
        documentUrl: documentUrl(view, values),
      },
      { view, values },
    );
  } catch {
    return unreachable(performance.now() - startMs);
  }
}

/** Sends a filled form and returns the response as it came. Rejects when the server does not respond. */
export function fetchResult(
  view: ToolView,
  values: Values,
  signal?: AbortSignal,
): Promise<Response> {
  const { method, url, input, accept } = toRequest(view, values);
  return fetch(url, {
    method,
    headers: {
      accept: acceptHeader(accept),
      ...(method === "POST" && { "content-type": "application/json" }),
    },
    ...(method === "POST" && { body: JSON.stringify(input) }),
    ...(signal && { signal }),
  });
}

/** Returns the `Accept` header of a page's requests: errors list their fields, and results have the chosen type. */
export function acceptHeader(accept: string | undefined): string {
  return `${accept === undefined ? "" : `${accept}, `}application/problem+json, */*;q=0.1`;
}

/** Returns where a document made from these values can be seen under a policy of its own. */
export function documentUrl(view: ToolView, values: Values): string {
  return `${view.page}/answer?${toText(values)}`;
}
