import type { RequestContext } from "../context.ts";
import type { RateLimit } from "../route-rules.ts";
import {
  enforcesDay,
  findLimit,
  getWindowKey,
  type InnerCall,
  type QuotaOptions,
} from "./count-call.ts";
import {
  checkRowLimit,
  createRateLimitHeaders,
  createRowQuotaError,
  getUtcDayNumber,
  WINDOW_MS,
} from "./limits.ts";

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
