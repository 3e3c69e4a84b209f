import type { RequestContext } from "../../http/context.ts";
import type { ToolSummary } from "../tool-summary.ts";

/** Returns the tools that the caller may use, so that no page shows more. */
export function filterUsable(
  tools: readonly ToolSummary[],
  context: RequestContext,
): readonly ToolSummary[] {
  if (!context.caller) return tools;
  return tools.filter(({ scope }) => context.mayUse(`tools:${scope}`));
}

/** Names the tools that a caller may use, for pages that are kept; empty for all of them. */
export function formatToolScopes({ caller }: RequestContext): string {
  if (!caller || caller.scopes.includes("tools:*")) return "";
  const scopes = caller.scopes.filter((scope) => scope.startsWith("tools:"));
  return scopes.toSorted().join() || "none";
}
