import { COMMON_ERRORS, COMMON_HEADERS, referToHeaders, referToResponses } from "./components.ts";

/** Returns the path items of health, metrics and this document. */
export function createServicePaths(): Record<string, object> {
  const json = "application/json";
  return {
    "/healthz": createServiceGet("healthz", "Liveness", json),
    "/readyz": createServiceGet("readyz", "Readiness", json),
    "/metrics": createServiceGet("metrics", "Metrics as Prometheus text", "text/plain"),
    "/openapi.json": addETag(createServiceGet("openapi", "This document", json)),
  };
}

/** Adds the entity tag and the 304 response. */
function addETag({ get }: ServiceItem): ServiceItem {
  const headers = referToHeaders([...COMMON_HEADERS, "ETag"]);
  const responses = { ...get.responses, "200": { ...get.responses["200"], headers } };
  return { get: { ...get, responses: { ...responses, ...referToResponses(304) } } };
}

/** The path item of a service route. */
interface ServiceItem extends Record<string, unknown> {
  get: { responses: Record<string, object> } & Record<string, unknown>;
}

function createServiceGet(operationId: string, summary: string, type: string): ServiceItem {
  const ok = {
    description: `${summary}.`,
    headers: referToHeaders(COMMON_HEADERS),
    content: { [type]: { schema: { type: type === "text/plain" ? "string" : "object" } } },
  };
  const responses = { "200": ok, ...referToResponses(...COMMON_ERRORS) };
  return { get: { tags: ["Service"], operationId, summary, responses } };
}
