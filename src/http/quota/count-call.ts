import type { UnavailableError } from "../../lib/errors.ts";
import type { Counters, MaybePromise, RateWindow, UsageHistory } from "../../store/store.ts";
import type { RequestContext } from "../context.ts";
import {
  checkRateLimit,
  checkRowLimit,
  createDailyQuotaError,
  createRateLimitHeaders,
  createRowQuotaError,
  getUtcDayNumber,
  WINDOW_MS,
} from "../limits.ts";
import type { RateLimit, RouteRules } from "../route-rules.ts";

/** The counters of all clients, and their enforcement. */
export interface QuotaOptions {
  counters: Counters;
  history: UsageHistory;
  enforceLimit: boolean;
  /** Requests per day and client; undefined: unlimited. */
  dailyLimit: number | undefined;
  now(): number;
}

/** A call inside a request (MCP), with the limits of the route that it replaces. */
export type InnerCall = Pick<RouteRules, "limit" | "quotaExempt" | "usageName" | "tool">;

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
export function createCountCall({
  counters,
  history,
  enforceLimit,
  dailyLimit,
  now,
}: QuotaOptions): CountCall {
  return (context, inner) => {
    const nowMs = now();
    const { client, route } = context;
    const { limit, quotaExempt = false, usageName = "other" } = inner ?? route ?? {};
    if (inner?.tool !== undefined) context.tool = inner.tool;
    const isCounted = inner !== undefined || context.countsUsage;
    const decide = (count: number, window: RateWindow | undefined) => {
      context.usageCount = count;
      if (limit && window) {
        if (!inner) context.rateLimitHeaders = createRateLimitHeaders(limit, window, nowMs);
        const error = checkRateLimit(limit.perMinute, window, nowMs);
        if (error) return error;
      }
      const isEnforced = enforceLimit && isCounted && !quotaExempt;
      const isExceeded = isEnforced && dailyLimit !== undefined && count > dailyLimit;
      return isExceeded ? createDailyQuotaError(dailyLimit, nowMs) : undefined;
    };
    const day = getUtcDayNumber(nowMs);
    const usage = counters.addUsage(client.quotaKey, day, isCounted ? 1 : 0);
    if (isCounted) {
      const name = typeof usageName === "string" ? usageName : usageName(context.params);
      history.add(client.quotaKey, day, name);
    }
    const window = limit && counters.hit(`${limit.name} ${client.ipPrefix}`, WINDOW_MS, nowMs);
    return usage instanceof Promise || window instanceof Promise
      ? Promise.all([usage, window]).then((counts) => decide(...counts))
      : decide(usage, window);
  };
}

/**
 * Counts a use inside a request that has a limit of its own. Throws the error of a limit that is
 * exceeded.
 */
export type CountLimit = (context: RequestContext, limit: RateLimit) => Promise<void>;

/** Creates the counter of uses that the body of a request decides on. */
export function createCountLimit({
  counters,
  now,
}: Pick<QuotaOptions, "counters" | "now">): CountLimit {
  return async (context, limit) => {
    const nowMs = now();
    const window = await counters.hit(`${limit.name} ${context.client.ipPrefix}`, WINDOW_MS, nowMs);
    context.rateLimitHeaders = createRateLimitHeaders(limit, window, nowMs);
    const error = checkRateLimit(limit.perMinute, window, nowMs);
    if (error) throw error;
  };
}

/** The rows of a batch. */
interface CountedRows {
  rows: number;
  /** The name under which the usage history has them. */
  usageName: string;
  /** The limits to which each row counts. */
  limits: readonly RateLimit[];
}

/**
 * Counts the rows of a batch, whose request was counted as one call. Rejects with UnavailableError,
 * and counts none, when they are more than a limit leaves.
 */
export type CountRows = (context: RequestContext, counted: CountedRows) => Promise<void>;

/** Creates the counter of rows. */
export function createCountRows({
  counters,
  history,
  enforceLimit,
  dailyLimit = Infinity,
  now,
}: QuotaOptions): CountRows {
  return async (context, { rows, usageName, limits }) => {
    const nowMs = now();
    const { quotaKey, ipPrefix } = context.client;
    const remaining = dailyLimit - (context.usageCount - 1);
    if (enforceLimit && rows > remaining) throw createRowQuotaError(rows, remaining, nowMs);
    const count = ({ name }: RateLimit, amount: number) =>
      counters.hit(`${name} ${ipPrefix}`, WINDOW_MS, nowMs, amount);
    for (const limit of limits) {
      const error = checkRowLimit(limit, { rows, window: await count(limit, 0), nowMs });
      if (error) throw error;
    }
    for (const limit of limits)
      context.rateLimitHeaders = createRateLimitHeaders(limit, await count(limit, rows), nowMs);
    const day = getUtcDayNumber(nowMs);
    history.add(quotaKey, day, usageName, rows - 1);
    context.usageCount = await counters.addUsage(quotaKey, day, rows - 1);
  };
}
