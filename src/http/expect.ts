import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { FastifyRequest } from "fastify";

/** Requests that hold their body back until they are told to go on (RFC 9110, 10.1.1). */
const waiting = new WeakMap<IncomingMessage, ServerResponse>();

/** Leaves it to `letSend` to say "100 Continue"; Node would say it to every request that asks. */
export function holdBack(server: Server): void {
  server.on("checkContinue", (request, response) => {
    waiting.set(request, response);
    server.emit("request", request, response);
  });
  // Node would answer 417 by itself, without our headers; another expectation may as well be passed over.
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
}

/** Asks for the body of a request that its route takes, unless it is declared as too large: then its refusal comes first. */
export function letSend(request: FastifyRequest): void {
  const { raw, headers } = request;
  if (headers.expect === undefined) return;
  // Looked at only here: the framework puts a route's options together anew each time that they are asked for.
  if (Number(headers["content-length"] ?? 0) > request.routeOptions.bodyLimit) return;
  waiting.get(raw)?.writeContinue();
  waiting.delete(raw);
}

/** Whether a request still holds its body back: nobody can tell if what comes next on its connection is that body. */
export function isHeldBack({ raw }: FastifyRequest): boolean {
  return waiting.has(raw);
}
