import type { ToolSummary } from "../tool-summary.ts";

/** Returns true for a tool whose page for many rows there is. */
export function hasMany({ methods, takesRows }: Pick<ToolSummary, "methods" | "takesRows">) {
  return methods.includes("POST") && !takesRows;
}

/** Returns the name of a tool's page for many rows. */
export function getManyTitle({ name }: Pick<ToolSummary, "name">): string {
  return name === "invoice" ? "Mail merge" : "Many at once";
}
