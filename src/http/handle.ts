import type { HttpError, UnavailableError } from "../lib/errors.ts";
import type { MaybePromise } from "../lib/concurrency/maybe-promise.ts";
import type { BodyReader } from "./body/reader.ts";
import { toErrorReply } from "./errors.ts";
import type { CheckAccess, Refusal } from "./checks/access.ts";
import { type CheckOptions, createCheckRequest } from "./checks/check-request.ts";
import { replyToPreflight } from "./checks/cross-origin.ts";
import { createCountCall, type QuotaOptions } from "./quota/count-call.ts";
import type { RequestContext } from "./context.ts";
import { createNotFoundHandler, createRouter } from "./router.ts";
import type { Reply } from "./reply.ts";
import type { Handler, Route } from "./route.ts";
import type { Logger } from "../lib/logger.ts";

/** Routes, and what requests need on their way to them. */
export interface HandleDeps extends CheckOptions, QuotaOptions {
  routes: readonly Route[];
  /** Replies to browsers at unknown paths outside the API; left out: they get the JSON error. */
  notFoundPage?: Handler;
  /** Decides about callers; left out: everybody may send every request. */
  checkAccess?: CheckAccess | undefined;
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
  /** Set by `dispatch`; undefined for unknown paths. */
  route?: Route | undefined;
  /** Set where the caller may not send the request. */
  refusal?: Refusal | undefined;
}

/** A step of an exchange. Returns the reply or, while the body is arriving, undefined. */
type Step = (exchange: Exchange) => MaybePromise<Reply | undefined>;

/**
 * Creates `handle`, which every request passes: match, checks, count, body, handler. Its steps are
 * created once, because new closures for every request would make small ones slower.
 */
export function createHandle(deps: HandleDeps, readBody: BodyReader): Handle {
  const { routes, notFoundPage, checkAccess, refusedPage, log } = deps;
  const router = createRouter(routes);
  const checkRequest = createCheckRequest(deps);
  const countCall = createCountCall(deps);
  const handleNotFound = createNotFoundHandler(router, notFoundPage);

  function run(step: Step, exchange: Exchange): void {
    let reply: MaybePromise<Reply | undefined>;
    try {
      reply = step(exchange);
    } catch (error) {
      return fail(exchange, error);
    }
    if (reply instanceof Promise) {
      void reply.then(
        (later) => later && exchange.done(later),
        (error: unknown) => fail(exchange, error),
      );
    } else if (reply) exchange.done(reply);
    return undefined;
  }

  function fail({ context, done }: Exchange, error: unknown): void {
    done(toErrorReply(error, context, log));
  }

  function dispatch(exchange: Exchange): MaybePromise<Reply | undefined> {
    const { context } = exchange;
    const match = router.match(context.method, context.target);
    if (match) context.setMatch(match);
    exchange.route = match?.route;
    const error = checkRequest(context);
    if (error || !checkAccess) return count(exchange, error);
    const refusal = checkAccess(context);
    return refusal instanceof Promise
      ? refusal.then((settled) => count(exchange, settled?.error, settled))
      : count(exchange, refusal?.error, refusal);
  }

  /** A refused request counts as well, and its response reports the count. */
  function count(
    exchange: Exchange,
    error: HttpError | UnavailableError | undefined,
    refusal?: Refusal,
  ): MaybePromise<Reply | undefined> {
    const { context } = exchange;
    exchange.refusal = refusal;
    context.isRefused = refusal !== undefined;
    const exceeded = countCall(context);
    return exceeded instanceof Promise
      ? exceeded.then((later) => proceed(exchange, error ?? later))
      : proceed(exchange, error ?? exceeded);
  }

  function proceed(
    exchange: Exchange,
    error: HttpError | UnavailableError | undefined,
  ): MaybePromise<Reply | undefined> {
    const { context, route, refusal } = exchange;
    if (error) {
      const page = refusal && refusedPage?.(context, refusal);
      if (page) return page;
      throw error;
    }
    if (context.isPreflight && !route?.handlesPreflight) return replyToPreflight(context);
    if (!route) return handleNotFound(context);
    const checked = route.beforeBody?.(context);
    return checked instanceof Promise ? checked.then(() => receive(exchange)) : receive(exchange);
  }

  function receive(exchange: Exchange): MaybePromise<Reply | undefined> {
    const { context, route } = exchange;
    if (!route?.body) return callHandler(exchange);
    const rule = typeof route.body === "function" ? route.body(context.headers) : route.body;
    const isComplete = readBody(context, rule, (error) =>
      error ? fail(exchange, error) : run(callHandler, exchange),
    );
    return isComplete ? callHandler(exchange) : undefined;
  }

  return (context, done) => run(dispatch, { context, done });
}

function callHandler({ context, route }: Exchange): MaybePromise<Reply | undefined> {
  return route?.handler(context);
}
