import type { MaybePromise } from "../lib/concurrency/maybe-promise.ts";
import type { Reply, RouteRules } from "./reply.ts";
import type { RequestContext } from "./request-context.ts";

export type { BodyRule, ContentCoding, RateLimit, RawHeaders, Reply, ReplyBody } from "./reply.ts";

/** Answers one request. Throws HttpError, ValidationError or UnavailableError; anything else becomes a 500. */
export type Handler = (context: RequestContext) => MaybePromise<Reply>;

/** One path with its methods and what responds to its requests. */
export interface Route extends RouteRules {
  handler: Handler;
  /** Called before the body is read, so that a request that is rejected anyway is not uploaded. Throws as handlers do. */
  beforeBody?: (context: RequestContext) => MaybePromise<void>;
}

/** The logger, as far as requests need it (pino's signature). */
export interface Logger {
  level: string;
  debug(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}
