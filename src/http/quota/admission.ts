import type { HttpError, UnavailableError } from "../../lib/errors.ts";
import type { Counters, MaybePromise, RateWindow } from "../../store/store.ts";
import {
  createHostError,
  type IsAllowedHost,
  validateHostHeader,
} from "../protocol/host-header.ts";
import { checkHeaderLines } from "../protocol/header-limits.ts";
import type { RequestContext } from "../request-context.ts";
import {
  checkRateLimit,
  createDailyQuotaError,
  createRateLimitHeaders,
  DAILY_LIMIT,
  getUtcDayNumber,
  WINDOW_MS,
} from "./limits.ts";

/** Dependencies of admission. */
export interface AdmissionDeps {
  counters: Counters;
  enforceLimit: boolean;
  now(): number;
  /** Accepts the `Host` headers of the server; undefined: every `Host` is accepted. */
  isAllowedHost?: IsAllowedHost | undefined;
}

/** The counts of a request and the time at which it was counted. */
interface Counted {
  /** Requests of the client today. */
  count: number;
  hits: RateWindow | undefined;
  nowMs: number;
}

/** Counts a request and returns the error that rejects it; undefined admits it. */
type Admit = (context: RequestContext) => MaybePromise<HttpError | UnavailableError | undefined>;

/**
 * Creates what happens to every request before its handler: daily usage, the per-IP limit, the check of Host.
 * Synchronous when the counters are, because a promise would cost more than the counting.
 */
export function createAdmission(deps: AdmissionDeps): Admit {
  const { counters, enforceLimit, now, isAllowedHost } = deps;
  const decide = (context: RequestContext, { count, hits, nowMs }: Counted) => {
    const { route } = context;
    const limit = route?.limit;
    context.usageCount = count;
    if (limit && hits) context.rateLimitHeaders = createRateLimitHeaders(limit, hits, nowMs);
    const isOver = enforceLimit && count > DAILY_LIMIT && !route?.quotaExempt;
    return (
      (limit && hits && checkRateLimit(limit.perMinute, hits, nowMs)) ??
      (isOver && context.countsUsage ? createDailyQuotaError(nowMs) : undefined) ??
      checkHeaderLines(context.rawHeaders) ??
      validateHostHeader(context) ??
      checkHost(context, isAllowedHost)
    );
  };
  return (context) => {
    const nowMs = now();
    const { client, route, countsUsage } = context;
    // A preflight never matches a limited route, so it is not limited.
    const limit = route?.limit;
    const usage = counters.addUsage(client.quotaKey, getUtcDayNumber(nowMs), countsUsage ? 1 : 0);
    const window = limit && counters.hit(`${limit.name} ${client.ipPrefix}`, WINDOW_MS, nowMs);
    return usage instanceof Promise || window instanceof Promise
      ? Promise.all([usage, window]).then(([count, hits]) =>
          decide(context, { count, hits, nowMs }),
        )
      : decide(context, { count: usage, hits: window, nowMs });
  };
}

/** Admits requests without a Host, which HTTP/1.0 permits, because they do not come from a page. */
function checkHost(
  { headers: { host }, route }: RequestContext,
  isAllowed: IsAllowedHost | undefined,
): HttpError | undefined {
  if (!isAllowed || host === undefined || route?.anyHost || isAllowed(host)) return undefined;
  return createHostError(host);
}
