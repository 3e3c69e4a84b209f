import { isUtf8 } from "node:buffer";
import type { IncomingHttpHeaders } from "node:http";
import { HttpError, ValidationError } from "../lib/errors.ts";
import { requireIdentityEncoding } from "../lib/net/http-headers.ts";
import { parseModestJson } from "../lib/text/modest-json.ts";
import type { BodyRule } from "./route-rules.ts";

const JSON_TYPE = /^(?:application\/json|[\w.!#$&^-]+\/[\w.!#$&^+-]+\+json)\s*(?:;|$)/i;

/**
 * Throws an HttpError of 415 unless the headers declare a JSON body without compression. No
 * Content-Type is JSON. The error names the other media types that the rule accepts.
 */
export function requireJsonType(
  headers: IncomingHttpHeaders,
  { rawTypes = [], streamed }: BodyRule,
): void {
  const { "content-type": type = "" } = headers;
  if (type !== "" && !JSON_TYPE.test(type)) {
    const accepted = [...rawTypes, ...(streamed?.mediaTypes ?? [])];
    const types = ["application/json", ...accepted].join(" or ");
    throw new HttpError(415, `Send the body with Content-Type: ${types}.`);
  }
  requireIdentityEncoding(headers);
}

/**
 * Parses a body of JSON in UTF-8. Throws an HttpError of 400 for anything else, and a
 * ValidationError for nesting or a number of values that would block the event loop.
 */
export function parseJson(bytes: Buffer, maxValues?: number): unknown {
  if (bytes.length === 0) throw new HttpError(400, "The body is empty. Send a JSON object.");
  const sent = bytes.toString("utf8");
  // Malformed bytes become U+FFFD, and almost no text contains one.
  if (sent.includes("\ufffd") && !isUtf8(bytes)) {
    throw new HttpError(400, "The body is not valid UTF-8.");
  }
  // RFC 8259 lets a parser ignore a byte order mark.
  const text = sent.startsWith("\ufeff") ? sent.slice(1) : sent;
  try {
    return parseModestJson(text, maxValues);
  } catch (error) {
    if (error instanceof ValidationError) throw error;
    throw new HttpError(400, "The body is not valid JSON.");
  }
}
