import type { IncomingHttpHeaders } from "node:http";
import { HttpError } from "../errors.ts";

/**
 * Returns which of `offers` (media types, the server's preference first) an `Accept` header prefers
 * (RFC 9110, 12.5.1). Of equal qualities, one that the header names takes precedence over one that
 * only a wildcard covers. Returns the first without a header, or when the header accepts none.
 */
export function negotiate<const T extends string>(accept: string, offers: readonly [T, ...T[]]): T {
  let [best] = offers;
  if (accept === "" || accept === "*/*") return best;
  const ranges = accept.split(",").map(toRange);
  let bestScore = 0;
  for (const offer of offers) {
    const score = scoreOffer(offer, ranges);
    if (score > bestScore) [best, bestScore] = [offer, score];
  }
  return best;
}

/**
 * Returns true when an `Accept` header names the type. Wildcards do not count, and `q=0` rejects
 * it.
 */
export function acceptsExplicitly(accept: string, type: string): boolean {
  return accept
    .split(",")
    .map(toRange)
    .some((range) => range.type === type && range.quality > 0);
}

interface Range {
  type: string;
  quality: number;
}

function toRange(text: string): Range {
  const [type = "", ...parameters] = text
    .toLowerCase()
    .split(";")
    .map((part) => part.trim());
  const quality = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
  return { type, quality: quality === undefined ? 1 : Number(quality) || 0 };
}

/**
 * Returns the quality of the most specific range that covers the offer; 0.0001 more for an exact
 * range, as a tie-break.
 */
function scoreOffer(offer: string, ranges: Range[]): number {
  const wildcard = `${offer.split("/", 1)[0]}/*`;
  const covering = [offer, wildcard, "*/*"]
    .map((type) => ranges.find((range) => range.type === type))
    .find((range) => range !== undefined);
  if (!covering?.quality) return 0;
  return covering.quality + (covering.type === offer ? 0.0001 : 0);
}

/**
 * Returns the media type of a `Content-Type` header in lower case, without its parameters, or an
 * empty text if there is none.
 */
export function parseMediaType(contentType: string): string {
  const end = contentType.indexOf(";");
  return (end === -1 ? contentType : contentType.slice(0, end)).trim().toLowerCase();
}

/**
 * Returns the charset that a `Content-Type` header declares, as it was sent, or undefined if it
 * declares none.
 */
export function parseCharset(contentType: string): string | undefined {
  return /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType)?.[1];
}

/**
 * Returns true when a `Content-Type` header has one of these media types; `image/*` covers every
 * subtype.
 */
export function isOfMediaType(contentType: string, mediaTypes: readonly string[]): boolean {
  const type = parseMediaType(contentType);
  return mediaTypes.some(
    (range) => range === type || (range.endsWith("/*") && type.startsWith(range.slice(0, -1))),
  );
}

/** Throws an HttpError of 415 when the headers declare compression. */
export function requireIdentityEncoding(headers: IncomingHttpHeaders): void {
  const { "content-encoding": encoding = "identity" } = headers;
  if (encoding.toLowerCase() === "identity") return;
  throw new HttpError(415, "Send the body without Content-Encoding.");
}

/**
 * Returns true when an `If-None-Match` header names the tag or is `*`. The comparison is weak (RFC
 * 9110, 13.1.2), because a proxy that compresses a response prefixes its tag with `W/`.
 */
export function matchesETag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === etag) return true;
  return ifNoneMatch.split(",").some((entry) => {
    const tag = entry.trim().replace(/^W\//, "");
    return tag === etag || tag === "*";
  });
}

/**
 * Returns the content coding that an `Accept-Encoding` header prefers among `offers` (the server's
 * preference first), by RFC 9110, 12.5.3. Returns undefined without a header, or when it prefers
 * the identity or refuses all of them.
 */
export function negotiateEncoding<T extends string>(
  acceptEncoding: string | string[] | undefined,
  offers: readonly T[],
): T | undefined {
  if (acceptEncoding === undefined || offers.length === 0) return undefined;
  const ranges = String(acceptEncoding).split(",").map(toRange);
  const findQuality = (coding: string) => ranges.find(({ type }) => type === coding)?.quality;
  const wildcard = findQuality("*") ?? 0;
  let best: T | undefined;
  let bestQuality = findQuality("identity") ?? 0;
  for (const offer of offers) {
    const quality = findQuality(offer) ?? wildcard;
    // An equal quality goes to the coding, because it is smaller than the identity.
    if (quality > bestQuality || (best === undefined && quality > 0 && quality === bestQuality)) {
      [best, bestQuality] = [offer, quality];
    }
  }
  return best;
}

/** A file's name, and whether browsers show the file or save it. */
interface Disposition {
  /** Any text. Characters that no file name may contain become dashes. */
  name: string;
  /** Without a dot. Default: the name is whole. */
  extension?: string;
  /** Replaces a name of which nothing is left. Default: `document`. */
  fallback?: string;
  /** Default: `inline`. */
  type?: "inline" | "attachment";
}

/**
 * Returns a `Content-Disposition` header. Other characters than ASCII are in `filename*` (RFC
 * 6266).
 */
export function formatContentDisposition(disposition: Disposition): string {
  const { name, extension, fallback = "document", type = "inline" } = disposition;
  const safe = `${name.replace(/[\\/:*?"<>|\p{C}]+/gu, "-").trim() || fallback}${extension === undefined ? "" : `.${extension}`}`;
  const plain = safe.replace(/[^\x20-\x7e]+/g, "_").replaceAll("%", "_");
  const encoded = encodeURIComponent(safe).replace(
    /['()]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${type}; filename="${plain}"${plain === safe ? "" : `; filename*=UTF-8''${encoded}`}`;
}

/** The header of responses that no cache may store. */
export const NO_STORE = { "cache-control": "no-store" };

/** The type of JSON responses. */
export const JSON_TYPE = "application/json; charset=utf-8";
