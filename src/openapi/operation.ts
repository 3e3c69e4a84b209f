import { COMMON_HEADERS, errorResponse, responseHeaders } from "./shared.ts";

/** An operation that is written by hand, because it belongs to the inbox and to no tool. */
export type Operation = Record<string, unknown>;

/** Returns an operation of the inbox with its responses and those that every one of them has. */
export function operation(operationId: string, summary: string, responses: object): Operation {
  const failing = { "400": errorResponse(400), "503": errorResponse(503) };
  return { tags: ["Inbox"], operationId, summary, responses: { ...responses, ...failing } };
}

/** Returns an operation that needs the read token of a private inbox. */
export function guarded(operationId: string, summary: string, responses: object): Operation {
  const failing = { "401": errorResponse(401), "429": errorResponse(429) };
  const security = [{}, { key: [] }, { readToken: [] }];
  return { ...operation(operationId, summary, { ...responses, ...failing }), security };
}

/** Returns a parameter with the schema in `member`. */
export function parameter(
  place: "path" | "query" | "header",
  name: string,
  member: ParameterSchema,
): object {
  const { description, ...schema } = member;
  return { in: place, name, required: place === "path", description, schema };
}

type ParameterSchema = Record<string, unknown> & { description: string };

/** Returns a response with a JSON body. */
export function json(description: string, schema: object): object {
  const headers = responseHeaders(COMMON_HEADERS);
  return { description, headers, content: { "application/json": { schema } } };
}

/** Returns a response whose body is text or bytes of a media type; without one it has no body. */
export function answer(description: string, ...types: string[]): object {
  const headers = responseHeaders(COMMON_HEADERS);
  if (types.length === 0) return { description, headers };
  const content = types.map((type) => {
    const format = type === "application/octet-stream" && { format: "binary" };
    return [type, { schema: { type: "string", ...format } }];
  });
  return { description, headers, content: Object.fromEntries(content) as object };
}
