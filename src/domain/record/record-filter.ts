import { selectJson } from "./json-select.ts";
import { locateBody, readTextMember } from "./record-text.ts";

/** A filter of captured requests; all conditions must match. */
export interface RecordFilter {
  /** A prefix of the record's path as it was sent. */
  path?: string;
  /** Text that the body contains. */
  contains?: string;
  where?: WhereCondition;
}

/** A condition on the JSON body: the value at a path. */
interface WhereCondition {
  path: readonly string[];
  /** The value as `JSON.stringify` writes it. */
  value: string;
}

/** Maximum length in characters of a `where` expression and of a text to search for. */
export const MAX_FILTER_LENGTH = 1024;

/**
 * The rule of a `where` expression; it completes a sentence that begins with the parameter's name.
 */
export const WHERE_RULE = `must be like .event=="paid", with at most ${MAX_FILTER_LENGTH} characters`;

const WHERE = /^\.([\w.-]+)\s*==\s*(.+)$/s;

/** Whole numbers beyond a double's precision, which are compared digit by digit. */
const LONG_INTEGER = /^-?\d{16,}$/;

/** Longer JSON values are not compared, because no expression is as long. */
const MAX_VALUE_LENGTH = 65_536;

/**
 * Parses `.event=="paid"`: a path in the JSON body and the JSON value that it must have. Returns
 * undefined for other text.
 */
export function parseWhere(text: string): WhereCondition | undefined {
  if (text.length > MAX_FILTER_LENGTH) return undefined;
  const [, path, value = ""] = WHERE.exec(text) ?? [];
  const normalized = normalizeJson(value);
  return path === undefined || normalized === undefined
    ? undefined
    : { path: path.split("."), value: normalized };
}

/** Returns true when a record's JSON text fulfills every condition of the filter. */
export function matchesFilter(text: Buffer, { path, contains, where }: RecordFilter): boolean {
  if (path !== undefined && !readTextMember(text, "path").startsWith(path)) return false;
  if (contains === undefined && where === undefined) return true;
  const { body, json } = locateBody(text);
  if (contains !== undefined) {
    const bodyText = JSON.parse(text.toString("utf8", body.start, body.end)) as string;
    if (!bodyText.includes(contains)) return false;
  }
  if (where === undefined) return true;
  const value = selectJson(text, json.start, where.path);
  return value !== undefined && isEqual(value, where.value);
}

function isEqual(json: string, value: string): boolean {
  if (json === value) return true;
  if (json.length > MAX_VALUE_LENGTH || LONG_INTEGER.test(value)) return false;
  return normalizeJson(json) === value;
}

/**
 * Returns JSON text as `JSON.stringify` writes it, but long integers as they are. Returns undefined
 * for other text.
 */
function normalizeJson(text: string): string | undefined {
  const trimmed = text.trim();
  try {
    const value: unknown = JSON.parse(trimmed);
    return LONG_INTEGER.test(trimmed) ? trimmed : JSON.stringify(value);
  } catch {
    return undefined;
  }
}
