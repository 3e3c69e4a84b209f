import type { Route } from "../../http/route.ts";
import { type Guide, listGuides, listSections, toHeadingId } from "../docs/guides.ts";
import { groupTools } from "../home/groups.ts";
import type { PalettePage } from "../shell/search.ts";
import type { Assets } from "./assets.ts";
import type { ToolSummary } from "../tool-summary.ts";
import { filterUsable } from "./usable-tools.ts";

/** Creates the route of the pages that the command palette searches. */
export function createPaletteRoute(tools: readonly ToolSummary[], assets: Assets): Route {
  const guides = assets.guides();
  const everything = JSON.stringify(listPages(tools, guides));
  return {
    methods: ["GET", "HEAD"],
    path: "/palette.json",
    access: "signed-in",
    handler: (context) => ({
      type: "application/json; charset=utf-8",
      headers: { "cache-control": "no-cache" },
      body: context.caller
        ? JSON.stringify(
            listPages(filterUsable(tools, context), guides, context.mayUse("inbox:read")),
          )
        : everything,
    }),
  };
}

function listPages(
  tools: readonly ToolSummary[],
  files: Readonly<Record<string, string>>,
  hasInbox = true,
): PalettePage[] {
  const entries = groupTools(tools, { hasInbox }).flatMap(({ title: group, entries: inGroup }) =>
    inGroup.map(({ title, summary, path, keywords }) => ({
      group,
      title,
      summary,
      keywords: keywords.join(" "),
      path,
    })),
  );
  const guides = listGuides(files).flatMap((guide) =>
    [toGuidePage(guide)].concat(toSectionPages(guide, files[guide.name] ?? "")),
  );
  const reference = {
    group: "Docs",
    title: "API reference",
    summary: "Every operation with its fields and samples.",
    keywords: "openapi rest http endpoints",
    path: "/docs/reference",
  };
  return [...entries, ...guides, reference];
}

function toGuidePage({ name, title, summary }: Guide): PalettePage {
  const path = name === "start" ? "/docs" : `/docs/${name}`;
  return { group: "Docs", title, summary, keywords: `docs guide ${name}`, path };
}

function toSectionPages({ name, title }: Guide, markdown: string): PalettePage[] {
  return listSections(markdown).map((section) => ({
    group: "Docs",
    title: section,
    summary: title,
    keywords: "",
    path: `/docs/${name}#${toHeadingId(section)}`,
  }));
}
