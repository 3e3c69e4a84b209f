import type { RequestContext } from "../../http/context.ts";
import type { Reply } from "../../http/reply.ts";
import type { Handler } from "../../http/route.ts";
import { LruCache } from "../../lib/lru.ts";
import { escapeXml } from "../../lib/text/xml.ts";
import { type Theme, readTheme } from "../shell/theme.ts";
import type { Site } from "../tool-summary.ts";
import type { Assets } from "./assets.ts";
import { formatToolScopes } from "./usable-tools.ts";
import {
  compress,
  type GetSite,
  type Page,
  render,
  type RenderedPage,
  toReply,
} from "./page-renderer.ts";

/** Returns the handler of a page without state. */
export type RenderStatic = (
  createPage: (site: Site, context: RequestContext) => Page | Promise<Page>,
) => Handler;

/** A page for every origin and account: returns its reply for one. */
type Template = (site: Site) => Promise<Reply>;

/** The origin of rendered pages, which each reply replaces by that of its request. */
const ORIGIN = "https://origin.sundry.invalid";

/** The account of rendered pages, likewise. */
const ACCOUNT = "@account.sundry.invalid@";

/** Maximum templates of a page: themes, and callers who may use some tools only. */
const MAX_TEMPLATES = 12;

/** Milliseconds after which an incomplete page is rendered again. */
const RETRY_MS = 60_000;

/**
 * Creates the function that renders a page without state once for each theme, because a `Host` is
 * anything that a client makes up.
 */
export function createStaticPageRenderer(assets: Assets, getSite: GetSite): RenderStatic {
  return (createPage) => {
    const templates = new LruCache<string, Promise<Template>>(MAX_TEMPLATES);
    const load = async (context: RequestContext, theme: Theme, key: string): Promise<Template> => {
      const site = { ...getSite(context), origin: ORIGIN, accountSlot: ACCOUNT };
      const page = await createPage(site, context);
      if (page.isIncomplete) setTimeout(() => templates.delete(key), RETRY_MS).unref();
      return createTemplate(await render(assets, { site, theme }, page));
    };
    return async (context) => {
      const theme = readTheme(context.headers.cookie);
      const key = `${theme} ${formatToolScopes(context)}`;
      let template = templates.get(key);
      if (!template) {
        template = load(context, theme, key);
        templates.set(key, template);
        template.catch(() => templates.delete(key));
      }
      return (await template)(getSite(context));
    };
  };
}

/** Creates the template of a page. It keeps the last reply, because most sites have one origin. */
function createTemplate(page: RenderedPage): Template {
  const parts = page.html.split(ORIGIN);
  const fill = async (site: Site, account: string): Promise<Reply> => {
    const html = parts.join(formatOrigin(site.origin)).replace(ACCOUNT, () => account);
    const body = Buffer.from(html);
    return { ...toReply(page, { gzip: await compress(body) }), body };
  };
  let last: { key: string; reply: Promise<Reply> } | undefined;
  return async (site) => {
    const account = await renderAccount(site);
    const key = `${parts.length === 1 ? "" : site.origin} ${account}`;
    // The promise is kept, because all that wait for the first rendering ask in one turn.
    if (last?.key !== key) {
      last = { key, reply: fill(site, account) };
      last.reply.catch(() => (last = undefined));
    }
    return last.reply;
  };
}

async function renderAccount(site: Site): Promise<string> {
  if (!site.hasSignIn) return "";
  return (await import("./render/render-page.ts")).renderAccountBar(site);
}

/** Escapes an origin for HTML and for the quotes of samples. */
function formatOrigin(origin: string): string {
  return escapeXml(origin.replaceAll("'", "%27"));
}
