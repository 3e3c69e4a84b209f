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
    const limit = context.isRefused ? undefined : findLimit(context, rules);
    const isCounted = inner !== undefined || context.countsUsage;
    const decide = (count: number, window: RateWindow | undefined) => {
      const error = findExceeded(count, window);
      if (error && !context.isRefused) onExceeded?.(context);
      return error;
    };
    const findExceeded = (count: number, window: RateWindow | undefined) => {
      context.usageCount = count;
      if (limit && window) {
        if (!inner) context.rateLimitHeaders = createRateLimitHeaders(limit, window, nowMs);
        const error = checkRateLimit(limit.perMinute, window, nowMs);
        if (error) return error;
      }
      const { dailyLimit } = context;
      const isEnforced = isCounted && !quotaExempt && enforcesDay(context, options);
      const isExceeded = isEnforced && dailyLimit !== undefined && count > dailyLimit;
      return isExceeded ? createDailyQuotaError(dailyLimit, nowMs) : undefined;
    };
    const day = getUtcDayNumber(nowMs);
    const usage = counters.addUsage(client.quotaKey, day, isCounted ? 1 : 0);
    if (isCounted) {
      const name = typeof usageName === "string" ? usageName : usageName(context.params);
      history.add(client.quotaKey, day, name);
    }
    const window = limit && counters.hit(getWindowKey(context, limit, rules), WINDOW_MS, nowMs);
    return usage instanceof Promise || window instanceof Promise
      ? Promise.all([usage, window]).then((counts) => decide(...counts))
      : decide(usage, window);
  };
}

const NO_RULES: InnerCall = {};

/** Returns the limit of a caller's requests: the one of its key, or the one for everybody. */
function findLimit(
  { caller }: RequestContext,
  { limit, keyLimit = limit?.name ?? "" }: InnerCall,
): RateLimit | undefined {
  const limits = caller?.limits?.perMinute;
  if (!limits?.has(keyLimit)) return limit;
  const perMinute = limits.get(keyLimit);
  return perMinute === undefined ? undefined : { name: limit?.name ?? keyLimit, perMinute };
}

/** The limit of a key is one for all of its addresses. */
function getWindowKey(
  { client }: RequestContext,
  limit: RateLimit,
  { limit: shared }: InnerCall,
): string {
  return `${limit.name} ${limit === shared ? client.ipPrefix : client.quotaKey}`;
}

/** The daily limit of an issued key is always enforced. */
function enforcesDay(
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
export function createCountLimit({
  counters,
  now,
  onExceeded,
}: Pick<QuotaOptions, "counters" | "now" | "onExceeded">): CountLimit {
  return async (context, shared) => {
    const nowMs = now();
    const rules = { limit: shared };
    const limit = findLimit(context, rules);
    if (!limit) return;
    const window = await counters.hit(getWindowKey(context, limit, rules), WINDOW_MS, nowMs);
    context.rateLimitHeaders = createRateLimitHeaders(limit, window, nowMs);
    const error = checkRateLimit(limit.perMinute, window, nowMs);
    if (!error) return;
    onExceeded?.(context);
    throw error;
  };
}

/** The rows of a batch. */
export interface CountedRows {
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
export function createCountRows(options: QuotaOptions): CountRows {
  const { counters, history, now, onExceeded } = options;
  return async (context, { rows, usageName, limits: shared }) => {
    const nowMs = now();
    const { quotaKey } = context.client;
    const remaining = (context.dailyLimit ?? Infinity) - (context.usageCount - 1);
    if (rows > remaining && enforcesDay(context, options)) {
      onExceeded?.(context);
      throw createRowQuotaError(rows, remaining, nowMs);
    }
    const limits = findRowLimits(context, shared, usageName);
    const count = ({ key }: RowLimit, amount: number) =>
      counters.hit(key, WINDOW_MS, nowMs, amount);
    for (const row of limits) {
      const error = checkRowLimit(row.limit, { rows, window: await count(row, 0), nowMs });
      if (!error) continue;
      onExceeded?.(context);
      throw error;
    }
    for (const row of limits) {
      const window = await count(row, rows);
      context.rateLimitHeaders = createRateLimitHeaders(row.limit, window, nowMs);
    }
    const day = getUtcDayNumber(nowMs);
    history.add(quotaKey, day, usageName, rows - 1);
    context.usageCount = await counters.addUsage(quotaKey, day, rows - 1);
  };
}

/** A limit of rows, and the key of its window. */
interface RowLimit {
  limit: RateLimit;
  key: string;
}

/** Returns the limits of a caller's rows: those for everybody, and those of its key instead. */
function findRowLimits(
  context: RequestContext,
  shared: readonly RateLimit[],
  tool: string,
): RowLimit[] {
  const rules: InnerCall[] = shared.map((limit) => ({ limit }));
  if (shared.every(({ name }) => name !== tool)) rules.push({ keyLimit: tool });
  return rules.flatMap((rule) => {
    const limit = findLimit(context, rule);
    return limit ? { limit, key: getWindowKey(context, limit, rule) } : [];
  });
}
