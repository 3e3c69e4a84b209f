import { ValidationError } from "../../lib/errors.ts";

export interface SignedRequest {
  /** Names in any case; a name may occur more than once. */
  headers: readonly (readonly [name: string, value: string])[];
  /** The bytes on the wire: a compressed body stays compressed. */
  body: Uint8Array;
  /** The full URL to which the request was sent. Only Twilio signs it. */
  url?: string | undefined;
}

/** The reason why a signature cannot be checked. `hint` is one sentence for people. */
export interface ReadFailure {
  reason: "no-header" | "malformed";
  hint: string;
}

/**
 * Returns the values of every header of this name, in the order of the request, without surrounding
 * spaces.
 */
export function getHeaderValues({ headers }: SignedRequest, name: string): string[] {
  const wanted = name.toLowerCase();
  return headers
    .filter(([header]) => header.toLowerCase() === wanted)
    .map(([, value]) => value.trim());
}

/** Returns true when the request has this header. */
export function hasHeader(request: SignedRequest, name: string): boolean {
  return getHeaderValues(request, name).length > 0;
}

/**
 * Returns the value of a header. Fails for several different values, because it is unclear which
 * was signed.
 */
export function getSingleHeader(request: SignedRequest, name: string): string | ReadFailure {
  const [value, ...others] = new Set(getHeaderValues(request, name));
  if (value === undefined) return { reason: "no-header", hint: `The header ${name} is missing.` };
  if (others.length === 0) return value;
  return { reason: "malformed", hint: `The header ${name} has more than one value.` };
}

/** The last second of the year 9999. Larger numbers are milliseconds, or no timestamps. */
const MAX_SECONDS = 253_402_300_799;

/** Returns the Unix seconds of a provider's timestamp, or the reason why it is not one. */
export function parseTimestamp(text: string, name: string): number | ReadFailure {
  const isWhole = /^(?:0|[1-9]\d{0,14})$/.test(text);
  if (isWhole && Number(text) <= MAX_SECONDS) return Number(text);
  const unit = isWhole ? "; this one looks like milliseconds" : "";
  return { reason: "malformed", hint: `${name} must be in whole Unix seconds${unit}.` };
}

/**
 * Returns the URL as sent instead of parsed, because Twilio signs its text. Throws ValidationError
 * for text that is not a full URL.
 */
export function readSignedUrl(url: string | undefined): string | undefined {
  if (url === undefined) return undefined;
  if (/^https?:\/\/[^/?#\s]/i.test(url) && URL.canParse(url)) return url;
  throw ValidationError.at(["url"], "must be a full URL that starts with https:// or http://");
}
