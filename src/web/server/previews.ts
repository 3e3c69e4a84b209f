import type { RequestContext } from "../../http/context.ts";
import { formatUtcDay } from "../../lib/dates/date.ts";
import { type Preview, toPreview } from "../home/preview.ts";
import type { Site, ToolSummary } from "../tool-summary.ts";
import { startExample, toView, type ToolView } from "../tool/view.ts";
import { type InjectApi, submitTool } from "./api.ts";
import { filterUsable } from "./usable-tools.ts";

/**
 * Milliseconds that the home page waits for previews before it is sent without the missing ones.
 */
const MAX_WAIT_MS = 400;

/**
 * Creates the function that returns the previews of the home page: drawings, and results of
 * examples. An example is run once a day, because rates and dates follow the day, and one that
 * failed is run again for a later visitor.
 */
export function createPreviews(tools: readonly ToolSummary[], injectApi: InjectApi) {
  const previews = new Map<string, Preview>();
  /** The days on which examples were run, by the names of their tools. */
  const loaded = new Map<string, string>();
  let pending: Promise<void> | undefined;

  const load = async (context: RequestContext, site: Site, tool: ToolSummary) => {
    const today = formatUtcDay(Date.now());
    const view = toView(tool, site);
    const preview =
      findLinkedPreview(view) ?? (await runExample(injectApi, context, { view, tool, site }));
    if (preview) previews.set(tool.name, preview);
    loaded.set(tool.name, today);
  };
  const loadMissing = async (context: RequestContext, site: Site) => {
    const kits = await loadKits();
    for (const { name, kit = "" } of tools) {
      const Drawing = kits[kit]?.Drawing;
      if (Drawing) previews.set(name, { kind: "drawing", Drawing });
    }
    const today = formatUtcDay(Date.now());
    const missing = filterUsable(tools, context).filter(
      (tool) =>
        previews.get(tool.name)?.kind !== "drawing" &&
        loaded.get(tool.name) !== today &&
        hasExample(toView(tool, site), tool),
    );
    await Promise.allSettled(missing.map((tool) => load(context, site, tool)));
  };

  return async (context: RequestContext, site: Site): Promise<ReadonlyMap<string, Preview>> => {
    // The page has a drawing for each missing preview, so a failure is left to the next visitor.
    pending ??= loadMissing(context, site)
      .catch(() => undefined)
      .finally(() => (pending = undefined));
    await Promise.race([pending, new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS))]);
    return previews;
  };
}

/** Loaded with the first page, because a server used only as an API needs no pages. */
async function loadKits() {
  return (await import("../tool/kits/index.ts")).kits;
}

/** Tools that wait for Run may be slow or reach the network, so their examples are not run. */
function hasExample({ live }: ToolView, { methods }: ToolSummary): boolean {
  return live && methods.includes("POST");
}

/** The browser loads pixel images and documents when they are close to the viewport. */
function findLinkedPreview({ mediaType, pagePath }: ToolView): Preview | undefined {
  const url = `${pagePath}/response`;
  if (mediaType === "image/png") return { kind: "image", url };
  return mediaType === "text/html" ? { kind: "document", url } : undefined;
}

/** Rejects when the API does. */
async function runExample(
  injectApi: InjectApi,
  context: RequestContext,
  { view, tool, site }: { view: ToolView; tool: ToolSummary; site: Site },
): Promise<Preview | undefined> {
  const values = startExample(view, tool.example, new Date());
  const { basePath } = site;
  const response = await submitTool(injectApi, context, {
    view,
    values,
    basePath,
    isCounted: false,
    // An example may take longer than the visitor waits, whose visit would end it each time.
    isDetached: true,
  });
  if (response.content.kind === "failure") throw new Error(response.content.message);
  const kits = await loadKits();
  return toPreview(view, response, kits[tool.kit ?? ""]?.headline?.(response, values, view));
}
