import { toText, type Values } from "../form/values.ts";
import { toRequest } from "./tool-request.ts";
import { type ResponseOptions, type ToolResponse, toResponse } from "./response.ts";
import type { ToolView } from "./view.ts";

interface Submission {
  view: ToolView;
  values: Values;
  options: ResponseOptions;
}

/** Sends a filled form. Rejects when the server does not respond. */
export async function submitForm(
  submission: Submission,
  signal: AbortSignal,
): Promise<ToolResponse> {
  const { view, values, options } = submission;
  const startMs = performance.now();
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
      documentUrl: () => toDocumentUrl(view, values),
      keepsMarkup: true,
    },
    submission,
  );
}

/**
 * Sends a filled form and returns the response as it came. Rejects when the server does not
 * respond.
 */
export function fetchResult(
  view: ToolView,
  values: Values,
  { signal, ...options }: SubmitOptions = {},
): Promise<Response> {
  const { method, url, input, accept } = toRequest(view, values);
  return fetch(url, {
    method,
    headers: {
      accept: formatAccept(options.accept ?? accept),
      ...(method === "POST" && { "content-type": "application/json" }),
    },
    ...(method === "POST" && { body: JSON.stringify(input) }),
    ...(signal && { signal }),
  });
}

interface SubmitOptions {
  signal?: AbortSignal;
  /** The media type to ask for instead of the result's own. */
  accept?: string;
}

/**
 * Returns the `Accept` header of a page's requests: errors list their fields, and results have the
 * chosen type.
 */
export function formatAccept(accept: string | undefined): string {
  return `${accept === undefined ? "" : `${accept}, `}application/problem+json, */*;q=0.1`;
}

/** Returns where a document made from these values can be seen under a policy of its own. */
export function toDocumentUrl(view: ToolView, values: Values): string {
  return `${view.pagePath}/response?${toText(values)}`;
}
