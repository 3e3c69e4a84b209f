import type { SignIn } from "../../access/sign-in.ts";
import type { RequestContext } from "../../http/context.ts";
import type { Inject } from "../../http/inject.ts";
import type { Handler, Route } from "../../http/route.ts";
import type { AssistantTools } from "../../domain/assistant-tools.ts";
import type { TaskRunner } from "../../lib/workers/task-pool.ts";
import type { Account, ToolSummary } from "../tool-summary.ts";
import { createInjectApi } from "./api.ts";
import { type Assets, createAssetRoutes } from "./assets.ts";
import { createBarcodeTypesRoute } from "./barcode-types.ts";
import { createDeviceRoutes } from "./device-routes.ts";
import { createDocsRoutes } from "./docs-routes.ts";
import { createInboxPageRoutes } from "./inbox-routes.ts";
import { createKeyPages } from "./key-pages.ts";
import { createPaletteRoute } from "./palette-route.ts";
import { createPreviews } from "./previews.ts";
import { createPageRenderer, type GetSite, type PageServices } from "./page-renderer.ts";
import { createStaticPageRenderer } from "./static-page.ts";
import { createProviderRoutes } from "./provider-routes.ts";
import { createRefusedPage } from "./refused-page.ts";
import { createRehearsalRoute } from "./rehearsal-route.ts";
import { createSignInRoutes } from "./sign-in-routes.ts";
import { createToolPageRoutes } from "./tool-pages/tool-routes.ts";
import { filterUsable } from "./usable-tools.ts";
import { createUsagePage } from "./usage-page.ts";

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
  /** True: callers need a key. */
  requiresKey: boolean;
  /** Seconds from the first request to the end of an inbox. */
  inboxTtlSeconds: number;
  /** Signs people in; undefined: there is no sign-in. */
  signIn: SignIn | undefined;
}

export interface PagesOptions extends SiteOptions {
  tools: readonly ToolSummary[];
  /** The guides of the documentation as Markdown, by name. */
  readGuides(): Readonly<Record<string, string>>;
  /** Creates the OpenAPI document, for the reference. */
  document: () => Promise<object>;
  /** The tools for assistants. */
  assistants(): AssistantTools;
  /** Calls the API without a socket. */
  inject: Inject;
  /** Renders pages that show much of what their caller sent. */
  tasks: TaskRunner;
}

/** The web pages. They know the tools by their definitions and reach them over the API. */
export function createPageRoutes(options: PagesOptions): Route[] {
  const { tools, document, assets, readGuides, signIn } = options;
  const getSite = createGetSite(options);
  const render = createPageRenderer(assets, getSite, options.tasks);
  const renderStatic = createStaticPageRenderer(assets, getSite);
  const injectApi = createInjectApi(options.inject);
  const shared = { assets, render, getSite, injectApi };
  return [
    createHomeRoute({ ...shared, tools }),
    createUsagePage(shared),
    ...(signIn ? createAccountRoutes({ ...shared, tools, signIn }) : []),
    createPaletteRoute(tools),
    ...createAssetRoutes(assets),
    ...tools.flatMap((tool) => createToolPageRoutes(tool, shared)),
    createBarcodeTypesRoute(injectApi),
    ...createInboxPageRoutes({ ...shared, inboxTtlSeconds: options.inboxTtlSeconds }),
    createRehearsalRoute(shared),
    ...createDeviceRoutes({ ...shared, tools }),
    ...createDocsRoutes({
      tools,
      readGuides,
      document,
      renderStatic,
      injectApi,
      getSite,
      assistants: options.assistants,
    }),
  ];
}

interface HomeOptions extends PageServices {
  tools: readonly ToolSummary[];
}

function createHomeRoute({ tools, render, getSite, injectApi }: HomeOptions): Route {
  const loadPreviews = createPreviews(tools, injectApi);
  return {
    methods: ["GET", "HEAD"],
    path: "/",
    access: "signed-in",
    handler: async (context) => {
      const site = getSite(context);
      const previews = await loadPreviews(context, site);
      const search = new URLSearchParams(context.query).get("q") ?? "";
      const usable = filterUsable(tools, context);
      const hasInbox = context.mayUse("inbox:read");
      return render(context, {
        title: "Sundry: small tools for developers, on your own server",
        description: "Invoices, QR codes, hashes, passwords and more, as plain HTTP endpoints.",
        section: "tools",
        part: "home",
        content: { page: "Home", props: { site, tools: usable, previews, search, hasInbox } },
      });
    },
  };
}

interface AccountOptions extends HomeOptions {
  signIn: SignIn;
}

/** Creates the pages for signing in, with a key or at a provider, and for managing keys. */
function createAccountRoutes(options: AccountOptions): Route[] {
  const { provider } = options.signIn;
  return [
    ...createSignInRoutes(options),
    ...(provider ? createProviderRoutes({ ...options, provider }) : []),
    ...createKeyPages(options),
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

/** Creates the pages for browsers whose request is refused; undefined where there is no sign-in. */
export function renderRefusedPage(options: SiteOptions) {
  const getSite = createGetSite(options);
  const render = createPageRenderer(options.assets, getSite);
  return createRefusedPage({ render, getSite });
}

function createGetSite({ publicUrl, signIn, ...options }: SiteOptions): GetSite {
  const { basePath, version, enforcesQuota, dailyLimit, requiresKey } = options;
  const hasSignIn = signIn !== undefined;
  const site = { basePath, version, enforcesQuota, dailyLimit, requiresKey, hasSignIn };
  return (context) => ({
    ...site,
    origin: publicUrl ?? context.origin,
    account: toAccount(context),
  });
}

/** Returns who is signed in; undefined for strangers. */
function toAccount(context: RequestContext): Account | undefined {
  const { caller, hasSession } = context;
  if (!caller || caller.kind === "anonymous") return undefined;
  const { name, isAdmin } = caller;
  return {
    name: name?.replace(/^user:/, "") ?? "administrator",
    isAdmin,
    hasSession,
    maySeeUsage: context.mayUse("usage"),
  };
}
