import type { MaybePromise } from "../../lib/concurrency/maybe-promise.ts";
import { getUtcDayNumber } from "../../lib/dates/date.ts";
import type { UnavailableError } from "../../lib/errors.ts";
import type { RateLimit } from "../../lib/rate-limit.ts";
import { type Counters, MINUTE_MS, type RateWindow, type UsageHistory } from "../../store/store.ts";
import type { RequestContext } from "../context.ts";
import { checkRateLimit, createDailyQuotaError, createRateLimitHeaders } from "./limits.ts";
import type { RouteRules } from "../route-rules.ts";

/** The counters of all clients, and their enforcement. */
export interface QuotaOptions {
  counters: Counters;
  history: UsageHistory;
  enforceLimit: boolean;
  /** Requests per day and client; undefined: unlimited. */
  dailyLimit: number | undefined;
  now(): number;
  /** Called for a request past a limit. */
  onExceeded?: ((context: RequestContext) => void) | undefined;
}

/** A call inside a request (MCP), with the limits of the route that it replaces. */
export type InnerCall = Pick<
  RouteRules,
  "limit" | "quotaExempt" | "usageName" | "tool" | "keyLimit"
>;

/**
 * Counts a request, or a call inside of it, for the client's day and for the per-IP limit. Returns
 * the error of a limit that is exceeded.
 */
export type CountCall = (
  context: RequestContext,
  inner?: InnerCall,
) => MaybePromise<UnavailableError | undefined>;

/**
 * Creates the counter of calls: synchronous where the counters are, because a promise costs more.
 */
export function createCountCall(options: QuotaOptions): CountCall {
  const { counters, history, now, onExceeded } = options;
  return (context, inner) => {
    const nowMs = now();
    const { client, route } = context;
    const rules = inner ?? route ?? NO_RULES;
    const { quotaExempt = false, usageName = "other" } = rules;
    if (inner?.tool !== undefined) context.tool = inner.tool;
    const limit = context.refusal ? undefined : findLimit(context, rules);
    const isCounted = inner !== undefined || context.countsUsage;
    const checkDay = (count: number) => {
      const { dailyLimit = Infinity } = context;
      const isEnforced = isCounted && !quotaExempt && enforcesDay(context, options);
      return isEnforced && count > dailyLimit
        ? createDailyQuotaError(dailyLimit, nowMs)
        : undefined;
    };
    const decide = (count: number, window: RateWindow | undefined) => {
      context.usageCount = count;
      if (limit && window && !inner)
        context.rateLimitHeaders = createRateLimitHeaders(limit, window, nowMs);
      const error = (limit && window && checkRateLimit(limit, window, nowMs)) ?? checkDay(count);
      if (error && !context.refusal) onExceeded?.(context);
      return error;
    };
    const day = getUtcDayNumber(nowMs);
    const usage = counters.addUsage(client.quotaKey, day, isCounted ? 1 : 0);
    if (isCounted) {
      const name = typeof usageName === "string" ? usageName : usageName(context.params);
      history.add(client.quotaKey, day, name);
    }
    const window = limit && counters.hit(limit.key, MINUTE_MS, nowMs);
    return usage instanceof Promise || window instanceof Promise
      ? Promise.all([usage, window]).then((counts) => decide(...counts))
      : decide(usage, window);
  };
}

const NO_RULES: InnerCall = {};

/** A limit as it applies to one caller. */
interface CallerLimit extends RateLimit {
  /** The key of the window in which the caller's requests are counted. */
  key: string;
}

/**
 * Returns the limit of a caller's requests: the one of its key, which counts all of its addresses
 * together, or the one for everybody.
 */
export function findLimit(
  { caller, client }: RequestContext,
  { limit, keyLimit = limit?.name ?? "" }: InnerCall,
): CallerLimit | undefined {
  const limits = caller?.limits?.perMinute;
  if (!limits?.has(keyLimit)) return limit && { ...limit, key: `${limit.name} ${client.ipPrefix}` };
  const perMinute = limits.get(keyLimit);
  const name = limit?.name ?? keyLimit;
  return perMinute === undefined
    ? undefined
    : { name, perMinute, key: `${name} ${client.quotaKey}` };
}

/** The daily limit of an issued key is always enforced. */
export function enforcesDay(
  { caller }: RequestContext,
  { enforceLimit }: Pick<QuotaOptions, "enforceLimit">,
): boolean {
  return enforceLimit || caller?.limits !== undefined;
}

/**
 * Counts a use inside a request that has a limit of its own. Throws the error of a limit that is
 * exceeded.
 */
export type CountLimit = (context: RequestContext, limit: RateLimit) => Promise<void>;

/** Creates the counter of uses that the body of a request decides on. */
export function createCountLimit({ counters, now, onExceeded }: QuotaOptions): CountLimit {
  return async (context, publicLimit) => {
    const nowMs = now();
    const limit = findLimit(context, { limit: publicLimit });
    if (!limit) return;
    const window = await counters.hit(limit.key, MINUTE_MS, nowMs);
    context.rateLimitHeaders = createRateLimitHeaders(limit, window, nowMs);
    const error = checkRateLimit(limit, window, nowMs);
    if (!error) return;
    onExceeded?.(context);
    throw error;
  };
}
