import { isUtf8 } from "node:buffer";
import type { IncomingHttpHeaders } from "node:http";
import { HttpError } from "../lib/errors.ts";

const JSON_TYPE = /^(?:application\/json|[\w.!#$&^-]+\/[\w.!#$&^+-]+\+json)\s*(?:;|$)/i;

/**
 * Throws an HttpError of 415 unless the headers declare a JSON body without compression. No Content-Type is JSON.
 * `others` are media types that the path takes besides, for the error.
 */
export function requireJsonType(headers: IncomingHttpHeaders, others: readonly string[]): void {
  const { "content-type": type = "", "content-encoding": encoding = "identity" } = headers;
  if (type !== "" && !JSON_TYPE.test(type)) {
    const types = ["application/json", ...others].join(" or ");
    throw new HttpError(415, `Send the body with Content-Type: ${types}.`);
  }
  if (encoding.toLowerCase() !== "identity") {
    throw new HttpError(415, "Send the body without Content-Encoding.");
  }
}

/** Parses a body of JSON in UTF-8. Throws an HttpError of 400 for anything else. */
export function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) throw new HttpError(400, "The body is empty. Send a JSON object.");
  if (!isUtf8(bytes)) throw new HttpError(400, "The body is not valid UTF-8.");
  const text = bytes.toString("utf8");
  try {
    // RFC 8259 lets a parser ignore a byte order mark.
    return JSON.parse(text.startsWith("\ufeff") ? text.slice(1) : text) as unknown;
  } catch {
    throw new HttpError(400, "The body is not valid JSON.");
  }
}
