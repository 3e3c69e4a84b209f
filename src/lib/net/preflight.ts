import type { IncomingHttpHeaders } from "node:http";

/** True for a CORS preflight, which asks permission for a cross-origin request. */
export function isPreflight(request: { method: string; headers: IncomingHttpHeaders }): boolean {
  return request.method === "OPTIONS" && "access-control-request-method" in request.headers;
}

/** Allows the requested method and headers for two hours. */
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
