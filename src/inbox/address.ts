import { HttpError } from "../lib/errors.ts";

/** Under it, followed by an inbox's id, everything is captured. */
export const CAPTURE_PREFIX = "/api/v1/webhook/";

/** Under it, followed by an id, an inbox is managed and its records are had one by one. */
export const INBOX_PREFIX = "/api/v1/inboxes/";

/** What a request's URL says of an inbox. */
export interface Address {
  inbox: string;
  /** What follows the inbox in the path, as it was sent: empty or beginning with `/`. */
  path: string;
  /** As it was sent, without the question mark. */
  query: string;
}

/** Printable: no control, no line or paragraph separators, no lone surrogates. */
const PRINTABLE = /^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}/\\]+$/u;

/** The longest id in characters (code points). */
const MAX_ID_LENGTH = 128;

/** What an id is: completes "an inbox id is …". */
export const ID_RULE = `one path segment of 1 to ${MAX_ID_LENGTH} printable characters, not . or ..`;

/** What most ids are: nothing to decode, nothing to count. */
const PLAIN_ID = /^[\w-]{1,128}$/;

/** The inbox that a path names when it is the plain one of an inbox; undefined: `addressOf` tells. */
export function parseSimplePath(path: string): string | undefined {
  if (!path.startsWith(CAPTURE_PREFIX)) return undefined;
  const id = path.slice(CAPTURE_PREFIX.length);
  return PLAIN_ID.test(id) ? id : undefined;
}

/**
 * Reads the inbox's id, the path after it and the query from a URL whose path holds `prefix`. The URL is read
 * as it was sent: a router's own decoding would hide escapes. Throws an HttpError of 400 when the id is not one.
 */
export function parseInboxPath(url: string, prefix: string): Address {
  const mark = url.indexOf("?");
  const whole = mark === -1 ? url : url.slice(0, mark);
  const at = whole.indexOf(prefix);
  if (at === -1) throw new HttpError(404, "there is nothing at this path");
  const rest = whole.slice(at + prefix.length);
  const slash = rest.indexOf("/");
  const inbox = readId(slash === -1 ? rest : rest.slice(0, slash));
  return {
    inbox,
    path: slash === -1 ? "" : rest.slice(slash),
    query: mark === -1 ? "" : url.slice(mark + 1),
  };
}

function readId(segment: string): string {
  if (PLAIN_ID.test(segment)) return segment;
  const id = decodeOnce(segment);
  if (id !== undefined && isInboxId(id)) return id;
  throw new HttpError(400, `an inbox id is ${ID_RULE}`);
}

/** Whether a text, with no escapes left in it, can name an inbox. */
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
