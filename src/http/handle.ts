import { chain, type MaybePromise } from "../lib/concurrency/maybe-promise.ts";
import type { HttpError, UnavailableError } from "../lib/errors.ts";
import type { Logger } from "../lib/logger.ts";
import type { BodyReader } from "./body/reader.ts";
import type { Refusal } from "./caller.ts";
import { type CheckOptions, createCheckRequest } from "./checks/check-request.ts";
import { replyToPreflight } from "./checks/cross-origin.ts";
import type { RequestContext } from "./context.ts";
import { toErrorReply } from "./errors.ts";
import { createNotFoundHandler } from "./not-found.ts";
import { createCountCall, type QuotaOptions } from "./quota/count-call.ts";
import type { Reply } from "./reply.ts";
import type { Handler, Route } from "./route.ts";
import { createRouter } from "./router.ts";

/** Routes, and what requests need on their way to them. */
export interface HandleDeps extends CheckOptions, QuotaOptions {
  routes: readonly Route[];
  /** Replies to browsers at unknown paths outside the API; left out: they get the JSON error. */
  notFoundPage?: Handler;
  /** Replies to browsers whose request is refused; undefined: they get the error as JSON. */
  refusedPage?:
    | ((context: RequestContext, refusal: Refusal) => MaybePromise<Reply> | undefined)
    | undefined;
  log: Logger;
}

/**
 * Turns a request into a reply. A callback instead of a promise, because most replies are
 * synchronous.
 */
export type Handle = (context: RequestContext, done: (reply: Reply) => void) => void;

/** A request on its way to its reply. */
interface Exchange {
  context: RequestContext;
  done(reply: Reply): void;
  /** Undefined for unknown paths. */
  route: Route | undefined;
}

/** A step of an exchange. Returns the reply or, while the body is arriving, undefined. */
type Step = (exchange: Exchange) => MaybePromise<Reply | undefined>;

/** Creates `handle`, which every request passes: match, checks, count, body, handler. */
export function createHandle(deps: HandleDeps, readBody: BodyReader): Handle {
  const { refusedPage, log } = deps;
  const router = createRouter(deps.routes);
  const checkRequest = createCheckRequest(deps);
  const countCall = createCountCall(deps);
  const handleNotFound = createNotFoundHandler(router, deps.notFoundPage);

  const run = (step: Step, exchange: Exchange) => runStep(step, exchange, log);

  const admit: Step = (exchange) => {
    const { context } = exchange;
    const match = router.match(context.method, context.target);
    if (match) context.setMatch(match);
    exchange.route = match?.route;
    return chain(checkRequest(context), (error) =>
      // A refused request counts as well, and its response reports the count.
      chain(countCall(context), (exceeded) => answer(exchange, error ?? exceeded)),
    );
  };

  const answer = (
    exchange: Exchange,
    error: HttpError | UnavailableError | undefined,
  ): MaybePromise<Reply | undefined> => {
    const { context, route } = exchange;
    if (error) {
      const page = context.refusal && refusedPage?.(context, context.refusal);
      if (page) return page;
      throw error;
    }
    if (context.isPreflight && !route?.handlesPreflight) return replyToPreflight(context);
    if (!route) return handleNotFound(context);
    return chain(route.beforeBody?.(context), () => receive(exchange, route));
  };

  const receive = (exchange: Exchange, { body }: Route): MaybePromise<Reply | undefined> => {
    const { context } = exchange;
    if (!body) return callHandler(exchange);
    const rule = typeof body === "function" ? body(context.headers) : body;
    const isComplete = readBody(context, rule, (error) =>
      error ? fail(exchange, error, log) : run(callHandler, exchange),
    );
    return isComplete ? callHandler(exchange) : undefined;
  };

  return (context, done) => run(admit, { context, done, route: undefined });
}

function runStep(step: Step, exchange: Exchange, log: Logger): void {
  let reply: MaybePromise<Reply | undefined>;
  try {
    reply = step(exchange);
  } catch (error) {
    return fail(exchange, error, log);
  }
  if (reply instanceof Promise) {
    void reply.then(
      (later) => later && exchange.done(later),
      (error: unknown) => fail(exchange, error, log),
    );
  } else if (reply) exchange.done(reply);
  return undefined;
}

function fail({ context, done }: Exchange, error: unknown, log: Logger): void {
  done(toErrorReply(error, context, log));
}

function callHandler({ context, route }: Exchange): MaybePromise<Reply | undefined> {
  return route?.handler(context);
}
