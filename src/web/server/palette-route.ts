import type { Route } from "../../http/route.ts";
import { groupTools } from "../home/groups.ts";
import type { PalettePage } from "../shell/search.ts";
import type { ToolSummary } from "../tool-summary.ts";
import { filterUsable } from "./usable-tools.ts";

/** Creates the route of the tools that the command palette searches, beside the docs. */
export function createPaletteRoute(tools: readonly ToolSummary[]): Route {
  const everything = JSON.stringify(listPages(tools));
  return {
    methods: ["GET", "HEAD"],
    path: "/palette.json",
    access: "signed-in",
    handler: (context) => ({
      type: "application/json; charset=utf-8",
      headers: { "cache-control": "no-cache" },
      body: context.caller
        ? JSON.stringify(listPages(filterUsable(tools, context), context.mayUse("inbox:read")))
        : everything,
    }),
  };
}

function listPages(tools: readonly ToolSummary[], hasInbox = true): PalettePage[] {
  return groupTools(tools, { hasInbox }).flatMap(({ title: group, entries: inGroup }) =>
    inGroup.map(({ title, summary, path, keywords }) => ({
      group,
      title,
      summary,
      keywords: keywords.join(" "),
      path,
    })),
  );
}
