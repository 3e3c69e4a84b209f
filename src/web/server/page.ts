import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { RequestContext } from "../../http/request-context.ts";
import type { Reply } from "../../http/types.ts";
import type { LayoutProps } from "../shell/Layout.tsx";
import type { Site } from "../tool-summary.ts";
import type { Assets } from "./assets.ts";
import type { PageContent } from "./render-page.ts";

const compress = promisify(gzip);

/** Allows our own files alone: no inline script or style, no other origin. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "font-src 'self'",
  "form-action 'self'",
  "frame-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join("; ");

const HEADERS = {
  "content-security-policy": POLICY,
  "referrer-policy": "no-referrer",
  "cache-control": "no-store",
};

/** What one page adds to the layout. */
export interface Page {
  title: string;
  description: string;
  section?: NonNullable<LayoutProps["section"]>;
  /** The part of the bundle with the page's scripts and styles. */
  part: "home" | "tool" | "inbox" | "docs" | `tool-${string}`;
  /** URLs of style sheets for browsers without scripts. */
  noScriptStyles?: readonly string[];
  content: PageContent;
  status?: number;
}

/** Where the pages are served, as a visitor reaches them. */
export type SiteOf = (visitor: RequestContext) => Site;

/** Renders a page to the reply for a visitor. */
export type RenderPage = (visitor: RequestContext, page: Page) => Promise<Reply>;

/** Creates the function that renders pages. */
export function createPageRenderer(assets: Assets, siteOf: SiteOf): RenderPage {
  return async (visitor, page) => {
    const body = await renderHtml(assets, siteOf(visitor), page);
    const isCompressed = visitor.preferredEncoding(["gzip"]) === "gzip";
    return toHtmlReply({
      body,
      encodings: isCompressed ? { gzip: await compress(body) } : {},
      status: page.status ?? 200,
    });
  };
}

async function renderHtml(assets: Assets, site: Site, page: Page): Promise<string> {
  const { title, description, section, part, content, noScriptStyles = [] } = page;
  const address = (file: string) => {
    const name = assets.fileOf(file);
    return name === undefined ? [] : [`${site.basePath}/assets/${name}`];
  };
  // Loaded with the first page, because an API that nobody browses needs no renderer.
  const { renderPage } = await import("./render-page.ts");
  const layout = {
    site,
    title,
    description,
    section,
    stylesheets: address(`${part}.css`),
    scripts: address(`${part}.js`),
    noScriptStyles,
  };
  return renderPage(layout, content);
}

function toHtmlReply(reply: Pick<Reply, "status" | "body" | "encodings">): Reply {
  return { ...reply, type: "text/html; charset=utf-8", headers: HEADERS };
}

/** Origins for which a static page is kept: the visitor's `Host` is a part of it, and anyone can make one up. */
const MAX_ORIGINS = 8;

/**
 * Creates the function that renders a page without state once for each origin and then replies with the same bytes,
 * compressed in advance.
 */
export function createStaticPageRenderer(assets: Assets, siteOf: SiteOf) {
  return (
    page: (visitor: RequestContext) => Page,
  ): ((visitor: RequestContext) => Promise<Reply>) => {
    const replies = new Map<string, Promise<Reply>>();
    return (visitor) => {
      const site = siteOf(visitor);
      const known = replies.get(site.origin);
      if (known) return known;
      const reply = renderStatic(assets, site, page(visitor));
      const [oldest] = replies.keys();
      if (replies.size >= MAX_ORIGINS && oldest !== undefined) replies.delete(oldest);
      replies.set(site.origin, reply);
      reply.catch(() => replies.delete(site.origin));
      return reply;
    };
  };
}

async function renderStatic(assets: Assets, site: Site, page: Page): Promise<Reply> {
  const body = Buffer.from(await renderHtml(assets, site, page));
  return toHtmlReply({ body, encodings: { gzip: await compress(body) } });
}
