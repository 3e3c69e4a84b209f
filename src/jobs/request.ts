import type { IncomingHttpHeaders } from "node:http";
import type { Column } from "../domain/table/columns.ts";
import type { RequestContext } from "../http/context.ts";
import type { BodyRule } from "../http/route-rules.ts";
import type { Route } from "../http/route.ts";
import { collectErrors, HttpError } from "../lib/errors.ts";
import { parseQuery } from "../lib/input/parse-query.ts";
import { isOfMediaType, requireIdentityEncoding } from "../lib/net/http-headers.ts";
import type { Tool } from "../tools/define.ts";
import { parseToolQuery } from "../tools/run.ts";
import { BatchOptionsSchema, listBatchTools } from "./options.ts";
import type { BatchPlan } from "./plan.ts";
import { BATCH_MEDIA_TYPES } from "./rows/body.ts";

/** Headers of a batch that browsers may read. */
export const BATCH_HEADERS = [
  "X-Batch-Rows",
  "X-Batch-Ignored-Columns",
  "Location",
  "Preference-Applied",
] as const;

/** Bytes of the names of ignored columns in a header. */
const MAX_IGNORED_BYTES = 4096;

/** How rows are received. */
export interface RowRule extends Pick<Route, "beforeBody" | "handler"> {
  body: BodyRule;
}

/** The tools whose rows can be sent, and what their routes derive from the path. */
export interface RowTools extends Required<Pick<Route, "access" | "usageName">> {
  byName: ReadonlyMap<string, Tool>;
  /** Returns the tool of the path. Throws an HttpError of 404. */
  find(context: RequestContext): Tool;
}

export function createRowTools(tools: readonly Tool[]): RowTools {
  const byName = new Map(listBatchTools(tools).map((tool) => [tool.name, tool]));
  return {
    byName,
    find({ params: { tool: name = "" } }) {
      const tool = byName.get(name);
      if (tool) return tool;
      const names = [...byName.keys()].join(", ");
      throw new HttpError(404, `A batch runs one of these tools: ${names}.`);
    },
    usageName: ({ tool = "" }) => byName.get(tool)?.scope ?? "other",
    access: ({ tool = "" }) => {
      const scope = byName.get(tool)?.scope;
      return scope === undefined ? "signed-in" : `tools:${scope}`;
    },
  };
}

/** Returns the media type of a body; rows without one are JSON. */
export function getContentType({ "content-type": type }: IncomingHttpHeaders): string {
  return type ?? "application/json";
}

/** Throws an HttpError of 415 for a body that is none of rows. */
export function requireBatchType(headers: IncomingHttpHeaders): void {
  if (!isOfMediaType(getContentType(headers), BATCH_MEDIA_TYPES)) {
    const types = BATCH_MEDIA_TYPES.join(" or ");
    throw new HttpError(415, `Send the body with Content-Type: ${types}.`);
  }
  requireIdentityEncoding(headers);
}

/** Returns true when the caller prefers a job to a batch (RFC 7240, 4.1). */
export function prefersAsync({ prefer }: IncomingHttpHeaders): boolean {
  return /(^|[,;])\s*respond-async\s*($|[,;])/i.test([prefer].flat().join(","));
}

/** Returns the members of the tool's own query, and those of the batch's options. */
export function readQuery({ query }: RequestContext, tool: Tool) {
  return collectErrors(
    () => {
      const members = tool.query ? pickMembers(parseQuery(tool.query, query), tool.query) : {};
      // Checked before any row runs, because it applies to all of them.
      parseToolQuery(tool, members);
      return members;
    },
    () => pickMembers(parseQuery(BatchOptionsSchema, query), BatchOptionsSchema),
  );
}

function pickMembers(
  values: Record<string, unknown>,
  { properties }: { properties: object },
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).filter(([name]) => Object.hasOwn(properties, name)),
  );
}

/** Returns the headers that report how the rows were read. */
export function createRowHeaders({ rowCount, columns }: BatchPlan): Record<string, string> {
  return { "x-batch-rows": String(rowCount), ...listIgnoredColumns(columns) };
}

function listIgnoredColumns(columns: readonly Column[] = []): Record<string, string> {
  const names = columns
    .filter(({ field, isOmitted }) => !field && !isOmitted)
    .map(({ header }) => encodeURIComponent(header));
  while (names.join(",").length > MAX_IGNORED_BYTES) names.pop();
  return names.length === 0 ? {} : { "x-batch-ignored-columns": names.join(",") };
}
