import { getUtcDayNumber } from "../../lib/dates/date.ts";
import type { RateLimit } from "../../lib/rate-limit.ts";
import { MINUTE_MS } from "../../store/store.ts";
import type { RequestContext } from "../context.ts";
import { enforcesDay, findLimit, type InnerCall, type QuotaOptions } from "./count-call.ts";
import { checkRowLimit, createRateLimitHeaders, createRowQuotaError } from "./limits.ts";

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

export function createCountRows(options: QuotaOptions): CountRows {
  const { counters, history, now, onExceeded } = options;
  return async (context, { rows, usageName, limits: publicLimits }) => {
    const nowMs = now();
    const { quotaKey } = context.client;
    const remaining = (context.dailyLimit ?? Infinity) - (context.usageCount - 1);
    if (rows > remaining && enforcesDay(context, options)) {
      onExceeded?.(context);
      throw createRowQuotaError(rows, remaining, nowMs);
    }
    const limits = listRowRules(publicLimits, usageName).flatMap(
      (rules) => findLimit(context, rules) ?? [],
    );
    for (const limit of limits) {
      const window = await counters.hit(limit.key, MINUTE_MS, nowMs, 0);
      const error = checkRowLimit(limit, { rows, window, nowMs });
      if (!error) continue;
      onExceeded?.(context);
      throw error;
    }
    for (const limit of limits) {
      const window = await counters.hit(limit.key, MINUTE_MS, nowMs, rows);
      context.rateLimitHeaders = createRateLimitHeaders(limit, window, nowMs);
    }
    const day = getUtcDayNumber(nowMs);
    history.add(quotaKey, day, usageName, rows - 1);
    context.usageCount = await counters.addUsage(quotaKey, day, rows - 1);
  };
}

/** Lists the rules of rows: the limits for everybody, and the one that a key may have instead. */
function listRowRules(limits: readonly RateLimit[], tool: string): InnerCall[] {
  const rules: InnerCall[] = limits.map((limit) => ({ limit }));
  return limits.some(({ name }) => name === tool) ? rules : [...rules, { keyLimit: tool }];
}
