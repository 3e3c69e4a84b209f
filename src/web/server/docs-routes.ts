import type { RequestContext } from "../../http/request-context.ts";
import type { Reply, Route } from "../../http/types.ts";
import { llmsText } from "../docs/llms.ts";
import { operationsOf } from "../docs/operations.ts";
import type { ToolSummary } from "../tool-summary.ts";
import type { Page, SiteOf } from "./page.ts";

interface DocsOptions {
  tools: readonly ToolSummary[];
  /** Creates the OpenAPI document. */
  document: () => object;
  site: SiteOf;
  renderStatic(
    page: (visitor: RequestContext) => Page,
  ): (visitor: RequestContext) => Promise<Reply>;
}

const GET = ["GET", "HEAD"];

/** The documentation: how to use the API, every operation, and both in plain text. */
export function docsRoutes({ tools, document, site, renderStatic }: DocsOptions): Route[] {
  const guide: Route = {
    methods: GET,
    path: "/docs",
    handler: renderStatic((visitor) => ({
      title: "Using Sundry",
      description: "How to start, errors, limits, keys and self-hosting.",
      section: "docs",
      part: "docs",
      content: { page: "Docs", props: { site: site(visitor) } },
    })),
  };
  const reference: Route = {
    methods: GET,
    path: "/docs/reference",
    handler: renderStatic((visitor) => ({
      title: "Reference · Sundry",
      description: "Every operation of the API.",
      section: "reference",
      part: "docs",
      content: {
        page: "Reference",
        props: { site: site(visitor), operations: operationsOf(document()) },
      },
    })),
  };
  const llms: Route = {
    methods: GET,
    path: "/llms.txt",
    handler: (visitor) => ({
      type: "text/plain; charset=utf-8",
      body: llmsText(tools, site(visitor)),
    }),
  };
  return [guide, reference, llms];
}
