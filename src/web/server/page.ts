import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Site } from "../tool-summary.ts";
import type { LayoutProps } from "../shell/Layout.tsx";
import type { Assets } from "./assets.ts";
import type { PageContent } from "./render-page.ts";

const compress = promisify(gzip);

/** Nothing but our own files; no inline script or style, no other origin. */
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

/** What one page adds to the layout. */
export interface Page {
  title: string;
  description: string;
  section?: NonNullable<LayoutProps["section"]>;
  /** The bundle's part that brings it to life. */
  part: "home" | "tool" | "inbox" | "docs";
  content: PageContent;
  status?: number;
}

/** Makes the sender of pages. */
export function createPageRenderer(assets: Assets) {
  return async (request: FastifyRequest, reply: FastifyReply, site: Site, page: Page) => {
    const address = (part: string) => {
      const file = assets.fileOf(part);
      return file === undefined ? [] : [`${site.basePath}/assets/${file}`];
    };
    const { title, description, section, part, content, status = 200 } = page;
    // Not at the top: an API that nobody browses starts without the renderer and all that it draws.
    const { renderPage: draw } = await import("./render-page.ts");
    const layout = {
      site,
      title,
      description,
      section,
      stylesheets: address(`${part}.css`),
      scripts: address(`${part}.js`),
    };
    const html = draw(layout, content);
    reply
      .code(status)
      .type("text/html; charset=utf-8")
      .header("content-security-policy", POLICY)
      .header("referrer-policy", "no-referrer")
      .header("cache-control", "no-store")
      .header("vary", "Accept-Encoding");
    if (!request.headers["accept-encoding"]?.includes("gzip")) return reply.send(html);
    return reply.header("content-encoding", "gzip").send(await compress(html));
  };
}
