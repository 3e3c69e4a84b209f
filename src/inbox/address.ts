/** What a request's URL says of an inbox. */
export interface Address {
  inbox: string;
  /** What follows the inbox in the path, as it was sent: empty or beginning with `/`. */
  path: string;
  /** As it was sent, without the question mark. */
  query: string;
}

/** Printable: no control, line or paragraph separators, no lone surrogates, nothing unassigned. */
const PRINTABLE = /^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}/\\]+$/u;

/** The longest id in characters (code points). */
const MOST_ID_LENGTH = 128;

/** What an id is: completes "an inbox id is …". */
export const ID_RULE = `one path segment of 1 to ${MOST_ID_LENGTH} printable characters, not . or ..`;

/**
 * Reads the inbox's id, the path after it and the query from a URL that begins with `prefix`. The URL is read
 * as it was sent: a router's own decoding would hide escapes. Undefined when the id is not one.
 */
export function readAddress(url: string, prefix: string): Address | undefined {
  const [whole = "", ...queries] = url.split("?");
  const rest = whole.slice(prefix.length);
  const slash = rest.indexOf("/");
  const inbox = readId(slash === -1 ? rest : rest.slice(0, slash));
  if (inbox === undefined) return undefined;
  return { inbox, path: slash === -1 ? "" : rest.slice(slash), query: queries.join("?") };
}

function readId(segment: string): string | undefined {
  const id = decodeOnce(segment);
  return id !== undefined && isInboxId(id) ? id : undefined;
}

/** Whether a text, with no escapes left in it, can name an inbox. */
export function isInboxId(id: string): boolean {
  return PRINTABLE.test(id) && id !== "." && id !== ".." && [...id].length <= MOST_ID_LENGTH;
}

function decodeOnce(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
