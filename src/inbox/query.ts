import { METHODS } from "node:http";
import { ValidationError, type Issue } from "../lib/errors.ts";
import type { ReadQuery } from "../store/store.ts";

/** What a reader asks for. */
export interface ListQuery {
  query: ReadQuery;
  /** How long to wait for a first record, in milliseconds; 0: not at all. */
  waitMs: number;
}

/** The longest wait in seconds. */
const MAX_WAIT_SECONDS = 30;

const NAMES = ["after", "limit", "method", "preflight", "wait"];

/** Reads `after`, `limit`, `method`, `preflight` and `wait`; other names are ignored. Throws InputError. */
export function readQuery(text: string): ListQuery {
  const members = new URLSearchParams(text);
  const problems = NAMES.filter((name) => members.getAll(name).length > 1).map((name): Issue => ({
    path: [name],
    rule: "must be given once",
  }));
  const whole = (name: string, least: number, most: number) => {
    const value = members.get(name);
    if (value === null) return undefined;
    const number = Number(value);
    if (/^\d{1,16}$/.test(value) && number >= least && number <= most) return number;
    problems.push({ path: [name], rule: `must be a whole number from ${least} to ${most}` });
    return undefined;
  };
  const after = whole("after", 0, Number.MAX_SAFE_INTEGER);
  const limit = whole("limit", 1, Number.MAX_SAFE_INTEGER);
  const wait = whole("wait", 0, MAX_WAIT_SECONDS) ?? 0;
  const method = readMethod(members.get("method"), problems);
  const preflights = readFlag(members.get("preflight"), problems);
  if (wait > 0 && !members.has("after")) {
    problems.push({ path: ["wait"], rule: "needs after: the last sequence number already read" });
  }
  if (problems.length > 0) throw new ValidationError(problems);
  const query = {
    after: after ?? 0,
    limit: limit ?? Number.MAX_SAFE_INTEGER,
    newest: after === undefined && limit !== undefined,
    preflights,
    ...(method !== undefined && { method }),
  };
  return { query, waitMs: wait * 1000 };
}

function readMethod(value: string | null, problems: Issue[]): string | undefined {
  if (value === null) return undefined;
  const method = value.toUpperCase();
  if (!METHODS.includes(method))
    problems.push({ path: ["method"], rule: "must be an HTTP method" });
  return method;
}

function readFlag(value: string | null, problems: Issue[]): boolean {
  if (value !== null && value !== "true" && value !== "false") {
    problems.push({ path: ["preflight"], rule: "must be true or false" });
  }
  return value !== "false";
}
