import { HttpError } from "../lib/errors.ts";

/** The path prefix of captures and reads; an inbox id follows. */
export const CAPTURE_PREFIX = "/api/v1/webhook/";

/** The path prefix of management and of single records; an inbox id follows. */
export const INBOX_PREFIX = "/api/v1/inboxes/";

/** The parts of a URL that addresses an inbox. */
export interface Address {
  inbox: string;
  /** The path after the inbox, still escaped: empty or with a leading `/`. */
  path: string;
  /** Still escaped, without the question mark. */
  query: string;
}

/** Excludes control characters, line and paragraph separators, lone surrogates and slashes. */
const PRINTABLE = /^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}/\\]+$/u;

/** Maximum length of an id in characters (code points). */
const MAX_ID_LENGTH = 128;

/** The rule of an id; it completes "an inbox id is …". */
export const ID_RULE = `one path segment of 1 to ${MAX_ID_LENGTH} printable characters, not . or ..`;

/** Matches most ids, which need neither decoding nor counting. */
const SIMPLE_ID = /^[\w-]{1,128}$/;

/** Returns the inbox of a capture path that has a simple id and nothing after it; undefined for other paths. */
export function parseSimplePath(path: string): string | undefined {
  if (!path.startsWith(CAPTURE_PREFIX)) return undefined;
  const id = path.slice(CAPTURE_PREFIX.length);
  return SIMPLE_ID.test(id) ? id : undefined;
}

/**
 * Parses a raw URL whose path contains `prefix`. It must be raw, because a router's decoding would lose the
 * difference between an escaped and a plain slash. Throws an HttpError of 400 when the id is invalid, and of
 * 404 without the prefix.
 */
export function parseInboxPath(url: string, prefix: string): Address {
  const mark = url.indexOf("?");
  const path = mark === -1 ? url : url.slice(0, mark);
  const at = path.indexOf(prefix);
  if (at === -1) throw new HttpError(404, "there is nothing at this path");
  const rest = path.slice(at + prefix.length);
  const slash = rest.indexOf("/");
  const inbox = parseId(slash === -1 ? rest : rest.slice(0, slash));
  return {
    inbox,
    path: slash === -1 ? "" : rest.slice(slash),
    query: mark === -1 ? "" : url.slice(mark + 1),
  };
}

function parseId(segment: string): string {
  if (SIMPLE_ID.test(segment)) return segment;
  const id = decodeOnce(segment);
  if (id !== undefined && isInboxId(id)) return id;
  throw new HttpError(400, `an inbox id is ${ID_RULE}`);
}

/** Returns true when a decoded text is a valid inbox id. */
export function isInboxId(id: string): boolean {
  return PRINTABLE.test(id) && id !== "." && id !== ".." && [...id].length <= MAX_ID_LENGTH;
}

function decodeOnce(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
