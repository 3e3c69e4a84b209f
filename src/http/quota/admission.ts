import { type HttpError, UnavailableError } from "../../lib/errors.ts";
import type { Counters, MaybePromise, RateWindow } from "../../store/store.ts";
import { hostNotAllowed, type IsAllowedHost } from "../protocol/allowed-hosts.ts";
import { validateHostHeader } from "../protocol/host-header.ts";
import type { RequestContext } from "../request-context.ts";
import { checkRateLimit, rateLimitHeaders, WINDOW_MS } from "./rate-limit.ts";
import { DAILY_LIMIT, secondsUntilUtcMidnight, utcDayNumber } from "./usage.ts";

/** Dependencies of admission. */
export interface AdmissionDeps {
  counters: Counters;
  enforceLimit: boolean;
  now(): number;
  /** The names under which the server is reached; undefined: any. */
  isAllowedHost?: IsAllowedHost | undefined;
}

/** Counts a request and returns the error that refuses it; undefined admits it. */
type Admit = (context: RequestContext) => MaybePromise<HttpError | UnavailableError | undefined>;

/**
 * Creates what happens to every request before its handler: daily usage, the per-IP limit, the check of Host.
 * Synchronous when the counters are, because a promise would cost more than the counting.
 */
export function createAdmission(deps: AdmissionDeps): Admit {
  const { counters, enforceLimit, now, isAllowedHost } = deps;
  return (context) => {
    const nowMs = now();
    const { client, route } = context;
    // A preflight never matches a limited route, so it is not limited.
    const limit = route?.limit;
    const usage = counters.addUsage(
      client.quotaKey,
      utcDayNumber(nowMs),
      context.countsUsage ? 1 : 0,
    );
    const window = limit && counters.hit(`${limit.name} ${client.ipPrefix}`, WINDOW_MS, nowMs);
    const decide = (count: number, hits: RateWindow | undefined) => {
      context.usageCount = count;
      if (limit && hits) context.rateLimitHeaders = rateLimitHeaders(limit, hits, nowMs);
      const isLimited = enforceLimit && context.countsUsage && !route?.quotaExempt;
      return (
        (limit && hits && checkRateLimit(limit.perMinute, hits, nowMs)) ??
        (isLimited && count > DAILY_LIMIT ? dailyQuotaError(nowMs) : undefined) ??
        validateHostHeader(context) ??
        checkHost(context, isAllowedHost)
      );
    };
    return usage instanceof Promise || window instanceof Promise
      ? Promise.all([usage, window]).then(([count, hits]) => decide(count, hits))
      : decide(usage, window);
  };
}

/** The error for a client whose daily quota is used up. */
export function dailyQuotaError(nowMs: number): UnavailableError {
  const message = `The daily limit of ${DAILY_LIMIT} requests is used up. It starts again at 00:00 UTC.`;
  return new UnavailableError(message, "rate-limited", secondsUntilUtcMidnight(nowMs));
}

/** Requests without a Host, which HTTP/1.0 permits, do not come from a page. */
function checkHost(
  { headers: { host }, route }: RequestContext,
  isAllowed: IsAllowedHost | undefined,
): HttpError | undefined {
  if (!isAllowed || host === undefined || route?.anyHost || isAllowed(host)) return undefined;
  return hostNotAllowed(host);
}
