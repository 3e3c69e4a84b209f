import type { ServerResponse } from "node:http";
import { UnavailableError } from "../lib/errors.ts";
import type { Logger } from "../lib/logger.ts";
import { discardBeforeClose } from "./body/backpressure.ts";
import { isAwaitingContinue } from "./body/expect-continue.ts";
import { BodyWriter, type ReaderLimits } from "./body/writer.ts";
import type { RequestContext } from "./context.ts";
import { type EncodedReply, encodeReply } from "./encode-reply.ts";
import { toErrorReply } from "./errors.ts";
import type { Metrics } from "./ops/metrics.ts";
import { CLIENT_CLOSED, type RequestLog } from "./ops/request-log.ts";
import { closeStream, isStream, type Reply } from "./reply.ts";

interface WriterOptions extends ReaderLimits {
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
  readonly #bodies: BodyWriter;

  constructor(options: WriterOptions) {
    this.#options = options;
    this.#bodies = new BodyWriter(options);
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
    const seconds = (performance.now() - context.startMs) / 1000;
    const { method } = context;
    const route = context.route?.path ?? "none";
    this.#options.metrics.observe({ route, method, status, seconds });
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
    const isUnsent = isAwaitingContinue(context);
    const isLast = this.#options.isStopping() || isUnsent;
    if (isLast) encoded.headers.push("connection", "close");
    if (reply.afterSend) response.once("close", reply.afterSend);
    if ((isLast || !response.shouldKeepAlive) && !isUnsent) discardBeforeClose(response.req);
    response.writeHead(encoded.status, encoded.headers);
    const { ipPrefix: client } = context.client;
    const { body, length } = encoded;
    if (body !== undefined && context.method !== "HEAD")
      return this.#bodies.write(response, { body, length, client });
    this.#bodies.end(response, { length: 0, client });
    return isStream(reply.body) ? closeStream(reply.body) : undefined;
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
