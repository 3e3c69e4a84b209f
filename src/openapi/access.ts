import { Me, Usage, UsageQuery } from "../access/schemas.ts";
import { createJsonResponse, createOperation, createParameter } from "./operation.ts";
import { referToResponses } from "./components.ts";

/** Returns the path items that tell callers who they are and what they used. */
export function createAccessPaths(): Record<string, Record<string, unknown>> {
  const me = createOperation("me", "Who the caller is", {
    "200": createJsonResponse("The caller.", Me),
    ...referToResponses(429),
  });
  const usage = createOperation("usage", "Usage of the caller by day and tool", {
    "200": createUsageResponse(),
    ...referToResponses(422, 429),
  });
  const parameters = createUsageParameters();
  return {
    "/api/v1/me": { get: { ...me, tags: ["Access"] } },
    "/api/v1/usage": { get: { ...usage, tags: ["Access"], parameters } },
  };
}

export function createUsageParameters(): object[] {
  return Object.entries(UsageQuery.properties).map(([name, member]) =>
    createParameter("query", name, { description: "", ...member }),
  );
}

/** Returns the response as JSON or CSV. */
function createUsageResponse(): object {
  const json = createJsonResponse("The usage.", Usage) as { content: object };
  return { ...json, content: { ...json.content, "text/csv": { schema: { type: "string" } } } };
}
