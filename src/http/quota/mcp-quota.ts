import type { UnavailableError } from "../../lib/errors.ts";
import type { RequestContext } from "../request-context.ts";
import { type AdmissionDeps, dailyQuotaError } from "./admission.ts";
import { checkRateLimit, WINDOW_MS } from "./rate-limit.ts";
import { DAILY_LIMIT, utcDayNumber } from "./usage.ts";

/** What is called inside a request: the name under which its limit counts, and that limit. */
interface QuotaSubject {
  name: string;
  perMinute?: number | undefined;
  quotaExempt?: boolean | undefined;
}

/** Counts a call. Returns the error when a limit is used up, undefined when the call is admitted. */
export type CheckQuota = (
  subject: QuotaSubject,
  context: RequestContext,
) => Promise<UnavailableError | undefined>;

/**
 * Admission of calls inside another request (MCP). Each counts as if it had been sent to the tool's own path, in the
 * same windows, because the request around it is not counted.
 */
export function createMcpQuota({ counters, enforceLimit, now }: AdmissionDeps): CheckQuota {
  return async ({ name, perMinute, quotaExempt }, context) => {
    const nowMs = now();
    const { quotaKey, ipPrefix } = context.client;
    context.usageCount = await counters.addUsage(quotaKey, utcDayNumber(nowMs), 1);
    if (perMinute !== undefined) {
      const window = await counters.hit(`${name} ${ipPrefix}`, WINDOW_MS, nowMs);
      const error = checkRateLimit(perMinute, window, nowMs);
      if (error) return error;
    }
    const isUsedUp = enforceLimit && context.usageCount > DAILY_LIMIT && !quotaExempt;
    return isUsedUp ? dailyQuotaError(nowMs) : undefined;
  };
}
