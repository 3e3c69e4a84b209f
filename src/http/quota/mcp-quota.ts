import type { UnavailableError } from "../../lib/errors.ts";
import type { RequestContext } from "../request-context.ts";
import type { AdmissionDeps } from "./admission.ts";
import {
  checkRateLimit,
  createDailyQuotaError,
  DAILY_LIMIT,
  getUtcDayNumber,
  WINDOW_MS,
} from "./limits.ts";

/** A call inside a request: the name of its limit, and the limit. */
interface QuotaSubject {
  name: string;
  perMinute?: number | undefined;
  quotaExempt?: boolean | undefined;
}

/** Counts a call. Returns the error when a limit is exceeded; undefined admits it. */
export type CheckQuota = (
  subject: QuotaSubject,
  context: RequestContext,
) => Promise<UnavailableError | undefined>;

/**
 * Creates the admission of calls inside another request (MCP). Each counts like a request to the tool's path, in the
 * same windows, because the outer request is not counted.
 */
export function createMcpQuota({ counters, enforceLimit, now }: AdmissionDeps): CheckQuota {
  return async ({ name, perMinute, quotaExempt }, context) => {
    const nowMs = now();
    const { quotaKey, ipPrefix } = context.client;
    context.usageCount = await counters.addUsage(quotaKey, getUtcDayNumber(nowMs), 1);
    if (perMinute !== undefined) {
      const window = await counters.hit(`${name} ${ipPrefix}`, WINDOW_MS, nowMs);
      const error = checkRateLimit(perMinute, window, nowMs);
      if (error) return error;
    }
    const isUsedUp = enforceLimit && context.usageCount > DAILY_LIMIT && !quotaExempt;
    return isUsedUp ? createDailyQuotaError(nowMs) : undefined;
  };
}
