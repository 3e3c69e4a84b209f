import type { RequestContext } from "../../http/context.ts";
import type { Reply } from "../../http/reply.ts";
import type { Route } from "../../http/route.ts";
import type { AccessRule } from "../../http/route-rules.ts";
import { takeTurn } from "../../lib/concurrency/turns.ts";
import { addRow, formatConditionStyles, removeRow } from "../form/no-script.ts";
import type { Values } from "../form/values.ts";
import { listWarnings, type ToolResponse } from "../tool/response.ts";
import { toRequest } from "../tool/tool-request.ts";
import { fillForm, startExample, type ToolView, toView } from "../tool/view.ts";
import type { Site, ToolSummary } from "../tool-summary.ts";
import { getManyTitle, hasMany } from "../many/title.ts";
import { type InjectApi, submitTool } from "./api.ts";
import type { Assets } from "./assets.ts";
import type { RenderPage, GetSite } from "./page-renderer.ts";

/**
 * The body of a posted form. Larger than the API's limit, because an input is longer as a form than
 * as JSON.
 */
const FORM_BODY = { format: "form", maxBytes: 1024 * 1024 } as const;

interface ToolPageOptions {
  assets: Assets;
  render: RenderPage;
  getSite: GetSite;
  injectApi: InjectApi;
}

interface ToolPage extends ToolPageOptions {
  tool: ToolSummary;
  /** Path of the page below the base path. */
  path: string;
  access: AccessRule;
}

/**
 * Creates the routes of one tool's pages: its form, the result of a posted form, and its document
 * alone.
 */
export function createToolPageRoutes(tool: ToolSummary, options: ToolPageOptions): Route[] {
  const access = `tools:${tool.scope}` as const;
  const page: ToolPage = { ...options, tool, path: `/tools/${tool.name}`, access };
  return [
    ...createFormRoutes(page),
    ...createDocumentRoutes(page),
    createConditionsRoute(page),
    ...createManyRoutes(page),
  ];
}

function createFormRoutes(page: ToolPage): Route[] {
  const { tool, path, access } = page;
  const { perMinute } = tool;
  const form: Route = {
    methods: ["GET", "HEAD"],
    path,
    access,
    handler: async (context) => {
      const request = readPageRequest(page, context);
      const values = startExample(request.view, tool.example, new Date());
      const response = request.view.live ? await getExample(page, request, values) : undefined;
      return showForm(page, request, { values, response });
    },
  };
  const posted: Route = {
    methods: ["POST"],
    path,
    access,
    body: FORM_BODY,
    keyLimit: tool.scope,
    ...(perMinute !== undefined && { limit: { name: `page of ${tool.name}`, perMinute } }),
    handler: async (context) => {
      const request = readPageRequest(page, context);
      // A form may have thousands of values, so each step gets a turn of its own.
      await takeTurn();
      const filled = fillForm(request.view, String(context.body));
      const { "add-row": add, "remove-row": remove, ...values } = filled;
      if (add !== undefined) {
        return showForm(page, request, { values: addRow(request.view.fields, values, add) });
      }
      if (remove !== undefined)
        return showForm(page, request, { values: removeRow(values, remove) });
      await takeTurn();
      const response = await submit(page, request, { values, isCounted: true });
      return showForm(page, request, { values, response });
    },
  };
  return [form, posted];
}

/**
 * Returns the result of the example, which no caller asked for and which therefore does not count.
 */
async function getExample(
  page: ToolPage,
  request: PageRequest,
  values: Values,
): Promise<ToolResponse> {
  return findLinkedExample(request.view) ?? submit(page, request, { values, isCounted: false });
}

/** A request for a page, and the page's form with the URLs by which the request reached it. */
interface PageRequest {
  context: RequestContext;
  site: Site;
  view: ToolView;
}

function readPageRequest(
  { tool, assets, getSite }: ToolPage,
  context: RequestContext,
): PageRequest {
  const site = getSite(context);
  const view = toView(tool, site);
  const file = assets.findFile(`run-${tool.name}.js`);
  if (file !== undefined) view.script = `${site.basePath}/assets/${file}`;
  return { context, site, view };
}

async function submit(
  { tool, injectApi }: ToolPage,
  { context, site, view }: PageRequest,
  { values, isCounted }: { values: Values; isCounted: boolean },
): Promise<ToolResponse> {
  // Imported on demand, because the components of all tools would slow down the start of the
  // server.
  const { kits } = await import("../tool/kits/index.ts");
  const { basePath } = site;
  const options = kits[tool.kit ?? ""] ?? {};
  return submitTool(injectApi, context, { view, values, basePath, isCounted, options });
}

/** Creates the route of the page for many rows, where the tool takes single inputs. */
function createManyRoutes(page: ToolPage): Route[] {
  const { tool, path, access, render } = page;
  if (!hasMany(tool)) return [];
  return [
    {
      methods: ["GET", "HEAD"],
      path: `${path}/many`,
      access,
      handler(context) {
        const { site, view } = readPageRequest(page, context);
        const title = getManyTitle(tool);
        return render(context, {
          title: `${tool.title}: ${title.toLowerCase()} · Sundry`,
          description: `${tool.summary} For each row of a table.`,
          section: "tools",
          part: "many",
          content: { page: "ManyPage", props: { tool, many: { view, basePath: site.basePath } } },
        });
      },
    },
  ];
}

interface FilledForm {
  values: Values;
  response?: ToolResponse | undefined;
}

function showForm(
  { tool, render }: ToolPage,
  { context, view }: PageRequest,
  { values, response }: FilledForm,
): Promise<Reply> {
  const example = startExample(view, tool.example, new Date());
  return render(context, {
    title: `${tool.title} · Sundry`,
    description: tool.summary,
    section: "tools",
    part: tool.kit === undefined ? "tool" : `tool-${tool.kit}`,
    noScriptStyles: view.fields.some(({ visibleWhen }) => visibleWhen)
      ? [`${view.pagePath}/conditions.css`]
      : [],
    content: {
      page: "ToolPage",
      props: { tool, playground: { view, values, example, ...(response && { response }) } },
    },
  });
}

/**
 * Creates the routes of the document that a form makes. The posted one is for forms that are too
 * long for a URL.
 */
function createDocumentRoutes(page: ToolPage): Route[] {
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
  const { site, view } = readPageRequest(page, context);
  const example = () => startExample(view, page.tool.example, new Date());
  const { url, input, accept } = toRequest(view, text === "" ? example() : fillForm(view, text));
  // The example does not count, because no caller asked for it.
  const isCounted = text !== "";
  const call = { url: url.slice(site.basePath.length), body: input, accept, isCounted };
  const { status, headers, body } = await page.injectApi(context, call);
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

/** Creates the route of the styles that show conditional fields in browsers without scripts. */
function createConditionsRoute(page: ToolPage): Route {
  return {
    methods: ["GET", "HEAD"],
    path: `${page.path}/conditions.css`,
    access: page.access,
    handler: (context) => ({
      type: "text/css; charset=utf-8",
      body: formatConditionStyles(readPageRequest(page, context).view.fields),
    }),
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
function findLinkedExample(view: ToolView): ToolResponse | undefined {
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
