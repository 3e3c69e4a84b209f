import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { RequestContext } from "../../http/context.ts";
import type { Reply } from "../../http/reply.ts";
import type { LayoutProps } from "../shell/Layout.tsx";
import { takeTurn } from "../../lib/concurrency/turns.ts";
import type { TaskRunner } from "../../lib/workers/task-pool.ts";
import { type Theme, readTheme } from "../shell/theme.ts";
import type { Site } from "../tool-summary.ts";
import type { InjectApi } from "./api.ts";
import type { Assets } from "./assets.ts";
import type { PageContent } from "./render/render-page.ts";
import type { RenderInput, RenderTask } from "./render/render-task.ts";

export const compress = promisify(gzip);

/**
 * Returns the policy that allows our own files and these styles: no other inline code, and no other
 * origin to load from.
 */
function formatContentSecurityPolicy(
  styleSources: readonly string[],
  connectSources: readonly string[],
): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    ["style-src 'self'", ...styleSources].join(" "),
    "img-src 'self' data: blob:",
    // Results are read from the page's own memory too, to copy them.
    ["connect-src 'self' blob: data:", ...connectSources].join(" "),
    "font-src 'self'",
    "form-action 'self'",
    "frame-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join("; ");
}

/** Parts of a page other than the layout. */
export interface Page {
  title: string;
  description: string;
  section?: NonNullable<LayoutProps["section"]>;
  /** The part of the bundle with the page's scripts and styles. */
  part:
    | "access"
    | "docs"
    | "home"
    | "inbox"
    | "inbox-start"
    | "invoices"
    | "many"
    | "my-details"
    | "rehearsal"
    | "tool"
    | `tool-${string}`;
  /** URLs of style sheets for browsers without scripts. */
  noScriptStyles?: readonly string[];
  /** Further origins that the page's script may call, as sources of a content security policy. */
  connectSources?: readonly string[];
  content: PageContent;
  /** Characters that the caller sent and the page shows. Default: none. */
  sentLength?: number;
  status?: number;
  /** True: a part is missing that a later request may find. Default: false. */
  isIncomplete?: boolean;
}

/** Returns the site as the request reached it: its origin and base path. */
export type GetSite = (context: RequestContext) => Site;

export type RenderPage = (context: RequestContext, page: Page) => Promise<Reply>;

/** The services that the routes of pages share. */
export interface PageServices {
  assets: Assets;
  render: RenderPage;
  getSite: GetSite;
  injectApi: InjectApi;
}

/**
 * Creates the renderer of pages. Those that show much of what a caller sent are rendered by
 * `tasks`, in the caller's turn.
 */
export function createPageRenderer(
  assets: Assets,
  getSite: GetSite,
  tasks?: TaskRunner,
): RenderPage {
  return async (context, page) => {
    const theme = readTheme(context.headers.cookie);
    const settings: PageSettings = { site: getSite(context), theme };
    const isCompressed = context.preferredEncoding(["gzip"]) === "gzip";
    const { sentLength = 0 } = page;
    if (!tasks || sentLength <= MAX_INLINE_LENGTH) {
      const rendered = await render(assets, settings, page);
      return toReply(rendered, isCompressed ? { gzip: await compress(rendered.html) } : {});
    }
    const { input, head } = prepare(assets, settings, page);
    const task: RenderTask = { ...input, isCompressed };
    const demand = { client: context.client.ipPrefix, bytes: sentLength * BYTES_PER_CHARACTER };
    const html = await tasks.run<Uint8Array>(RENDER_TASK, JSON.stringify(task), demand);
    return toReply({ ...head, html }, isCompressed ? { gzip: html } : {});
  };
}

const RENDER_TASK = new URL("./render/render-task.js", import.meta.url);

/** The first pages of a form with 100 items take a tenth of a second to render. */
const MAX_INLINE_LENGTH = 8_192;

/** Memory that a character of a form takes while its page is rendered, if all are escaped. */
const BYTES_PER_CHARACTER = 100;

interface PageSettings {
  site: Site;
  theme: Theme;
}

/** The status and headers of a page. */
interface PageHead {
  /** The content security policy. */
  policy: string;
  status: number;
  /** Where people sign in, forms of our own must be told from those of other sites. */
  referrerPolicy: "no-referrer" | "same-origin";
}

export interface RenderedPage extends PageHead {
  html: string;
}

export async function render(
  assets: Assets,
  settings: PageSettings,
  page: Page,
): Promise<RenderedPage> {
  // First, because what follows is in a turn of its own.
  const renderHtml = await loadRenderer();
  const { input, head } = prepare(assets, settings, page);
  return { html: renderHtml(input), ...head };
}

function prepare(
  assets: Assets,
  { site, theme }: PageSettings,
  page: Page,
): { input: RenderInput; head: PageHead } {
  const { title, description, section, part, content, noScriptStyles = [] } = page;
  const folder = `${site.basePath}/assets/`;
  const address = (file: string) => {
    const name = assets.findFile(file);
    return name === undefined ? [] : [folder + name];
  };
  // Inline, because the first paint would wait for another response. Absent when the bundle was not
  // built.
  const styles = assets.getStyles(`${part}.css`, folder);
  const layout = {
    site,
    theme,
    title,
    description,
    section,
    styles: styles?.text,
    scripts: address(`${part}.js`),
    fonts: address("inter-latin.woff2"),
    noScriptStyles,
  };
  const head: PageHead = {
    policy: formatContentSecurityPolicy(styles ? [styles.source] : [], page.connectSources ?? []),
    status: page.status ?? 200,
    referrerPolicy: site.hasSignIn ? "same-origin" : "no-referrer",
  };
  return { input: { layout, content }, head };
}

/** Loaded with the first page, because a server used only as an API needs no renderer. */
async function loadRenderer(): Promise<(input: RenderInput) => string> {
  const { loadServerParts, renderPage } = await import("./render/render-page.ts");
  await loadServerParts();
  await takeTurn();
  return ({ layout, content }) => renderPage(layout, content);
}

/** `html`: as text, or its bytes in the encoding that the caller takes. */
export function toReply(
  { html, policy, status, referrerPolicy }: PageHead & { html: string | Uint8Array },
  encodings: NonNullable<Reply["encodings"]>,
): Reply {
  const headers = {
    "content-security-policy": policy,
    "referrer-policy": referrerPolicy,
    "cache-control": "no-store",
  };
  return { status, type: "text/html; charset=utf-8", headers, body: html, encodings };
}
