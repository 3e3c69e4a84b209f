import type { ServerResponse } from "node:http";
import { UnavailableError } from "../lib/errors.ts";
import { toErrorReply } from "./errors.ts";
import type { Metrics } from "./metrics.ts";
import { isAwaitingContinue } from "./protocol/uploads.ts";
import type { RequestContext } from "./request-context.ts";
import type { ResponseWriter } from "./response-writer.ts";
import { isStream, toWireReply, type WireReply } from "./send.ts";
import type { Logger, Reply } from "./types.ts";

interface ResponderDeps {
  writer: ResponseWriter;
  metrics: Metrics;
  log: Logger;
  /** True after the server has stopped accepting: each connection ends with its response. */
  isStopping(): boolean;
}

/** Responds to requests: counts and logs each reply, and writes it. */
export class Responder {
  readonly #deps: ResponderDeps;
  readonly #logsResponses: boolean;

  constructor(deps: ResponderDeps) {
    this.#deps = deps;
    this.#logsResponses = deps.log.level === "debug" || deps.log.level === "trace";
  }

  /** Sends a reply to the client. A response that fails on the way is cut. */
  respond(response: ServerResponse, context: RequestContext, reply: Reply): void {
    // Thousands of waiting clients may disconnect in one turn, and writing to each would take as long as closing it.
    if (response.closed && !isStream(reply.body)) return reply.afterSend?.();
    const wire = this.finish(context, reply);
    if (reply.closesConnection) return void response.destroy();
    const isLast = this.#deps.isStopping() || isAwaitingContinue(context);
    if (isLast) wire.headers.push("connection", "close");
    if (reply.afterSend) response.once("close", reply.afterSend);
    try {
      const writing = this.#deps.writer.write(response, wire, context.client.ipPrefix);
      if (writing) writing.catch((error: unknown) => this.#cut(response, context, error));
    } catch (error) {
      this.#cut(response, context, error);
    }
  }

  /** Finishes a reply. One that cannot be serialized becomes a 500, because nothing was sent yet. */
  finish(context: RequestContext, reply: Reply): WireReply {
    const { metrics, log } = this.#deps;
    const wire = this.#toWireReplyOrError(context, reply);
    const durationMs = performance.now() - context.startMs;
    const { id: requestId, method } = context;
    const route = context.route?.path ?? "none";
    metrics.observe(route, method, wire.status, durationMs / 1000);
    if (this.#logsResponses) {
      const { status } = wire;
      log.debug(
        { requestId, method, route, status, durationMs: Math.round(durationMs) },
        "response",
      );
    }
    return wire;
  }

  #toWireReplyOrError(context: RequestContext, reply: Reply): WireReply {
    try {
      return toWireReply(context, reply);
    } catch (error) {
      return toWireReply(context, toErrorReply(error, context, this.#deps.log));
    }
  }

  /** Disconnects a client whose response failed. */
  #cut(response: ServerResponse, context: RequestContext, error: unknown): void {
    // Not logged, because an overload is expected, and so is a client that disconnects while its read is queued.
    if (!(error instanceof UnavailableError))
      this.#deps.log.error({ requestId: context.id, err: error }, "the response failed");
    response.destroy();
  }
}
