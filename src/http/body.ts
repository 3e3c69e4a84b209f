import { isUtf8 } from "node:buffer";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { HttpError } from "../lib/errors.ts";

const JSON_TYPE = /^(?:application\/json|[\w.!#$&^-]+\/[\w.!#$&^+-]+\+json)\s*(?:;|$)/i;

/** Reads every body as JSON, by the rules of the API: one parser for all types, so that the refusals are ours. */
export function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  // The usual type is named because Fastify looks a named one up faster than it falls back to "*".
  const types = ["application/json", "*"];
  app.addContentTypeParser(types, { parseAs: "buffer" }, (request, body, done) => {
    try {
      done(null, parseJson(request, body as Buffer));
    } catch (error) {
      done(error as Error);
    }
  });
}

/** A Content-Type that says nothing is none; Fastify would refuse it before our parser sees it. */
export function readEmptyTypeAsNone({ headers }: FastifyRequest): void {
  if (headers["content-type"] === "") delete headers["content-type"];
}

function parseJson(request: FastifyRequest, body: Buffer): unknown {
  const { "content-type": type, "content-encoding": encoding = "identity" } = request.headers;
  if (type !== undefined && !JSON_TYPE.test(type)) {
    throw new HttpError(415, "send the body with Content-Type: application/json");
  }
  if (encoding.toLowerCase() !== "identity") {
    throw new HttpError(415, "send the body without Content-Encoding");
  }
  if (body.length === 0) throw new HttpError(400, "the body is empty; send a JSON object");
  if (!isUtf8(body)) throw new HttpError(400, "the body is not valid UTF-8");
  const text = body.toString("utf8");
  try {
    // RFC 8259 lets a reader pass over a byte order mark.
    return JSON.parse(text.startsWith("\ufeff") ? text.slice(1) : text) as unknown;
  } catch {
    throw new HttpError(400, "the body is not valid JSON");
  }
}
