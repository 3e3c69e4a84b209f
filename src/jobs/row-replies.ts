import type { RateLimit } from "../lib/rate-limit.ts";
import type { ReplyOptions, Tool } from "../tools/define.ts";
import { parseToolQuery } from "../tools/run.ts";
import type { RowForm } from "./row-result.ts";

/** Returns the format of the replies to rows. A call with a query of its own may choose a file. */
export function chooseFormat(
  form: RowForm,
  query: Record<string, unknown>,
): Pick<ReplyOptions, "format" | "accept"> {
  if (form === "call" && Object.keys(query).length > 0)
    return { format: "default", accept: "application/json" };
  return { format: form === "file" ? "file" : "json", accept: "" };
}

/** Limits of requests per minute that the rows of a batch count to. */
export interface RowLimits {
  /** Limits of every row. */
  limits: RateLimit[];
  /** True: rows whose reply is costly count to its limit, too. */
  countsReplies: boolean;
}

/** Returns the limits of the rows of a tool with a query of its own. */
export function findRowLimits(
  tool: Tool,
  form: RowForm,
  query: Record<string, unknown>,
): RowLimits {
  const { name, perMinute, costlyReply } = tool;
  const limits = perMinute === undefined ? [] : [{ name, perMinute }];
  const options = { ...chooseFormat(form, query), query: parseToolQuery(tool, query) };
  if (!costlyReply?.includesAll?.(options)) return { limits, countsReplies: true };
  return { limits: [...limits, costlyReply], countsReplies: false };
}
