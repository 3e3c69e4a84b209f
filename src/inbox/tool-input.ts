import { type Issue, ValidationError } from "../lib/errors.ts";
import { ID_RULE, isInboxId } from "./address.ts";
import { type FilterInput, parseFilter } from "./read/filter-input.ts";
import type { FilteredQuery } from "./read/record-reader.ts";
import type { Credentials } from "./workbench/access.ts";

/** Returns the id. Throws a ValidationError when it is not valid. */
export function checkId(id: string): string {
  if (isInboxId(id)) return id;
  throw ValidationError.at(["id"], `must be ${ID_RULE}`);
}

/** Returns the credentials of a call with this read token. */
export function toCredentials(token: string | undefined, ipPrefix: string): Credentials {
  return { tokens: token === undefined ? [] : [token], ipPrefix };
}

/**
 * Returns the filter as part of a query. Throws a ValidationError that names every invalid value.
 */
export function toFilter(input: FilterInput): Pick<FilteredQuery, "filter"> {
  const issues: Issue[] = [];
  const filter = parseFilter(input, issues);
  if (issues.length > 0) throw new ValidationError(issues);
  return filter ? { filter } : {};
}
