import type { Inject } from "../../http/inject.ts";
import type { Handler, Route } from "../../http/route.ts";
import type { ToolSummary } from "../tool-summary.ts";
import { createInjectApi } from "./api.ts";
import { type Assets, createAssetRoutes } from "./assets.ts";
import { createBarcodeTypesRoute } from "./barcode-types.ts";
import { createDocsRoutes } from "./docs-routes.ts";
import { createInboxPageRoutes } from "./inbox-routes.ts";
import { createPaletteRoute } from "./palette-route.ts";
import { createPreviews } from "./previews.ts";
import { createPageRenderer, type GetSite } from "./page.ts";
import { createStaticPageRenderer } from "./static-page.ts";
import { createToolPageRoutes } from "./tool-routes.ts";

/** The site's URL and version, and the assets of its pages. */
interface SiteOptions {
  assets: Assets;
  version: string;
  publicUrl: string | undefined;
  basePath: string;
  /** True: the daily quota is enforced, so pages show it. */
  enforcesQuota: boolean;
  /** Requests per day and client; undefined: unlimited. */
  dailyLimit: number | undefined;
}

export interface PagesOptions extends SiteOptions {
  tools: readonly ToolSummary[];
  /** Creates the OpenAPI document, for the reference. */
  document: () => object;
  /** Calls the API without a socket. */
  inject: Inject;
}

/** The web pages. They know the tools by their definitions and reach them over the API. */
export function createPageRoutes(options: PagesOptions): Route[] {
  const { tools, document, assets } = options;
  const getSite = createGetSite(options);
  const render = createPageRenderer(assets, getSite);
  const renderStatic = createStaticPageRenderer(assets, getSite);
  const injectApi = createInjectApi(options.inject);
  const loadPreviews = createPreviews(tools, injectApi);
  const home: Route = {
    methods: ["GET", "HEAD"],
    path: "/",
    access: "signed-in",
    handler: async (context) => {
      const previews = await loadPreviews(context, getSite(context));
      const search = new URLSearchParams(context.query).get("q") ?? "";
      return render(context, {
        title: "Sundry: small tools for developers, on your own server",
        description: "Invoices, QR codes, hashes, passwords and more, as plain HTTP endpoints.",
        section: "tools",
        part: "home",
        content: { page: "Home", props: { site: getSite(context), tools, previews, search } },
      });
    },
  };
  return [
    home,
    createPaletteRoute(tools, assets),
    ...createAssetRoutes(assets),
    ...tools.flatMap((tool) => createToolPageRoutes(tool, { assets, render, getSite, injectApi })),
    createBarcodeTypesRoute(injectApi),
    ...createInboxPageRoutes({ assets, render, getSite, injectApi }),
    ...createDocsRoutes({ tools, assets, document, renderStatic, injectApi, getSite }),
  ];
}

/** Creates the handler of browser navigations to unknown paths. */
export function renderNotFoundPage(options: SiteOptions): Handler {
  const getSite = createGetSite(options);
  const render = createPageRenderer(options.assets, getSite);
  return (context) =>
    render(context, {
      title: "Page not found · Sundry",
      description: "This page does not exist.",
      part: "docs",
      status: 404,
      content: { page: "NotFound", props: { site: getSite(context) } },
    });
}

function createGetSite({ publicUrl, ...options }: SiteOptions): GetSite {
  const { basePath, version, enforcesQuota, dailyLimit } = options;
  const site = { basePath, version, enforcesQuota, dailyLimit };
  return ({ origin }) => ({ ...site, origin: publicUrl ?? origin });
}
