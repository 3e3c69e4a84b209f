import type { IncomingHttpHeaders } from "node:http";

/**
 * Returns true for a CORS preflight, with which a browser asks permission for a cross-origin
 * request.
 */
export function isPreflight(request: { method: string; headers: IncomingHttpHeaders }): boolean {
  return request.method === "OPTIONS" && "access-control-request-method" in request.headers;
}

/**
 * Returns the headers of the response to a preflight: the requested method and headers are allowed,
 * for two hours.
 */
export function createPreflightHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const { "access-control-request-method": method, "access-control-request-headers": names } =
    headers;
  return {
    "access-control-allow-methods": String(method),
    ...(names && { "access-control-allow-headers": names }),
    "access-control-max-age": "7200",
    vary: "Access-Control-Request-Method, Access-Control-Request-Headers",
  };
}
