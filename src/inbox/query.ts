import { METHODS } from "node:http";
import { type Issue, ValidationError } from "../lib/errors.ts";
import { parseFilter } from "./read/filter-input.ts";
import type { FilteredQuery } from "./read/record-reader.ts";

interface ListQuery {
  query: FilteredQuery;
  /** Milliseconds to wait for a first record; 0 responds immediately. */
  waitMs: number;
}

export const MAX_WAIT_SECONDS = 30;

const WITHOUT_QUERY: ListQuery = {
  query: { after: 0, limit: Number.MAX_SAFE_INTEGER, newest: false, preflights: true },
  waitMs: 0,
};

const NAMES = [
  "after",
  "limit",
  "method",
  "preflight",
  "wait",
  "path",
  "contains",
  "where",
  "excerpt",
];

/**
 * Parses the parameters of a list (`NAMES`) and ignores others. Throws a ValidationError that names
 * every invalid parameter.
 */
export function parseListQuery(text: string): ListQuery {
  // Most reads have no query, and its parser would be a tenth of the cost of a 304.
  if (text === "") return WITHOUT_QUERY;
  const parameters = new URLSearchParams(text);
  const issues = NAMES.filter((name) => parameters.getAll(name).length > 1).map((name): Issue => ({
    path: [name],
    message: "must be given once",
  }));
  const parseWhole = (name: string, min: number, max: number) => {
    const value = parameters.get(name);
    if (value === null) return undefined;
    const number = Number(value);
    if (/^\d{1,16}$/.test(value) && number >= min && number <= max) return number;
    issues.push({ path: [name], message: `must be a whole number from ${min} to ${max}` });
    return undefined;
  };
  const after = parseWhole("after", 0, Number.MAX_SAFE_INTEGER);
  const limit = parseWhole("limit", 1, Number.MAX_SAFE_INTEGER);
  const wait = parseWhole("wait", 0, MAX_WAIT_SECONDS) ?? 0;
  const method = parseMethod(parameters.get("method"), issues);
  const preflights = parseFlag(parameters, "preflight", issues) ?? true;
  const excerpts = parseFlag(parameters, "excerpt", issues) ?? false;
  const [path, contains, where] = ["path", "contains", "where"].map((name) => parameters.get(name));
  const filter = parseFilter({ path, contains, where }, issues);
  if (wait > 0 && !parameters.has("after")) {
    issues.push({ path: ["wait"], message: "needs after: the last sequence number already read" });
  }
  if (issues.length > 0) throw new ValidationError(issues);
  const query = {
    after: after ?? 0,
    limit: limit ?? Number.MAX_SAFE_INTEGER,
    newest: after === undefined && limit !== undefined,
    preflights,
    ...(method !== undefined && { method }),
    ...(filter && { filter }),
    ...(excerpts && { view: "excerpt" as const }),
  };
  return { query, waitMs: wait * 1000 };
}

function parseMethod(value: string | null, issues: Issue[]): string | undefined {
  if (value === null) return undefined;
  const method = value.toUpperCase();
  if (!METHODS.includes(method))
    issues.push({ path: ["method"], message: "must be an HTTP method" });
  return method;
}

/** Returns a value that is true or false; undefined without it. */
function parseFlag(
  parameters: URLSearchParams,
  name: string,
  issues: Issue[],
): boolean | undefined {
  const value = parameters.get(name);
  if (value === null) return undefined;
  if (value !== "true" && value !== "false")
    issues.push({ path: [name], message: "must be true or false" });
  return value === "true";
}
