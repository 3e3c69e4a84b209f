import type { RequestContext } from "../../http/request-context.ts";
import type { Route } from "../../http/types.ts";
import { type Guide, listGuides } from "../docs/guides.ts";
import { groupTools } from "../home/groups.ts";
import type { Assets } from "./assets.ts";
import type { ToolSummary } from "../tool-summary.ts";

/** A page as the command palette lists it. */
interface PalettePage {
  group: string;
  title: string;
  summary: string;
  keywords: string;
  path: string;
}

/** Creates the route of the pages that the command palette searches. */
export function createPaletteRoute(tools: readonly ToolSummary[], assets: Assets): Route {
  const body = JSON.stringify(listPages(tools, listGuides(assets.guides())));
  return {
    methods: ["GET", "HEAD"],
    path: "/palette.json",
    handler: (_visitor: RequestContext) => ({
      type: "application/json; charset=utf-8",
      headers: { "cache-control": "no-cache" },
      body,
    }),
  };
}

function listPages(tools: readonly ToolSummary[], all: readonly Guide[]): PalettePage[] {
  const entries = groupTools(tools).flatMap(({ title: group, entries: inGroup }) =>
    inGroup.map(({ title, summary, path, keywords }) => ({
      group,
      title,
      summary,
      keywords: keywords.join(" "),
      path,
    })),
  );
  const guides = all.map(({ name, title, summary }) => ({
    group: "Docs",
    title,
    summary,
    keywords: `docs guide ${name}`,
    path: name === "start" ? "/docs" : `/docs/${name}`,
  }));
  const reference = {
    group: "Docs",
    title: "API reference",
    summary: "Every operation with its fields and samples.",
    keywords: "openapi rest http endpoints",
    path: "/docs/reference",
  };
  return [...entries, ...guides, reference];
}
