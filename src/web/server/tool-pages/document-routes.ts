import type { RequestContext } from "../../../http/context.ts";
import type { Reply } from "../../../http/reply.ts";
import type { Route } from "../../../http/route.ts";
import { listWarnings, type ToolResponse } from "../../tool/response.ts";
import { fillForm, type ToolView } from "../../tool/view.ts";
import {
  callTool,
  fillExample,
  FORM_BODY,
  readPageRequest,
  type ToolPage,
} from "./page-request.ts";

/**
 * Creates the routes of the document that a form makes. The posted one is for forms that are too
 * long for a URL.
 */
export function createDocumentRoutes(page: ToolPage): Route[] {
  const { access } = page;
  // The second name is that of earlier releases.
  return ["response", "answer"].flatMap((name): Route[] => [
    {
      methods: ["GET", "HEAD"],
      path: `${page.path}/${name}`,
      access,
      handler: (context) => showDocument(page, context, context.query),
    },
    {
      methods: ["POST"],
      path: `${page.path}/${name}`,
      access,
      body: FORM_BODY,
      handler: (context) => showDocument(page, context, String(context.body)),
    },
  ]);
}

/** Replies with the document of a form's text, or of the example when the text is empty. */
async function showDocument(page: ToolPage, context: RequestContext, text: string): Promise<Reply> {
  const request = readPageRequest(page, context);
  const { view } = request;
  const isCounted = text !== "";
  const values = isCounted ? fillForm(view, text) : fillExample(page, request);
  const { status, headers, body } = await callTool(page, request, { values, isCounted });
  const { "content-type": type, "content-security-policy": policy } = headers;
  // The one header of a picture that a page's script can read.
  const timing = listWarnings((name) => headers[name.toLowerCase()] ?? null, view)
    .map((warning) => `warning;desc=${JSON.stringify(warning)}`)
    .join(", ");
  return {
    status,
    body,
    headers: {
      "cache-control": "no-store",
      ...(policy !== undefined && { "content-security-policy": toPreviewPolicy(policy) }),
      ...(timing !== "" && { "server-timing": timing }),
    },
    ...(type !== undefined && { type }),
  };
}

/**
 * Returns the policy of a document on a page, still without scripts. The page around it may
 * measure, change and print it, and its links open in a tab.
 */
function toPreviewPolicy(policy: string): string {
  const allowed = [
    "allow-same-origin",
    "allow-modals",
    "allow-popups",
    "allow-popups-to-escape-sandbox",
  ];
  return policy.replace("sandbox", ["sandbox", ...allowed].join(" "));
}

/**
 * Returns a response whose content the browser loads from the page's own route, where it does not
 * count for the quota. Undefined for media types that are small enough to be rendered into the
 * page.
 */
export function findLinkedExample(view: ToolView): ToolResponse | undefined {
  const type = view.mediaType ?? "";
  const url = `${view.pagePath}/response`;
  // No API call was made on the server, so there are no figures of one.
  const noCall = {
    status: 200,
    durationMs: 0,
    bytes: 0,
    usage: { count: 0, limit: 0 },
    warnings: [],
    headers: {},
  };
  if (type === "image/png") return { ...noCall, content: { kind: "image", url, type } };
  if (type !== "application/pdf") return undefined;
  return { ...noCall, content: { kind: "file", url, name: `${view.name}.pdf` } };
}
