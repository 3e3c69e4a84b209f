import { isUtf8 } from "node:buffer";
import type { IncomingHttpHeaders } from "node:http";
import { HttpError, ValidationError } from "../lib/errors.ts";
import { findJsonFault } from "../lib/text/json-scanner.ts";
import type { BodyRule } from "./types.ts";

const JSON_TYPE = /^(?:application\/json|[\w.!#$&^-]+\/[\w.!#$&^+-]+\+json)\s*(?:;|$)/i;

/**
 * Throws an HttpError of 415 unless the headers declare a JSON body without compression. No Content-Type is JSON. The
 * error names the other media types that the rule accepts.
 */
export function requireJsonType(
  headers: IncomingHttpHeaders,
  { rawTypes = [], streamed }: BodyRule,
): void {
  const { "content-type": type = "" } = headers;
  if (type !== "" && !JSON_TYPE.test(type)) {
    const others = [...rawTypes, ...(streamed?.mediaTypes ?? [])];
    const types = ["application/json", ...others].join(" or ");
    throw new HttpError(415, `Send the body with Content-Type: ${types}.`);
  }
  requireIdentityEncoding(headers);
}

/** Throws an HttpError of 415 when the headers declare compression. */
export function requireIdentityEncoding(headers: IncomingHttpHeaders): void {
  const { "content-encoding": encoding = "identity" } = headers;
  if (encoding.toLowerCase() === "identity") return;
  throw new HttpError(415, "Send the body without Content-Encoding.");
}

/** Shorter texts are parsed within a millisecond, whatever they hold. */
const MIN_SCANNED_LENGTH = 16_384;

/** Far above any tool's input; parsing this many values takes about 10 ms. */
const LIMITS = { maxDepth: 64, maxValues: 20_000, allowsLargeNumbers: true };

/**
 * Parses a body of JSON in UTF-8. Throws an HttpError of 400 for anything else, and a ValidationError for nesting or a
 * number of values that would block the event loop.
 */
export function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) throw new HttpError(400, "The body is empty. Send a JSON object.");
  const sent = bytes.toString("utf8");
  // Malformed bytes become U+FFFD, and almost no text contains one.
  if (sent.includes("\ufffd") && !isUtf8(bytes)) {
    throw new HttpError(400, "The body is not valid UTF-8.");
  }
  // RFC 8259 lets a parser ignore a byte order mark.
  const text = sent.startsWith("\ufeff") ? sent.slice(1) : sent;
  if (text.length > MIN_SCANNED_LENGTH) requireModestJson(text);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new HttpError(400, "The body is not valid JSON.");
  }
}

function requireModestJson(text: string): void {
  const fault = findJsonFault(text, LIMITS);
  if (fault === "deep") {
    throw ValidationError.at([], `must nest at most ${LIMITS.maxDepth} levels deep`);
  }
  if (fault === "many-values") {
    throw ValidationError.at([], `must have at most ${LIMITS.maxValues} values`);
  }
}
