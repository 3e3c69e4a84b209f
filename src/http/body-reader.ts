import { HttpError, UnavailableError, ValidationError } from "../lib/errors.ts";
import { isOfMediaType } from "../lib/net/http-headers.ts";
import type { ByteBudget, ByteHold } from "./byte-budget.ts";
import { BodyBytes } from "./body-bytes.ts";
import { BodyStream, createAbortedError, createTooLargeError } from "./body-stream.ts";
import { parseJson, requireIdentityEncoding, requireJsonType } from "./json.ts";
import { detachBuffer } from "../lib/workers/transferable.ts";
import { closeAfter, pauseForTurn, sendContinue } from "./protocol/uploads.ts";
import type { RequestContext } from "./request-context.ts";
import type { BodyRule } from "./types.ts";

/** A body as far as it was kept: whole, or its first bytes when it is over the limit. */
export interface ReadBody {
  bytes: Buffer;
  truncated?: { declaredSize: number | null };
}

/** Maximum bytes kept of a body over the limit. */
const MAX_TRUNCATED_BYTES = 65_536;

/** Milliseconds to wait for the first bytes of a body whose declared length is over the limit. */
const TRUNCATED_WAIT_MS = 250;

const MAX_FORM_FIELDS = 10_000;
const AMPERSAND = 0x26;

const EMPTY: ReadBody = { bytes: Buffer.alloc(0) };

/**
 * Reads the body of a request by its route's rule into `context.body`. Returns true when nothing has to arrive;
 * otherwise calls `done` later, with the error of a body that could not be read. Not a promise, because one takes
 * longer than parsing most bodies. Both may report an HttpError: 413 for a body over the limit, 415 for the wrong type,
 * 400 for one that cannot be parsed or ends early. When the budget of bytes in flight is used up, it is an
 * UnavailableError.
 */
export type BodyReader = (
  context: RequestContext,
  rule: BodyRule,
  done: (error?: unknown) => void,
) => boolean;

/** Creates the reader of all bodies, which share a budget. */
export function createBodyReader(budget: ByteBudget): BodyReader {
  return (context, rule, done) => {
    const { headers } = context;
    const { streamed } = rule;
    const type = headers["content-type"] ?? "";
    const declaredSize = toDeclaredSize(headers["content-length"]);
    if (streamed && isOfMediaType(type, streamed.mediaTypes)) {
      requireIdentityEncoding(headers);
      if ((declaredSize ?? 0) > streamed.maxBytes) throw createTooLargeError(streamed.maxBytes);
      context.body = new BodyStream(context, streamed.maxBytes);
      return true;
    }
    const format = rule.rawTypes && isOfMediaType(type, rule.rawTypes) ? "raw" : rule.format;
    if (format === "json") requireJsonType(headers, rule);
    if (format === "form") requireFormType(type);
    const isTooLarge = declaredSize !== null && declaredSize > rule.maxBytes;
    if (isTooLarge && rule.oversize !== "truncate") throw createTooLargeError(rule.maxBytes);
    if (declaredSize === 0 || (declaredSize === null && !headers["transfer-encoding"])) {
      assign(context, format, EMPTY);
      return true;
    }
    if (!isTooLarge) sendContinue(context);
    receive(context, { rule, format, declaredSize, isTooLarge, budget, done });
    return false;
  };
}

function assign(context: RequestContext, format: BodyRule["format"], body: ReadBody): void {
  if (format === "json") context.body = parseJson(body.bytes);
  else if (format === "form") context.body = readForm(body.bytes);
  else context.body = body;
}

interface Receiving {
  rule: BodyRule;
  format: BodyRule["format"];
  declaredSize: number | null;
  isTooLarge: boolean;
  budget: ByteBudget;
  done: (error?: unknown) => void;
}

function receive(context: RequestContext, options: Receiving): void {
  const { rule, format, declaredSize, isTooLarge, budget, done } = options;
  const { message, client } = context;
  const received = new BodyBytes(rule.maxBytes);
  let isSettled = false;
  let isPaused = false;
  /** Undefined until the body turns out to have more than one chunk, because most have one and never wait. */
  let hold: ByteHold | undefined;
  const pause = () => {
    isPaused = true;
    message.pause();
  };
  const resume = () => {
    isPaused = false;
    message.resume();
  };
  const mayResume = () => !isPaused;
  const cut = () => {
    // Not discarded, because that would cost as much as receiving it. Node stops reading the socket of a paused message;
    // pausing the socket as well could cancel that, because its pending resume still runs.
    pause();
    closeAfter(message, CUT_CLOSE_MS);
    settle(rejectOverBudget);
  };
  const settle = (outcome: () => ReadBody) => {
    if (isSettled) return;
    isSettled = true;
    clearTimeout(timer);
    hold?.release();
    let problem: unknown;
    try {
      assign(context, format, outcome());
    } catch (error) {
      problem = error;
    }
    // The handler of a raw body reads the bytes themselves.
    if (problem || format !== "raw") received.release();
    done(problem);
  };
  const whole = () => ({ bytes: received.view() });
  const truncate = () => settle(() => truncateBody(received, options));
  const timer = isTooLarge ? setTimeout(truncate, TRUNCATED_WAIT_MS) : undefined;
  message.on("data", (chunk: Buffer) => {
    if (isSettled) {
      // The rest is discarded, so that a client that is still sending gets to read the response.
      detachBuffer(chunk);
      return pauseForTurn(message, mayResume);
    }
    received.add(chunk);
    const { size } = received;
    if (size > rule.maxBytes || (isTooLarge && size >= MAX_TRUNCATED_BYTES)) return truncate();
    if (size === declaredSize) return settle(whole);
    pauseForTurn(message, mayResume);
    hold ??= budget.open(client.ipPrefix, { cut, pause, resume });
    return hold.set(size);
  });
  message.on("end", () => (isTooLarge ? truncate() : settle(whole)));
  message.on("close", () => settle(rejectAborted));
}

function truncateBody(received: BodyBytes, { rule, declaredSize }: Receiving): ReadBody {
  if (rule.oversize !== "truncate") throw createTooLargeError(rule.maxBytes);
  const bytes = received.view().subarray(0, Math.min(MAX_TRUNCATED_BYTES, rule.maxBytes));
  return { bytes, truncated: { declaredSize } };
}

function rejectAborted(): never {
  throw createAbortedError();
}

/** Milliseconds that a client whose upload was cut has to read the response. */
const CUT_CLOSE_MS = 2000;

function rejectOverBudget(): never {
  throw new UnavailableError("Too many request bodies are being received.", "overloaded", 2);
}

function requireFormType(type = ""): void {
  if (/^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(type)) return;
  throw new HttpError(415, "Send the body with Content-Type: application/x-www-form-urlencoded.");
}

/** The text of a form. Throws a ValidationError for more fields than any form of ours has, because parsing is slow. */
function readForm(bytes: Buffer): string {
  let fields = 1;
  for (const byte of bytes) if (byte === AMPERSAND) fields += 1;
  if (fields <= MAX_FORM_FIELDS) return bytes.toString("utf8");
  throw ValidationError.at([], `must have at most ${MAX_FORM_FIELDS} fields`);
}

function toDeclaredSize(contentLength: string | undefined): number | null {
  return contentLength === undefined ? null : Number(contentLength);
}
