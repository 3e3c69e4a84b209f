import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { RequestContext } from "../../http/request-context.ts";
import type { Reply } from "../../http/types.ts";
import type { LayoutProps } from "../shell/Layout.tsx";
import { type Theme, themeOf } from "../shell/theme.ts";
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
    const theme = themeOf(visitor.headers.cookie);
    const body = await renderHtml(assets, { site: siteOf(visitor), theme }, page);
    const isCompressed = visitor.preferredEncoding(["gzip"]) === "gzip";
    return toHtmlReply({
      body,
      encodings: isCompressed ? { gzip: await compress(body) } : {},
      status: page.status ?? 200,
    });
  };
}

/** Where a page is rendered, and how. */
interface Surface {
  site: Site;
  theme: Theme;
}

async function renderHtml(assets: Assets, { site, theme }: Surface, page: Page): Promise<string> {
  const { title, description, section, part, content, noScriptStyles = [] } = page;
  const address = (file: string) => {
    const name = assets.fileOf(file);
    return name === undefined ? [] : [`${site.basePath}/assets/${name}`];
  };
  // Loaded with the first page, because an API that nobody browses needs no renderer.
  const { renderPage } = await import("./render-page.ts");
  const layout = {
    site,
    theme,
    title,
    description,
    section,
    stylesheets: address(`${part}.css`),
    scripts: address(`${part}.js`),
    fonts: address("inter-latin.woff2"),
    noScriptStyles,
  };
  return renderPage(layout, content);
}

function toHtmlReply(reply: Pick<Reply, "status" | "body" | "encodings">): Reply {
  return { ...reply, type: "text/html; charset=utf-8", headers: HEADERS };
}

/** Copies of a static page that are kept, because the visitor's `Host` is a part of them and anyone can make one up. */
const MAX_COPIES = 12;

/**
 * Creates the function that renders a page without state once for each origin and theme and then replies with the same
 * bytes, compressed in advance.
 */
export function createStaticPageRenderer(assets: Assets, siteOf: SiteOf) {
  return (
    page: (visitor: RequestContext) => Page | Promise<Page>,
  ): ((visitor: RequestContext) => Promise<Reply>) => {
    const replies = new Map<string, Promise<Reply>>();
    return (visitor) => {
      const site = siteOf(visitor);
      const theme = themeOf(visitor.headers.cookie);
      const key = `${theme} ${site.origin}`;
      const known = replies.get(key);
      if (known) return known;
      const reply = renderStatic(assets, { site, theme }, page(visitor));
      const [oldest] = replies.keys();
      if (replies.size >= MAX_COPIES && oldest !== undefined) replies.delete(oldest);
      replies.set(key, reply);
      reply.catch(() => replies.delete(key));
      return reply;
    };
  };
}

async function renderStatic(
  assets: Assets,
  surface: Surface,
  page: Page | Promise<Page>,
): Promise<Reply> {
  const body = Buffer.from(await renderHtml(assets, surface, await page));
  return toHtmlReply({ body, encodings: { gzip: await compress(body) } });
}
