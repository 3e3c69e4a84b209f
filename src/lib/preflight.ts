import type { IncomingMessage } from "node:http";

/** Whether a browser asks if another origin may send the request that follows. */
export function isPreflight(request: IncomingMessage): boolean {
  return request.method === "OPTIONS" && "access-control-request-method" in request.headers;
}

/** The answer to a preflight: whatever is asked is allowed, for two hours. */
export function preflightHeaders(request: IncomingMessage): Record<string, string> {
  const { "access-control-request-method": method, "access-control-request-headers": headers } =
    request.headers;
  return {
    "access-control-allow-methods": String(method),
    ...(headers && { "access-control-allow-headers": headers }),
    "access-control-max-age": "7200",
    vary: "Access-Control-Request-Method, Access-Control-Request-Headers",
  };
}
