import { HttpError, UnavailableError, ValidationError } from "../../lib/errors.ts";
import { isOfMediaType, requireIdentityEncoding } from "../../lib/net/http-headers.ts";
import type { ByteBudget, ByteReservation } from "../socket/byte-budget.ts";
import { BodyBytes } from "./bytes.ts";
import { BodyStream, createAbortedError, createTooLargeError } from "./stream.ts";
import { parseJson, requireJsonType } from "../json.ts";
import { detachBuffer } from "../../lib/workers/transferable.ts";
import { closeAfter, pauseForTurn } from "./backpressure.ts";
import { sendContinue } from "./expect-continue.ts";
import type { RequestContext } from "../context.ts";
import type { BodyRule } from "../route-rules.ts";

/** A body as far as it was kept: whole, or its first bytes when it is over the limit. */
export interface ReadBody {
  bytes: Buffer;
  truncated?: { declaredSize: number | null };
}

/** Maximum bytes kept of a body over the limit. */
const MAX_TRUNCATED_BYTES = 65_536;

/**
 * Milliseconds to wait for the first bytes of a body whose declared length is over the limit. A
 * client that waits for `100 Continue` sends none, because it does not get one.
 */
const TRUNCATED_WAIT_MS = 250;

/** Milliseconds that a client whose upload was aborted has to read the response. */
const ABORT_CLOSE_MS = 2000;

/** Seconds after which a client may send a body again that the budget had no room for. */
const RETRY_AFTER_SECONDS = 2;

const MAX_FORM_FIELDS = 10_000;
const AMPERSAND = 0x26;

const EMPTY_BODY: ReadBody = { bytes: Buffer.alloc(0) };

/**
 * Reads the body of a request by its route's rule into `context.body`. Returns true when nothing
 * has to arrive; otherwise calls `done` later, with the error of a body that could not be read. Not
 * a promise, because one takes longer than parsing most bodies. Both may report an HttpError: 413
 * over the limit, 415 for the wrong type, 400 for a body that cannot be parsed or ends early. When
 * the budget of uploads is used up, it is an UnavailableError.
 */
export type BodyReader = (
  context: RequestContext,
  rule: BodyRule,
  done: (error?: unknown) => void,
) => boolean;

/** Creates the reader of all bodies, which share a budget. */
export function createBodyReader(uploads: ByteBudget): BodyReader {
  return (context, rule, done) => {
    const { headers } = context;
    const { streamed } = rule;
    const type = headers["content-type"] ?? "";
    const { "content-length": length } = headers;
    const declaredSize = length === undefined ? null : Number(length);
    if (rule.format === "stream" || (streamed && isOfMediaType(type, streamed.mediaTypes))) {
      const { maxBytes } = streamed ?? rule;
      requireIdentityEncoding(headers);
      if ((declaredSize ?? 0) > maxBytes) throw createTooLargeError(maxBytes);
      context.body = new BodyStream(context, maxBytes);
      return true;
    }
    const format = rule.rawTypes && isOfMediaType(type, rule.rawTypes) ? "raw" : rule.format;
    if (format === "json") requireJsonType(headers, rule);
    if (format === "form") requireFormType(type);
    const isDeclaredTooLarge = declaredSize !== null && declaredSize > rule.maxBytes;
    if (isDeclaredTooLarge && rule.oversize !== "truncate")
      throw createTooLargeError(rule.maxBytes);
    if (declaredSize === 0 || (declaredSize === null && !headers["transfer-encoding"])) {
      setBody(context, { rule, format }, EMPTY_BODY);
      return true;
    }
    if (!isDeclaredTooLarge) sendContinue(context);
    const options = { rule, format, declaredSize, isDeclaredTooLarge, uploads, done };
    new ArrivingBody(context, options).start();
    return false;
  };
}

function setBody(
  context: RequestContext,
  { rule, format }: Pick<ArrivingBodyOptions, "rule" | "format">,
  body: ReadBody,
): void {
  if (format === "json") context.body = parseJson(body.bytes, rule.maxValues);
  else if (format === "form") context.body = readForm(body.bytes);
  else context.body = body;
}

interface ArrivingBodyOptions {
  rule: BodyRule;
  format: BodyRule["format"];
  declaredSize: number | null;
  isDeclaredTooLarge: boolean;
  uploads: ByteBudget;
  done: (error?: unknown) => void;
}

