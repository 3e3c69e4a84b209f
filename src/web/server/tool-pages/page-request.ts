import type { InjectedResponse } from "../../../http/inject.ts";
import type { RequestContext } from "../../../http/context.ts";
import type { AccessRule } from "../../../http/route-rules.ts";
import type { Values } from "../../form/values.ts";
import { toRequest } from "../../tool/tool-request.ts";
import { startExample, type ToolView, toView } from "../../tool/view.ts";
import type { Site, ToolSummary } from "../../tool-summary.ts";
import type { PageServices } from "../page-renderer.ts";

/**
 * The body of a posted form. Larger than the API's limit, because an input is longer as a form than
 * as JSON.
 */
export const FORM_BODY = { format: "form", maxBytes: 1024 * 1024 } as const;

export interface ToolPage extends PageServices {
  tool: ToolSummary;
  /** Path of the page below the base path. */
  path: string;
  access: AccessRule;
}

/** A request for a page, and the page's form with the URLs by which the request reached it. */
export interface PageRequest {
  context: RequestContext;
  site: Site;
  view: ToolView;
}

export function readPageRequest(
  { tool, assets, getSite }: ToolPage,
  context: RequestContext,
): PageRequest {
  const site = getSite(context);
  const view = toView(tool, site);
  const file = assets.findFile(`run-${tool.name}.js`);
  if (file !== undefined) view.script = `${site.basePath}/assets/${file}`;
  return { context, site, view };
}

/** Fills the form with the tool's example. */
export function fillExample({ tool }: ToolPage, { view }: PageRequest): Values {
  return startExample(view, tool.example, new Date());
}

/** Sends a filled form to the API. The example does not count, because no caller asked for it. */
export function callTool(
  { injectApi }: ToolPage,
  { context, site, view }: PageRequest,
  { values, isCounted }: { values: Values; isCounted: boolean },
): Promise<InjectedResponse> {
  const { url, input, accept } = toRequest(view, values);
  return injectApi(context, {
    url: url.slice(site.basePath.length),
    body: input,
    accept,
    isCounted,
  });
}
