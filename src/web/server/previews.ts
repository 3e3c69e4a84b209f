import type { RequestContext } from "../../http/request-context.ts";
import { type Preview, toPreview } from "../home/preview.ts";
import type { Site, ToolSummary } from "../tool-summary.ts";
import { getExampleValues, toView, type ToolView } from "../tool/view.ts";
import { type InjectApi, submitTool } from "./api.ts";

/** Milliseconds that the home page waits for previews before it is sent without the missing ones. */
const MAX_WAIT_MS = 400;

/** Creates the function that runs the example of every tool, once for each base path, for the home page. */
export function createPreviews(tools: readonly ToolSummary[], injectApi: InjectApi) {
  const known = new Map<string, Preview>();
  let pending: Promise<unknown> | undefined;

  const load = async (context: RequestContext, site: Site, tool: ToolSummary) => {
    const view = toView(tool, site);
    const preview =
      findLinkedPreview(view) ?? (await runExample(injectApi, context, { view, tool, site }));
    if (preview) known.set(tool.name, preview);
  };
  const start = async (context: RequestContext, site: Site) => {
    const kits = await loadKits();
    for (const { name, page = "" } of tools) {
      const Drawing = kits[page]?.Drawing;
      if (Drawing) known.set(name, { kind: "drawing", Drawing });
    }
    const shown = tools.filter(
      (tool) => !known.has(tool.name) && hasExample(toView(tool, site), tool),
    );
    // A failed example is left out: the page has a drawing for it.
    await Promise.allSettled(shown.map((tool) => load(context, site, tool)));
  };

  return async (context: RequestContext, site: Site): Promise<ReadonlyMap<string, Preview>> => {
    pending ??= start(context, site);
    await Promise.race([pending, new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS))]);
    return known;
  };
}

/** Loaded with the first page, because an API that nobody browses needs no pages. */
async function loadKits() {
  return (await import("../tool/kits/index.ts")).kits;
}

/** Tools that wait for Run may be slow or reach the network, so their examples are not run. */
function hasExample({ live }: ToolView, { methods }: ToolSummary): boolean {
  return live && methods.includes("POST");
}

/** The browser loads pixel images and documents when they are close to the viewport. */
function findLinkedPreview({ mediaType, page }: ToolView): Preview | undefined {
  const url = `${page}/answer`;
  if (mediaType === "image/png") return { kind: "image", url };
  return mediaType === "text/html" ? { kind: "document", url } : undefined;
}

async function runExample(
  injectApi: InjectApi,
  context: RequestContext,
  { view, tool, site }: { view: ToolView; tool: ToolSummary; site: Site },
): Promise<Preview | undefined> {
  const values = getExampleValues(view, tool.example);
  const { basePath } = site;
  const response = await submitTool(injectApi, context, {
    view,
    values,
    basePath,
    isCounted: false,
  });
  const kits = await loadKits();
  return toPreview(view, response, kits[tool.page ?? ""]?.headline?.(response, values, view));
}
