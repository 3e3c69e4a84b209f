import type { ResponseHead } from "../../../lib/net/network.ts";
import { parseMediaType } from "../../../lib/net/http-headers.ts";

const MAX_TYPE_LENGTH = 60;

/** Returns true when a response has a 2xx status. */
export function isSuccess({ status }: ResponseHead): boolean {
  return status >= 200 && status < 300;
}

/**
 * Returns true when a response is a document. A missing media type counts as HTML, as in browsers.
 */
export function isHtml(head: ResponseHead): boolean {
  return isSuccess(head) && /^(text\/html|application\/xhtml\+xml|)$/.test(getMediaType(head));
}

/**
 * Returns the media type in lower case, without its parameters, or an empty text if there is none.
 */
export function getMediaType({ headers }: Pick<ResponseHead, "headers">): string {
  return parseMediaType(headers["content-type"] ?? "").slice(0, MAX_TYPE_LENGTH);
}
