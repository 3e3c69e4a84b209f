import type { MaybePromise } from "../lib/concurrency/maybe-promise.ts";
import type { RequestContext } from "./context.ts";
import type { Reply } from "./reply.ts";
import type { RouteRules } from "./route-rules.ts";

/**
 * Answers one request. Throws HttpError, ValidationError or UnavailableError; anything else becomes
 * a 500.
 */
export type Handler = (context: RequestContext) => MaybePromise<Reply>;

/** One path with its methods and what responds to its requests. */
export interface Route extends RouteRules {
  handler: Handler;
  /**
   * Called before the body is read, so that a request that is rejected anyway is not uploaded.
   * Throws as handlers do.
   */
  beforeBody?: (context: RequestContext) => MaybePromise<void>;
}