/** A class, because a closure for each step would cost more than reading most bodies. */
class ArrivingBody {
  readonly #context: RequestContext;
  readonly #options: ArrivingBodyOptions;
  readonly #received: BodyBytes;
  /** Undefined for a body of one chunk, as most are: it never waits. */
  #reservation: ByteReservation | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isSettled = false;
  #isPaused = false;

  constructor(context: RequestContext, options: ArrivingBodyOptions) {
    this.#context = context;
    this.#options = options;
    this.#received = new BodyBytes(options.rule.maxBytes);
  }

  start(): void {
    const { message } = this.#context;
    if (this.#options.isDeclaredTooLarge)
      this.#timer = setTimeout(() => this.#settle(), TRUNCATED_WAIT_MS);
    message.on("data", (chunk: Buffer) => this.#receive(chunk));
    message.on("close", () => {
      if (!this.#isSettled) this.#settle(message.readableEnded ? undefined : createAbortedError());
    });
  }

  #receive(chunk: Buffer): void {
    const { message } = this.#context;
    if (this.#isSettled) {
      // The rest is discarded, so that a client that is still sending gets to read the response.
      detachBuffer(chunk);
      return pauseForTurn(message, () => !this.#isPaused);
    }
    this.#received.add(chunk);
    if (this.#isEnough()) return this.#settle();
    pauseForTurn(message, () => !this.#isPaused);
    this.#reservation ??= this.#reserve();
    return this.#reservation.set(this.#received.size);
  }

  #isEnough(): boolean {
    const { rule, declaredSize, isDeclaredTooLarge } = this.#options;
    const { size } = this.#received;
    if (size > rule.maxBytes || size === declaredSize) return true;
    return isDeclaredTooLarge && size >= MAX_TRUNCATED_BYTES;
  }

  /** Ends the reading with what has arrived, or with an error. */
  #settle(error?: Error): void {
    const { format, done } = this.#options;
    this.#isSettled = true;
    if (this.#timer) clearTimeout(this.#timer);
    this.#reservation?.release();
    let problem: unknown = error;
    try {
      if (!error) setBody(this.#context, this.#options, this.#toBody());
    } catch (thrown) {
      problem = thrown;
    }
    // The handler of a raw body reads the bytes themselves.
    if (problem || format !== "raw") this.#received.release();
    done(problem);
  }

  #toBody(): ReadBody {
    const { rule, isDeclaredTooLarge, declaredSize } = this.#options;
    const received = this.#received;
    if (!isDeclaredTooLarge && received.size <= rule.maxBytes) return { bytes: received.view() };
    if (rule.oversize !== "truncate") throw createTooLargeError(rule.maxBytes);
    const bytes = received.view().subarray(0, Math.min(MAX_TRUNCATED_BYTES, rule.maxBytes));
    return { bytes, truncated: { declaredSize } };
  }

  #reserve(): ByteReservation {
    const { message, client } = this.#context;
    const pause = () => {
      this.#isPaused = true;
      message.pause();
    };
    const resume = () => {
      this.#isPaused = false;
      message.resume();
    };
    const abort = () => {
      // Not discarded, because that would cost as much as receiving it. Node stops reading the
      // socket of a paused message; pausing the socket as well could cancel that, because its
      // pending resume still runs.
      pause();
      closeAfter(message, ABORT_CLOSE_MS);
      if (!this.#isSettled) this.#settle(createOverBudgetError());
    };
    return this.#options.uploads.reserve(client.ipPrefix, { abort, pause, resume });
  }
}

function createOverBudgetError(): UnavailableError {
  const message = "Too many request bodies are being received.";
  return new UnavailableError(message, "overloaded", RETRY_AFTER_SECONDS);
}

function requireFormType(type: string): void {
  if (/^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(type)) return;
  throw new HttpError(415, "Send the body with Content-Type: application/x-www-form-urlencoded.");
}

/**
 * Throws a ValidationError for more fields than any form of ours has, because parsing them is slow.
 */
function readForm(bytes: Buffer): string {
  let fields = 1;
  for (let at = bytes.indexOf(AMPERSAND); at !== -1; at = bytes.indexOf(AMPERSAND, at + 1))
    fields += 1;
  if (fields <= MAX_FORM_FIELDS) return bytes.toString("utf8");
  throw ValidationError.at([], `must have at most ${MAX_FORM_FIELDS} fields`);
}
