import type { Reply } from "../../../http/reply.ts";
import type { Route } from "../../../http/route.ts";
import { takeTurn } from "../../../lib/concurrency/turns.ts";
import { addRow, formatConditionStyles, removeRow } from "../../form/no-script.ts";
import type { Values } from "../../form/values.ts";
import type { ToolResponse } from "../../tool/response.ts";
import { fillForm, startExample } from "../../tool/view.ts";
import type { ToolSummary } from "../../tool-summary.ts";
import { getManyTitle, hasMany } from "../../many/title.ts";
import { submitTool } from "../api.ts";
import type { PageServices } from "../page-renderer.ts";
import { createDocumentRoutes, findLinkedExample } from "./document-routes.ts";
import {
  fillExample,
  FORM_BODY,
  type PageRequest,
  readPageRequest,
  type ToolPage,
} from "./page-request.ts";
import { createPictureRoutes } from "./picture-route.ts";

/**
 * Creates the routes of one tool's pages: its form, the result of a posted form, and its document
 * alone.
 */
export function createToolPageRoutes(tool: ToolSummary, options: PageServices): Route[] {
  const access = `tools:${tool.scope}` as const;
  const page: ToolPage = { ...options, tool, path: `/tools/${tool.name}`, access };
  return [
    ...createFormRoutes(page),
    ...createDocumentRoutes(page),
    ...createPictureRoutes(page),
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
      const values = fillExample(page, request);
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

async function submit(
  { tool, injectApi }: ToolPage,
  { context, site, view }: PageRequest,
  { values, isCounted }: { values: Values; isCounted: boolean },
): Promise<ToolResponse> {
  // Imported on demand, because the components of all tools would slow down the start of the
  // server.
  const { kits } = await import("../../tool/kits/index.ts");
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
    sentLength: typeof context.body === "string" ? context.body.length : 0,
  });
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
