import type { Inject, InjectedResponse } from "../../http/inject.ts";
import type { RequestContext } from "../../http/context.ts";
import { takeTurn } from "../../lib/concurrency/turns.ts";
import type { Values } from "../form/values.ts";
import { type ResponseOptions, type ToolResponse, toResponse } from "../tool/response.ts";
import { toRequest } from "../tool/tool-request.ts";
import { formatAccept, toDocumentUrl } from "../tool/submit.ts";
import type { ToolView } from "../tool/view.ts";

/** The response to a call that the server makes itself. */
interface ApiResponse extends InjectedResponse {
  durationMs: number;
}

interface ApiCall {
  /** Path and query, without the base path. */
  url: string;
  method?: "GET" | "POST" | "PATCH" | "DELETE";
  body?: object;
  /** Media type of the result. Default: the tool's own. */
  accept?: string | undefined;
  /** False for the example that a page shows on load. Default: true. */
  isCounted?: boolean;
  /** True: the call goes on when the client who requests the page has gone. */
  isDetached?: boolean;
}

/** Calls the API with the address and API key of a page's request. */
export type InjectApi = (context: RequestContext, call: ApiCall) => Promise<ApiResponse>;

/**
 * Creates the function that calls the API for pages. The limits of the client who requests the page
 * apply.
 */
export function createInjectApi(inject: Inject): InjectApi {
  return async (
    context,
    { url, method = "POST", body, accept, isCounted = true, isDetached = false },
  ) => {
    const startMs = performance.now();
    const response = await inject(context, {
      method,
      url,
      isCounted,
      isDetached,
      headers: {
        accept: formatAccept(accept),
        ...(body && { "content-type": "application/json" }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { ...response, durationMs: performance.now() - startMs };
  };
}

interface ToolSubmission {
  view: ToolView;
  values: Values;
  basePath: string;
  isCounted?: boolean;
  isDetached?: boolean;
  options?: ResponseOptions;
}

/** Sends the filled form of a tool to the API and reads the response for the tool's page. */
export async function submitTool(
  injectApi: InjectApi,
  context: RequestContext,
  { view, values, basePath, isCounted = true, isDetached = false, options = {} }: ToolSubmission,
): Promise<ToolResponse> {
  const { method, url, input, accept } = toRequest(view, values);
  const path = url.slice(basePath.length);
  await takeTurn();
  const { status, headers, body, durationMs } = await injectApi(context, {
    url: path,
    accept: options.accept ?? accept,
    isCounted,
    isDetached,
    ...(method === "GET" ? { method } : { body: input }),
  });
  const type = String(headers["content-type"]);
  return toResponse(
    {
      status,
      durationMs,
      bytes: body.length,
      header: (name) => headers[name.toLowerCase()] ?? null,
      text: () => body.toString("utf8"),
      bodyUrl: () => `data:${type.split(";", 1)[0]};base64,${body.toString("base64")}`,
      // The route shows the example for free.
      documentUrl: () => (isCounted ? toDocumentUrl(view, values) : `${view.pagePath}/response`),
    },
    { view, values, options },
  );
}
