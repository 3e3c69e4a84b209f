import { HttpError, UnavailableError } from "../lib/errors.ts";
import { isOfMediaType } from "../lib/http-headers.ts";
import type { MaybePromise } from "../lib/maybe-promise.ts";
import type { ByteBudget } from "./byte-budget.ts";
import { parseJson, requireJsonType } from "./json.ts";
import { sendContinue } from "./protocol/expect-continue.ts";
import type { RequestContext } from "./request-context.ts";
import type { BodyRule } from "./types.ts";

/** A body as far as it was kept: whole, or its first bytes when it is over the limit. */
export interface ReadBody {
  bytes: Buffer;
  truncated?: { declaredSize: number | null };
}

/** How much is kept of a body over the limit. */
const MAX_TRUNCATED_BYTES = 65_536;

/** How long to wait for the first bytes of a body whose declared length is over the limit. */
const TRUNCATED_WAIT_MS = 250;

const EMPTY: ReadBody = { bytes: Buffer.alloc(0) };

/**
 * Reads the body of a request by its route's rule into `context.body`. Throws an HttpError of 413 for a body over the
 * limit, 415 for one of the wrong type, 400 for one that cannot be parsed or ends early, and an UnavailableError when
 * the budget of bytes in flight is used up.
 */
export function readBody(
  context: RequestContext,
  rule: BodyRule,
  budget: ByteBudget,
): MaybePromise<void> {
  const { headers } = context;
  const format = formatOf(rule, headers["content-type"]);
  if (format === "json") requireJsonType(headers, rule.rawTypes ?? []);
  if (format === "form") requireFormType(headers["content-type"]);
  const declaredSize = toDeclaredSize(headers["content-length"]);
  const isTooLarge = declaredSize !== null && declaredSize > rule.maxBytes;
  if (isTooLarge && rule.oversize !== "truncate") throw tooLarge(rule);
  const isEmpty = declaredSize === 0 || (declaredSize === null && !headers["transfer-encoding"]);
  if (isEmpty) return assign(context, format, EMPTY);
  if (!budget.hasRoom(context.client.ipPrefix)) {
    throw new UnavailableError("Too many request bodies are being received.", "overloaded", 2);
  }
  if (!isTooLarge) sendContinue(context);
  return receive(context, { rule, format, declaredSize, isTooLarge, budget });
}

function formatOf({ format, rawTypes }: BodyRule, contentType = ""): BodyRule["format"] {
  return rawTypes && isOfMediaType(contentType, rawTypes) ? "raw" : format;
}

function assign(context: RequestContext, format: BodyRule["format"], body: ReadBody): void {
  if (format === "json") context.body = parseJson(body.bytes);
  else if (format === "form") context.body = body.bytes.toString("utf8");
  else context.body = body;
}

interface Receiving {
  rule: BodyRule;
  format: BodyRule["format"];
  declaredSize: number | null;
  isTooLarge: boolean;
  budget: ByteBudget;
}

function receive(context: RequestContext, options: Receiving): Promise<void> {
  const { rule, format, declaredSize, isTooLarge, budget } = options;
  const { message, client } = context;
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    let isSettled = false;
    const settle = (outcome: () => ReadBody) => {
      if (isSettled) return;
      isSettled = true;
      clearTimeout(timer);
      budget.release(client.ipPrefix, size);
      try {
        assign(context, format, outcome());
        resolve();
      } catch (error) {
        reject(error);
      }
    };
    const truncate = () => settle(() => truncated(chunks, options));
    const timer = isTooLarge ? setTimeout(truncate, TRUNCATED_WAIT_MS) : undefined;
    message.on("data", (chunk: Buffer) => {
      // The rest is discarded, so that a client that is still sending gets to read the response.
      if (isSettled) return;
      chunks.push(chunk);
      size += chunk.length;
      budget.reserve(client.ipPrefix, chunk.length);
      if (size > rule.maxBytes || (isTooLarge && size >= MAX_TRUNCATED_BYTES)) truncate();
      else if (size === declaredSize) settle(() => ({ bytes: concat(chunks) }));
    });
    message.on("end", () => (isTooLarge ? truncate() : settle(() => ({ bytes: concat(chunks) }))));
    message.on("close", () => settle(abort));
  });
}

function truncated(chunks: Buffer[], { rule, declaredSize }: Receiving): ReadBody {
  if (rule.oversize !== "truncate") throw tooLarge(rule);
  const bytes = Buffer.concat(chunks).subarray(0, Math.min(MAX_TRUNCATED_BYTES, rule.maxBytes));
  return { bytes, truncated: { declaredSize } };
}

function abort(): never {
  throw new HttpError(400, "The connection closed before the body was complete.");
}

function requireFormType(type = ""): void {
  if (/^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(type)) return;
  throw new HttpError(415, "Send the body with Content-Type: application/x-www-form-urlencoded.");
}

function tooLarge({ maxBytes }: BodyRule): HttpError {
  return new HttpError(413, `The body is larger than ${maxBytes} bytes.`);
}

function concat(chunks: Buffer[]): Buffer {
  const [first] = chunks;
  return first && chunks.length === 1 ? first : Buffer.concat(chunks);
}

function toDeclaredSize(contentLength: string | undefined): number | null {
  return contentLength === undefined ? null : Number(contentLength);
}
