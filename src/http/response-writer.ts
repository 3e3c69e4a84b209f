import type { ServerResponse } from "node:http";
import { UnavailableError } from "../lib/errors.ts";
import type { Logger } from "../lib/logger.ts";
import { isAwaitingContinue } from "./body/expect-continue.ts";
import type { RequestContext } from "./context.ts";
import { type EncodedReply, encodeReply } from "./encode-reply.ts";
import { toErrorReply } from "./errors.ts";
import type { Metrics } from "./ops/metrics.ts";
import { CLIENT_CLOSED, type RequestLog } from "./ops/request-log.ts";
import { closeStream, isStream, type Reply, type ReplyBody } from "./reply.ts";
import type { ByteBudget, ByteReservation } from "./socket/byte-budget.ts";

/**
 * Larger bodies are written in pieces of this size, the next one when the client took the one
 * before.
 */
const PIECE_BYTES = 65_536;

interface WriterOptions {
  /** Limits the bytes of responses that wait for their clients. */
  unsentResponses: ByteBudget;
  /** Milliseconds a client may read nothing before it is disconnected. */
  readerTimeoutMs: number;
  metrics: Metrics;
  log: Logger;
  /** Absent: requests have no lines of their own. */
  requestLog: RequestLog | undefined;
  /** True after the server has stopped accepting: each connection ends with its response. */
  isStopping(): boolean;
  /** True: shared caches may store no response. */
  isPrivate: boolean;
}

/**
 * Counts, logs and writes the reply to each request. Only errors of Node's parser are written
 * elsewhere.
 */
export class ResponseWriter {
  readonly #options: WriterOptions;
  readonly #logsResponses: boolean;

  constructor(options: WriterOptions) {
    this.#options = options;
    this.#logsResponses = options.log.level === "debug" || options.log.level === "trace";
  }

  /** Sends a reply to the client. A response that fails on the way is cut. */
  writeReply(response: ServerResponse, context: RequestContext, reply: Reply): void {
    try {
      const writing = response.closed
        ? this.#skip(context, reply)
        : this.#write(response, context, reply);
      if (writing) writing.catch((error: unknown) => this.#cut(response, context, error));
    } catch (error) {
      this.#cut(response, context, error);
    }
    this.#options.requestLog?.watch(response, context);
  }

  /**
   * Encodes and counts a reply. One that cannot be serialized becomes a 500: nothing was sent yet.
   */
  prepare(context: RequestContext, reply: Reply): EncodedReply {
    const encoded = this.#encodeOrFail(context, reply);
    this.#record(context, encoded.status);
    return encoded;
  }

  #encodeOrFail(context: RequestContext, reply: Reply): EncodedReply {
    const { log, isPrivate } = this.#options;
    try {
      return encodeReply(context, reply, isPrivate);
    } catch (error) {
      return encodeReply(context, toErrorReply(error, context, log), isPrivate);
    }
  }

  #record(context: RequestContext, status: number): void {
    const { metrics, log } = this.#options;
    const durationMs = performance.now() - context.startMs;
    const { id: requestId, method } = context;
    const route = context.route?.path ?? "none";
    metrics.observe(route, method, status, durationMs / 1000);
    if (!this.#logsResponses) return;
    const fields = { requestId, method, route, status, durationMs: Math.round(durationMs) };
    log.debug(fields, "response");
  }

