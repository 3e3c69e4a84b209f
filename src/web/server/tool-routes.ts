import type { RequestContext } from "../../http/request-context.ts";
import type { Reply, Route } from "../../http/types.ts";
import { conditionStyles } from "../form/condition-styles.ts";
import { addRow, removeRow } from "../form/rows.ts";
import type { Values } from "../form/values.ts";
import type { ToolResponse } from "../tool/response.ts";
import { exampleValues, filledForm, toRequest, type ToolView, toView } from "../tool/view.ts";
import type { Site, ToolSummary } from "../tool-summary.ts";
import { type InjectApi, submitTool } from "./api.ts";
import type { RenderPage, SiteOf } from "./page.ts";

/** Posted forms: an input of the API is longer as a form. */
const FORM = { format: "form", maxBytes: 1024 * 1024 } as const;

interface ToolPageOptions {
  render: RenderPage;
  site: SiteOf;
  injectApi: InjectApi;
}

/** The pages of one tool: its form, the result of a posted form, and its document on its own. */
export function toolPageRoutes(tool: ToolSummary, options: ToolPageOptions): Route[] {
  const { render, site, injectApi } = options;
  const path = `/tools/${tool.name}`;
  const visit = (visitor: RequestContext): Visit => {
    const at = site(visitor);
    return { at, view: toView(tool, at) };
  };
  const submit = (visitor: RequestContext, { at, view }: Visit, values: Values, isCounted = true) =>
    submitTool(injectApi, visitor, { view, values, basePath: at.basePath, isCounted });
  const show = (visitor: RequestContext, { view, values, response }: Shown) =>
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
            example: exampleValues(view, tool.example),
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
      const values = exampleValues(visited.view, tool.example);
      const response = !visited.view.live
        ? undefined
        : (linkedExample(visited.view) ?? (await submit(visitor, visited, values, false)));
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
      } = filledForm(visited.view, String(visitor.body));
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
    const values = text === "" ? exampleValues(view, tool.example) : filledForm(view, text);
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
        ...(policy !== undefined && { "content-security-policy": policy }),
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
      body: conditionStyles(visit(visitor).view.fields),
    }),
  };
  return [form, posted, linkedDocument, postedDocument, conditions];
}

/** Where a visitor is, and the tool's form there. */
interface Visit {
  at: Site;
  view: ToolView;
}

interface Shown extends Visit {
  values: Values;
  response?: ToolResponse | undefined;
}

/**
 * Returns a response whose content the browser loads from the page's own route, where it does not count for the quota.
 * Undefined for media types that are small enough to be rendered into the page.
 */
function linkedExample(view: ToolView): ToolResponse | undefined {
  const type = view.mediaType ?? "";
  const url = `${view.page}/answer`;
  const rest = {
    status: 200,
    durationMs: 0,
    bytes: 0,
    usage: { count: 0, limit: 0 },
    warnings: [],
  };
  if (type === "image/png") return { ...rest, content: { kind: "image", url, type } };
  if (type !== "application/pdf") return undefined;
  return { ...rest, content: { kind: "file", url, name: `${view.name}.pdf` } };
}
