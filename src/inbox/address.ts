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

/** The rule of an id; it completes "An inbox id is …". */
export const ID_RULE = `one path segment of 1 to ${MAX_ID_LENGTH} printable characters, not . or ..`;

/** Matches most ids, which need neither decoding nor counting. */
const SIMPLE_ID = /^[\w-]{1,128}$/;

/**
 * Parses a request's raw target, which begins with `prefix`. It must be raw, because a router's
 * decoding would lose the difference between an escaped and a plain slash. Throws an HttpError of
 * 400 when the id is invalid, and of 404 without the prefix.
 */
export function parseInboxPath(target: string, prefix: string): Address {
  if (!target.startsWith(prefix))
    throw new HttpError(404, "Not found: escapes before an inbox id.");
  const mark = target.indexOf("?", prefix.length);
  const end = mark === -1 ? target.length : mark;
  const slash = target.indexOf("/", prefix.length);
  const idEnd = slash === -1 || slash > end ? end : slash;
  return {
    inbox: parseId(target.slice(prefix.length, idEnd)),
    path: target.slice(idEnd, end),
    query: target.slice(end + 1),
  };
}

function parseId(segment: string): string {
  if (SIMPLE_ID.test(segment)) return segment;
  const id = decodeOnce(segment);
  if (id !== undefined && isInboxId(id)) return id;
  throw new HttpError(400, `An inbox id is ${ID_RULE}.`);
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
