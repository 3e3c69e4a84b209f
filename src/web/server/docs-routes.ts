import type { RequestContext } from "../../http/request-context.ts";
import type { Handler, Reply, Route } from "../../http/types.ts";
import { type Guide, listGuides } from "../docs/guides.ts";
import { formatLlmsText } from "../docs/llms.ts";
import { type Operation, listOperations, listSharedHeaders } from "../docs/operations.ts";
import { formatExampleUrl, formatResponse } from "../docs/samples.ts";
import type { Site, ToolSummary } from "../tool-summary.ts";
import type { InjectApi } from "./api.ts";
import type { Assets } from "./assets.ts";
import type { Page, GetSite } from "./page.ts";

interface DocsOptions {
  tools: readonly ToolSummary[];
  assets: Assets;
  /** Creates the OpenAPI document. */
  document: () => object;
  getSite: GetSite;
  injectApi: InjectApi;
  renderStatic(
    page: (visitor: RequestContext) => Page | Promise<Page>,
  ): (visitor: RequestContext) => Promise<Reply>;
}

const GET = ["GET", "HEAD"];

/** The documentation: guides, every operation, and an overview in plain text. */
export function createDocsRoutes(options: DocsOptions): Route[] {
  const { tools, document, getSite, renderStatic, injectApi } = options;
  const guides = listGuides(options.assets.guides());
  const start: Route = {
    methods: GET,
    path: "/docs",
    handler: renderStatic((visitor) => ({
      title: "Getting started · Sundry",
      description: "First request, errors, limits, keys and self-hosting.",
      section: "docs",
      part: "docs",
      content: { page: "Docs", props: { site: getSite(visitor), guides } },
    })),
  };
  const reference: Route = {
    methods: GET,
    path: "/docs/reference",
    handler: renderStatic(async (visitor) => {
      const operations = listOperations(document());
      return {
        title: "API reference · Sundry",
        description: "Every operation of the API.",
        section: "reference",
        part: "docs",
        content: {
          page: "Reference",
          props: {
            site: getSite(visitor),
            operations,
            responses: await createExampleResponses(injectApi, visitor, { tools, operations }),
            headers: listSharedHeaders(document()),
            tools: toToolFacts(tools, getSite(visitor)),
          },
        },
      };
    }),
  };
  const llms: Route = {
    methods: GET,
    path: "/llms.txt",
    handler: (visitor) => ({
      type: "text/plain; charset=utf-8",
      body: formatLlmsText(tools, getSite(visitor)),
    }),
  };
  const pages = guides
    .filter(({ name }) => name !== "start")
    .map((guide) => ({
      methods: GET,
      path: `/docs/${guide.name}`,
      handler: createGuideHandler(guide, guides, options),
    }));
  return [start, reference, llms, ...pages];
}

/** Creates the handler of a guide's page, which is the repository's Markdown. */
function createGuideHandler(
  { name, title, summary }: Guide,
  guides: readonly Guide[],
  { assets, getSite, renderStatic }: DocsOptions,
): Handler {
  return renderStatic(async (visitor) => {
    // Loaded with the first guide, because an API that nobody browses needs no Markdown.
    const { renderGuide } = await import("../docs/markdown.ts");
    const at = getSite(visitor);
    const markdown = assets.guides()[name] ?? "";
    return {
      title: `${title} · Sundry`,
      description: summary,
      section: "docs",
      part: "docs",
      content: {
        page: "GuidePage",
        props: { site: at, guides, name, ...renderGuide(markdown, `${at.basePath}/docs`) },
      },
    };
  });
}

/** Returns the pages and limits of the tools by the paths of their operations. */
function toToolFacts(tools: readonly ToolSummary[], { basePath }: Site) {
  return new Map(
    tools.map(({ path, name, perMinute, bodyLimitBytes }) => [
      path,
      { command: name, page: `${basePath}/tools/${name}`, perMinute, bodyLimitBytes },
    ]),
  );
}

/** Tools that allow fewer requests a minute are slow or reach the network, so their examples are not run. */
const MIN_PER_MINUTE = 30;

/** Runs the examples of the tools and returns their responses as samples, by the ids of operations. */
async function createExampleResponses(
  injectApi: InjectApi,
  visitor: RequestContext,
  { tools, operations }: { tools: readonly ToolSummary[]; operations: readonly Operation[] },
): Promise<Map<string, string>> {
  const responses = new Map<string, string>();
  for (const operation of operations) {
    const { id, method, path, example } = operation;
    const tool = tools.find((one) => one.path === path);
    if (!tool || (method !== "GET" && example === undefined)) continue;
    if ((tool.perMinute ?? MIN_PER_MINUTE) < MIN_PER_MINUTE) continue;
    const { status, headers, body } = await injectApi(visitor, {
      url: formatExampleUrl(operation),
      isCounted: false,
      ...(example === undefined ? { method: "GET" } : { body: example }),
    });
    if (status === 200) responses.set(id, formatResponse(headers["content-type"] ?? "", body));
  }
  return responses;
}
