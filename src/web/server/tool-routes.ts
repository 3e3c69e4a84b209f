import type { RequestContext } from "../../http/request-context.ts";
import type { Reply, Route } from "../../http/types.ts";
import { formatConditionStyles } from "../form/condition-styles.ts";
import { addRow, removeRow } from "../form/rows.ts";
import type { Values } from "../form/values.ts";
import type { ToolResponse } from "../tool/response.ts";
import { toRequest } from "../tool/request.ts";
import { fillForm, startValues, type ToolView, toView } from "../tool/view.ts";
import type { Site, ToolSummary } from "../tool-summary.ts";
import { type InjectApi, submitTool } from "./api.ts";
import type { Assets } from "./assets.ts";
import type { RenderPage, GetSite } from "./page.ts";

/** Posted forms: an input of the API is longer as a form. */
const FORM = { format: "form", maxBytes: 1024 * 1024 } as const;

interface ToolPageOptions {
  assets: Assets;
  render: RenderPage;
  getSite: GetSite;
  injectApi: InjectApi;
}

/** The pages of one tool: its form, the result of a posted form, and its document on its own. */
export function createToolPageRoutes(tool: ToolSummary, options: ToolPageOptions): Route[] {
  const { assets, render, getSite, injectApi } = options;
  const path = `/tools/${tool.name}`;
  const visit = (visitor: RequestContext): ToolPageVisit => {
    const at = getSite(visitor);
    const script = assets.findFile(`run-${tool.name}.js`);
    const url = script !== undefined && { script: `${at.basePath}/assets/${script}` };
    return { at, view: { ...toView(tool, at), ...url } };
  };
  const submit = async (
    visitor: RequestContext,
    visited: ToolPageVisit,
    values: Values,
    isCounted = true,
  ) => {
    // Loaded with the first page, as the renderer is.
    const { kits } = await import("../tool/kits/index.ts");
    return submitTool(injectApi, visitor, {
      view: visited.view,
      values,
      basePath: visited.at.basePath,
      isCounted,
      options: kits[tool.page ?? ""] ?? {},
    });
  };
  const show = (visitor: RequestContext, { view, values, response }: FilledForm) =>
    render(visitor, {
      title: `${tool.title} · Sundry`,
      description: tool.summary,
      section: "tools",
      part: tool.page === undefined ? "tool" : `tool-${tool.page}`,
      noScriptStyles: view.fields.some(({ visibleWhen }) => visibleWhen)
        ? [`${view.page}/conditions.css`]
        : [],
      content: {
        page: "ToolPage",
        props: {
          tool,
          props: {
            view,
            values,
            example: startValues(view, tool.example, new Date()),
            ...(response && { response }),
          },
        },
      },
    });

  const form: Route = {
    methods: ["GET", "HEAD"],
    path,
    handler: async (visitor) => {
      const visited = visit(visitor);
      const values = startValues(visited.view, tool.example, new Date());
      const response = !visited.view.live
        ? undefined
        : (findLinkedExample(visited.view) ?? (await submit(visitor, visited, values, false)));
      return show(visitor, { ...visited, values, response });
    },
  };

  const posted: Route = {
    methods: ["POST"],
    path,
    body: FORM,
    handler: async (visitor) => {
      const visited = visit(visitor);
      const {
        "add-row": add,
        "remove-row": remove,
        ...values
      } = fillForm(visited.view, String(visitor.body));
      if (add !== undefined) {
        return show(visitor, { ...visited, values: addRow(visited.view.fields, values, add) });
      }
      if (remove !== undefined) {
        return show(visitor, { ...visited, values: removeRow(values, remove) });
      }
      const response = await submit(visitor, visited, values);
      return show(visitor, { ...visited, values, response });
    },
  };

  const showDocument = async (visitor: RequestContext, text: string): Promise<Reply> => {
    const { at, view } = visit(visitor);
    const values = text === "" ? startValues(view, tool.example, new Date()) : fillForm(view, text);
    const { url, input, accept } = toRequest(view, values);
    // Showing the example is free: nobody asked for it.
    const isCounted = text !== "";
    const call = { url: url.slice(at.basePath.length), body: input, accept, isCounted };
    const { status, headers, body } = await injectApi(visitor, call);
    const { "content-type": type, "content-security-policy": policy } = headers;
    return {
      status,
      body,
      headers: {
        "cache-control": "no-store",
        ...(policy !== undefined && { "content-security-policy": toPreviewPolicy(policy) }),
      },
      ...(type !== undefined && { type }),
    };
  };
  const linkedDocument: Route = {
    methods: ["GET", "HEAD"],
    path: `${path}/answer`,
    handler: (visitor) => showDocument(visitor, visitor.query),
  };
  // For a form that is too long for a URL.
  const postedDocument: Route = {
    methods: ["POST"],
    path: `${path}/answer`,
    body: FORM,
    handler: (visitor) => showDocument(visitor, String(visitor.body)),
  };
  const conditions: Route = {
    methods: ["GET", "HEAD"],
    path: `${path}/conditions.css`,
    handler: (visitor) => ({
      type: "text/css; charset=utf-8",
      body: formatConditionStyles(visit(visitor).view.fields),
    }),
  };
  return [form, posted, linkedDocument, postedDocument, conditions];
}

/**
 * Returns the policy of a document on a page: still without scripts, but the page around it may measure, change and print
 * it, and its links open in a tab.
 */
function toPreviewPolicy(policy: string): string {
  const allowed = ["same-origin", "modals", "popups", "popups-to-escape-sandbox"];
  return policy.replace("sandbox", `sandbox ${allowed.map((one) => `allow-${one}`).join(" ")}`);
}

/** The page of a visit and its form. */
interface ToolPageVisit {
  at: Site;
  view: ToolView;
}

interface FilledForm extends ToolPageVisit {
  values: Values;
  response?: ToolResponse | undefined;
}

/**
 * Returns a response whose content the browser loads from the page's own route, where it does not count for the quota.
 * Undefined for media types that are small enough to be rendered into the page.
 */
function findLinkedExample(view: ToolView): ToolResponse | undefined {
  const type = view.mediaType ?? "";
  const url = `${view.page}/answer`;
  const rest = {
    status: 200,
    durationMs: 0,
    bytes: 0,
    usage: { count: 0, limit: 0 },
    warnings: [],
    headers: {},
  };
  if (type === "image/png") return { ...rest, content: { kind: "image", url, type } };
  if (type !== "application/pdf") return undefined;
  return { ...rest, content: { kind: "file", url, name: `${view.name}.pdf` } };
}
