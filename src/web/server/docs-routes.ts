import type { FastifyInstance } from "fastify";
import type { ToolSummary } from "../tool-summary.ts";
import { llmsText } from "../docs/llms.ts";
import { operationsOf } from "../docs/operations.ts";
import type { SendPage } from "./pages.ts";
import type { SiteOf } from "./tool-routes.ts";

interface DocsOptions {
  tools: readonly ToolSummary[];
  document: object;
  send: SendPage;
  site: SiteOf;
}

/** What there is to read: how to use the API, every operation, and both in plain text. */
export function docsRoutes(app: FastifyInstance, options: DocsOptions): void {
  const { tools, document, send, site } = options;
  app.get("/docs", async (request, reply) =>
    send(request, reply, site(request), {
      title: "Using Sundry",
      description: "How to start, errors, limits, keys and self-hosting.",
      section: "docs",
      part: "docs",
      content: { page: "Docs", props: { site: site(request) } },
    }),
  );
  app.get("/docs/reference", async (request, reply) =>
    send(request, reply, site(request), {
      title: "Reference · Sundry",
      description: "Every operation of the API.",
      section: "reference",
      part: "docs",
      content: {
        page: "Reference",
        props: { site: site(request), operations: operationsOf(document) },
      },
    }),
  );
  app.get("/llms.txt", async (request, reply) =>
    reply.type("text/plain; charset=utf-8").send(llmsText(tools, site(request))),
  );
}