  /**
   * Drops the reply to a client that is gone. Thousands of waiting clients may disconnect in one
   * turn, and writing to each would take as long as closing it.
   */
  #skip(context: RequestContext, reply: Reply): Promise<void> | undefined {
    this.#record(context, CLIENT_CLOSED);
    if (isStream(reply.body)) return closeStream(reply.body).finally(reply.afterSend);
    reply.afterSend?.();
    return undefined;
  }

  #write(
    response: ServerResponse,
    context: RequestContext,
    reply: Reply,
  ): Promise<void> | undefined {
    const encoded = this.prepare(context, reply);
    if (reply.closesConnection) {
      response.destroy();
      return undefined;
    }
    const isLast = this.#options.isStopping() || isAwaitingContinue(context);
    if (isLast) encoded.headers.push("connection", "close");
    if (reply.afterSend) response.once("close", reply.afterSend);
    response.writeHead(encoded.status, encoded.headers);
    const { body, length } = encoded;
    const client = context.client.ipPrefix;
    if (body === undefined || context.method === "HEAD") {
      this.#end(response, client, 0);
      return isStream(reply.body) ? closeStream(reply.body) : undefined;
    }
    if (length === undefined || length > PIECE_BYTES)
      return this.#writePieces(response, { body, length, client });
    this.#end(response, client, length, body as SmallBody);
    return undefined;
  }

  /**
   * Ends a response. Bytes that the client does not take immediately are counted and may wait until
   * the timeout.
   */
  #end(response: ServerResponse, client: string, length: number, body?: SmallBody): void {
    endWith(response, body);
    if (response.writableFinished) return;
    const abort = () => void response.destroy();
    const reservation = this.#options.unsentResponses.reserve(client, { abort });
    const timer = setTimeout(abort, this.#options.readerTimeoutMs);
    response.once("close", () => {
      clearTimeout(timer);
      reservation.release();
    });
    reservation.set(length);
  }

  /**
   * Counts a buffered body as a whole until its end, and of a stream the chunk that is being
   * written.
   */
  async #writePieces(
    response: ServerResponse,
    { body, length, client }: { body: ReplyBody; length: number | undefined; client: string },
  ): Promise<void> {
    /** Undefined until something waits, because thousands of idle streams may be open. */
    let reservation: ByteReservation | undefined;
    const abort = () => void response.destroy();
    const reserve = (bytes: number) => {
      reservation ??= this.#options.unsentResponses.reserve(client, { abort });
      reservation.set(bytes);
    };
    if (length === undefined) flattenHead(response);
    try {
      for await (const chunk of toChunks(body)) {
        const bytes = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
        if (length !== undefined || bytes.length > PIECE_BYTES) reserve(length ?? bytes.length);
        for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
          if (response.closed) return;
          const writing = this.#writePiece(response, bytes.subarray(at, at + PIECE_BYTES));
          if (writing) {
            reserve(length ?? bytes.length);
            await writing;
          }
        }
        if (length === undefined) reservation?.set(0);
      }
    } catch (error) {
      response.destroy();
      throw error;
    } finally {
      reservation?.release();
    }
    if (!response.closed) this.#end(response, client, 0);
  }

  /**
   * Resolves when the operating system has the piece or the client is gone; undefined: it has it
   * already.
   */
  #writePiece(response: ServerResponse, piece: Uint8Array): Promise<void> | undefined {
    let onTaken: (() => void) | undefined;
    response.write(piece, () => onTaken?.());
    // Node would hold the piece back until the next tick, for others to join it.
    response.socket?.uncork();
    if (response.writableLength === 0) return undefined;
    return new Promise((resolve) => {
      const timer = setTimeout(() => response.destroy(), this.#options.readerTimeoutMs);
      const settle = () => {
        clearTimeout(timer);
        response.off("close", settle);
        resolve();
      };
      onTaken = settle;
      response.once("close", settle);
    });
  }

  /** Disconnects a client whose response failed. */
  #cut(response: ServerResponse, context: RequestContext, error: unknown): void {
    // Not logged, because an overload is expected, and so is a client that disconnects while its
    // read is queued.
    if (!(error instanceof UnavailableError))
      this.#options.log.error({ requestId: context.id, err: error }, "the response failed");
    response.destroy();
  }
}

/**
 * Makes Node write the head, with the first chunk still in the same packet. Node keeps the head of
 * a response, joined from 60 strings, until its end. Only writing it joins them in memory as well,
 * which saves 3 kB of each stream.
 */
function flattenHead(response: ServerResponse): void {
  response.socket?.cork();
  response.flushHeaders();
}

type SmallBody = string | Uint8Array | readonly Uint8Array[];

/** Parts are not joined, because for a hundred records the copy is a quarter of the work. */
function endWith(response: ServerResponse, body: SmallBody | undefined): void {
  if (body === undefined) response.end();
  else if (typeof body === "string" || body instanceof Uint8Array) response.end(body);
  else {
    response.cork();
    for (const part of body) response.write(part);
    response.end();
  }
}

function toChunks(
  body: ReplyBody,
): Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array> {
  return typeof body === "string" || body instanceof Uint8Array ? [body] : body;
}
