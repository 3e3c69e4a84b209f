import type { Issue } from "../../lib/errors.ts";
import {
  MAX_FILTER_LENGTH,
  parseWhere,
  type RecordFilter,
  WHERE_RULE,
} from "../../domain/record/record-filter.ts";

/** Filters as callers write them. */
export interface FilterInput {
  path?: string | null | undefined;
  contains?: string | null | undefined;
  where?: string | null | undefined;
}

/**
 * Returns the filter; undefined when there is none. Adds to `issues` for every value that is
 * invalid.
 */
export function parseFilter(input: FilterInput, issues: Issue[]): RecordFilter | undefined {
  const { path, contains, where } = input;
  for (const [name, value] of Object.entries({ contains, path })) {
    if (value && value.length > MAX_FILTER_LENGTH)
      issues.push({ path: [name], message: `must have at most ${MAX_FILTER_LENGTH} characters` });
  }
  if (path && !path.startsWith("/")) issues.push({ path: ["path"], message: "must begin with /" });
  const condition = where ? parseWhere(where) : undefined;
  if (where && !condition) issues.push({ path: ["where"], message: WHERE_RULE });
  const filter: RecordFilter = {
    ...(path && { path }),
    ...(contains && { contains }),
    ...(condition && { where: condition }),
  };
  return Object.keys(filter).length > 0 ? filter : undefined;
}
