import type { RequestContext } from "../../http/context.ts";
import type { Route } from "../../http/route.ts";
import { takeTurn } from "../../lib/concurrency/turns.ts";
import {
  type Operation,
  listOperations,
  listSharedHeaders,
  toReferencePage,
} from "../docs/operations.ts";
import { formatExampleUrl, formatResponse } from "../docs/samples.ts";
import type { Site, ToolSummary } from "../tool-summary.ts";
import type { InjectApi } from "./api.ts";
import type { RenderStatic } from "./static-page.ts";
import { filterUsable } from "./usable-tools.ts";

export interface ReferenceOptions {
  tools: readonly ToolSummary[];
  /** Creates the OpenAPI document. */
  document: () => Promise<object>;
  injectApi: InjectApi;
  renderStatic: RenderStatic;
}

export const GET = { methods: ["GET", "HEAD"], access: "signed-in" } as const;

/** The pages with operations that are not of tools, and that with all operations. */
const OTHER_PAGES = ["access", "batch", "files", "inbox", "service", "all"];

/**
 * The reference: a page that lists all operations, and pages with the operations of a tool, or with
 * all.
 */
export function createReferenceRoutes(options: ReferenceOptions): Route[] {
  const { tools, document, renderStatic } = options;
  const names = new Set([...tools.map(({ path }) => toReferencePage(path)), ...OTHER_PAGES]);
  const start: Route = {
    ...GET,
    path: "/docs/reference",
    handler: renderStatic(async (site) => {
      const openApi = await document();
      const props = {
        site,
        operations: listOperations(openApi),
        headers: listSharedHeaders(openApi),
      };
      return {
        title: "API reference · Sundry",
        description: "Every operation of the API.",
        section: "reference",
        part: "docs",
        content: { page: "Reference", props },
      };
    }),
  };
  return [start, ...[...names].map((name) => createOperationsRoute(name, options))];
}

function createOperationsRoute(name: string, options: ReferenceOptions): Route {
  const { tools, document, renderStatic } = options;
  const handler = renderStatic(async (site, context) => {
    const operations = listOperations(await document());
    const displayed = operations.filter(({ page }) => name === "all" || page === name);
    const title = formatTitle(name, displayed);
    const { responses, isIncomplete } = await createExampleResponses(options, context, displayed);
    await takeTurn();
    const { renderOperations } = await import("./render/render-page.ts");
    const facts = { site, displayed, responses, tools: toToolFacts(tools, site) };
    return {
      title: `${title} · API reference · Sundry`,
      description: `${title}: operations, fields and samples.`,
      section: "reference",
      part: "docs",
      isIncomplete,
      content: {
        page: "ReferencePage",
        props: { site, title, operations, displayed, html: await renderOperations(facts) },
      },
    };
  });
  return { ...GET, path: `/docs/reference/${name}`, handler };
}

/**
 * Returns the title of a page: of a tool's, the tool with its API; of other operations, their tag.
 */
function formatTitle(name: string, [first]: readonly Operation[]): string {
  if (name === "all" || !first) return "All operations";
  return `${first.tag === "Tools" ? first.summary : first.tag} API`;
}

/** Returns the pages and limits of the tools by the paths of their operations. */
function toToolFacts(tools: readonly ToolSummary[], { basePath }: Site) {
  return new Map(
    tools.map(({ path, name, perMinute, costlyReply, bodyLimitBytes }) => [
      path,
      { command: name, page: `${basePath}/tools/${name}`, perMinute, costlyReply, bodyLimitBytes },
    ]),
  );
}

/**
 * Tools that allow fewer requests a minute are slow or reach the network, so their examples are not
 * run.
 */
const MIN_PER_MINUTE = 30;

/**
 * Runs the examples of the tools and returns their responses as samples, by the ids of operations.
 */
async function createExampleResponses(
  { tools, injectApi }: ReferenceOptions,
  context: RequestContext,
  operations: readonly Operation[],
): Promise<{ responses: Map<string, string>; isIncomplete: boolean }> {
  const usable = filterUsable(tools, context);
  const responses = new Map<string, string>();
  let isIncomplete = false;
  for (const operation of operations) {
    const { id, method, path, example } = operation;
    const tool = usable.find((candidate) => candidate.path === path);
    if (!tool || (method !== "GET" && example === undefined)) continue;
    if ((tool.defaultPerMinute ?? MIN_PER_MINUTE) < MIN_PER_MINUTE) continue;
    await takeTurn();
    const { status, headers, body } = await injectApi(context, {
      url: formatExampleUrl(operation),
      isCounted: false,
      ...(example === undefined ? { method: "GET" } : { body: example }),
    });
    if (status === 200) responses.set(id, formatResponse(headers["content-type"] ?? "", body));
    else isIncomplete = true;
  }
  return { responses, isIncomplete };
}
