import type { RequestContext } from "../../http/context.ts";
import type { Reply } from "../../http/reply.ts";
import type { Handler } from "../../http/route.ts";
import { escapeXml } from "../../lib/text/xml.ts";
import { type Theme, readTheme } from "../shell/theme.ts";
import type { Site } from "../tool-summary.ts";
import type { Assets } from "./assets.ts";
import { compress, type GetSite, type Page, render, type RenderedPage, toReply } from "./page.ts";

/** Returns the handler of a page without state. */
export type RenderStatic = (
  createPage: (site: Site, context: RequestContext) => Page | Promise<Page>,
) => Handler;

/** A page for every origin: returns its reply for one. */
type Template = (origin: string) => Promise<Reply>;

/** The origin of rendered pages, which each reply replaces by that of its request. */
const ORIGIN = "https://origin.sundry.invalid";

/** Milliseconds after which an incomplete page is rendered again. */
const RETRY_MS = 60_000;

/**
 * Creates the function that renders a page without state once for each theme, because a `Host` is
 * anything that a client makes up.
 */
export function createStaticPageRenderer(assets: Assets, getSite: GetSite): RenderStatic {
  return (createPage) => {
    const templates = new Map<Theme, Promise<Template>>();
    const load = async (context: RequestContext, theme: Theme): Promise<Template> => {
      const site = { ...getSite(context), origin: ORIGIN };
      const page = await createPage(site, context);
      if (page.isIncomplete) setTimeout(() => templates.delete(theme), RETRY_MS).unref();
      return createTemplate(await render(assets, { site, theme }, page));
    };
    return async (context) => {
      const theme = readTheme(context.headers.cookie);
      let template = templates.get(theme);
      if (!template) {
        template = load(context, theme);
        templates.set(theme, template);
        template.catch(() => templates.delete(theme));
      }
      return (await template)(getSite(context).origin);
    };
  };
}

/** Creates the template of a page. It keeps the last reply, because most sites have one origin. */
function createTemplate(page: RenderedPage): Template {
  const parts = page.html.split(ORIGIN);
  let last: { origin: string; reply: Reply } | undefined;
  return async (origin) => {
    if (last && (parts.length === 1 || last.origin === origin)) return last.reply;
    const body = Buffer.from(parts.join(formatOrigin(origin)));
    const reply = { ...toReply(page, { gzip: await compress(body) }), body };
    last = { origin, reply };
    return reply;
  };
}

/** Escapes an origin for HTML and for the quotes of samples. */
function formatOrigin(origin: string): string {
  return escapeXml(origin.replaceAll("'", "%27"));
}
