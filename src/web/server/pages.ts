import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from "fastify";
import type { ToolSummary, Site } from "../tool-summary.ts";
import { type Assets, assetRoutes } from "./assets.ts";
import { docsRoutes } from "./docs-routes.ts";
import { inboxPageRoutes } from "./inbox-routes.ts";
import { type Page, createPageRenderer } from "./page.ts";
import { type SiteOf, toolPageRoutes } from "./tool-routes.ts";

/** Where the pages are, of which version, and what browsers load with them. */
interface SiteOptions {
  assets: Assets;
  version: string;
  publicUrl: string | undefined;
  basePath: string;
}

/** What the pages are made from. */
export interface PagesOptions extends SiteOptions {
  tools: readonly ToolSummary[];
  /** The OpenAPI document, for the reference. */
  document: object;
}

/** Sends a page. */
export type SendPage = (
  request: FastifyRequest,
  reply: FastifyReply,
  site: Site,
  page: Page,
) => Promise<FastifyReply>;

/** The web pages, as a feature of the server. They know the tools by their cards and reach them over the API. */
export function pages(options: PagesOptions): FastifyPluginCallback {
  return (app, _, done) => {
    const send = createPageRenderer(options.assets);
    const site = siteOf(options);
    const cards = options.tools;
    app.removeAllContentTypeParsers();
    app.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string" },
      (_request, body, parsed) => parsed(null, body),
    );
    assetRoutes(app, options.assets);
    app.get<{ Querystring: { q?: unknown } }>("/", async (request, reply) =>
      send(request, reply, site(request), {
        title: "Sundry: small tools for developers, on your own server",
        description: "Invoices, QR codes, hashes, passwords and more, as plain HTTP endpoints.",
        section: "tools",
        part: "home",
        content: {
          page: "Home",
          props: {
            site: site(request),
            cards,
            search: typeof request.query.q === "string" ? request.query.q : "",
          },
        },
      }),
    );
    for (const card of cards) toolPageRoutes(app, card, send, site);
    inboxPageRoutes(app, send, site);
    docsRoutes(app, { send, site, ...options });
    done();
  };
}

/** Makes the answer to a browser at a path where there is nothing. */
export function nothingHere(options: SiteOptions) {
  const send = createPageRenderer(options.assets);
  const site = siteOf(options);
  return async (request: FastifyRequest, reply: FastifyReply) =>
    send(request, reply, site(request), {
      title: "Nothing here · Sundry",
      description: "There is nothing at this path.",
      part: "docs",
      status: 404,
      content: { page: "Nothing", props: { site: site(request) } },
    });
}

function siteOf({ basePath, publicUrl, version }: SiteOptions): SiteOf {
  return ({ protocol, host }) => ({
    basePath,
    version,
    origin: publicUrl ?? `${protocol}://${host}${basePath}`,
  });
}
