import type { RequestContext } from "../../http/context.ts";
import type { Handler, Route } from "../../http/route.ts";
import { type Guide, listGuides } from "../../domain/guides.ts";
import { formatLlmsText } from "../docs/llms.ts";
import type { AssistantTools } from "../../domain/assistant-tools.ts";
import { createDocsTextRoutes } from "./docs-text-routes.ts";
import type { GetSite } from "./page-renderer.ts";
import { filterUsable } from "./usable-tools.ts";
import { createReferenceRoutes, GET, type ReferenceOptions } from "./reference-routes.ts";

interface DocsOptions extends ReferenceOptions {
  /** The guides of the documentation as Markdown, by name. */
  readGuides(): Readonly<Record<string, string>>;
  getSite: GetSite;
  /** The tools for assistants. */
  assistants(): AssistantTools;
}

/** The documentation: guides, every operation, and an overview in plain text. */
export function createDocsRoutes(options: DocsOptions): Route[] {
  const { tools, getSite, renderStatic } = options;
  const guides = listGuides(options.readGuides());
  const start: Route = {
    ...GET,
    path: "/docs",
    handler: renderStatic((site, context) => ({
      title: "Getting started · Sundry",
      description: "First request, errors, limits, keys and self-hosting.",
      section: "docs",
      part: "docs",
      content: {
        page: "Docs",
        props: { site, guides, assistants: filterAssistants(options, context) },
      },
    })),
  };
  const llms: Route = {
    ...GET,
    path: "/llms.txt",
    handler: (context) => ({
      type: "text/plain; charset=utf-8",
      body: formatLlmsText(filterUsable(tools, context), getSite(context)),
    }),
  };
  const pages = guides
    .filter(({ name }) => name !== "start")
    .map((guide) => ({
      methods: GET.methods,
      access: GET.access,
      path: `/docs/${guide.name}`,
      handler: createGuideHandler(guide, guides, options),
    }));
  return [
    start,
    ...createReferenceRoutes(options),
    llms,
    ...createDocsTextRoutes(options),
    ...pages,
  ];
}

/** Returns the tools of assistants that the caller may use. */
function filterAssistants(
  { tools, assistants }: DocsOptions,
  context: RequestContext,
): AssistantTools {
  const usable = new Set(filterUsable(tools, context));
  const hidden = new Set(tools.filter((tool) => !usable.has(tool)).map(({ name }) => name));
  const all = assistants();
  return { ...all, tools: all.tools.filter(({ name }) => !hidden.has(name)) };
}

/** Creates the handler of a guide's page, which is the repository's Markdown. */
function createGuideHandler(
  { name, title, summary }: Guide,
  guides: readonly Guide[],
  { readGuides, renderStatic }: DocsOptions,
): Handler {
  return renderStatic(async (site) => {
    // Loaded with the first guide, because a server used only as an API needs no Markdown.
    const { renderGuide } = await import("../docs/markdown.ts");
    const markdown = readGuides()[name] ?? "";
    return {
      title: `${title} · Sundry`,
      description: summary,
      section: "docs",
      part: "docs",
      content: {
        page: "GuidePage",
        props: { site, guides, name, ...renderGuide(markdown, site) },
      },
    };
  });
}
