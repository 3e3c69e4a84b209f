import type { RawHeaders } from "./reply.ts";
import type { RouteRules } from "./route-rules.ts";

/** Response headers of this product that a page of another origin may read. */
const EXPOSED_HEADERS =
  "X-Usage-Count, X-Usage-Limit, X-Usage-Remaining, X-Usage-Reset, RateLimit, RateLimit-Policy, " +
  "Retry-After, X-Request-Id, ETag";

/**
 * The headers that are equal on all responses of a route, whose pages may read those of its own.
 */
export function createCommonHeaders(exposed: readonly string[]): RawHeaders {
  return [
    "x-content-type-options",
    "nosniff",
    "access-control-allow-origin",
    "*",
    "access-control-expose-headers",
    [EXPOSED_HEADERS, ...exposed].join(", "),
  ];
}

const COMMON_HEADERS = createCommonHeaders([]);

/** The parts of a request that its response reports. */
interface BaseHeaderSource {
  id: string;
  /** Requests of the client today. */
  usageCount: number;
  /** Requests that a client may send in a day; undefined: unlimited. */
  dailyLimit: number | undefined;
  route?: RouteRules | undefined;
  rateLimitHeaders?: RawHeaders | undefined;
}

/**
 * Headers of every response: usage of the day, common ones, request id, state of the rate limit.
 */
export function createBaseHeaders(source: BaseHeaderSource): RawHeaders {
  const { usageCount, dailyLimit, id, route, rateLimitHeaders = [] } = source;
  return [
    "x-usage-count",
    String(usageCount),
    "x-usage-limit",
    String(dailyLimit ?? "unlimited"),
    "x-usage-remaining",
    dailyLimit === undefined ? "unlimited" : String(Math.max(0, dailyLimit - usageCount)),
    "x-usage-reset",
    "daily-utc",
    "x-request-id",
    id,
    ...(route?.commonHeaders ?? COMMON_HEADERS),
    ...rateLimitHeaders,
  ];
}
