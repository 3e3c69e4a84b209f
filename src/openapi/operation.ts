import { publishSchema } from "../lib/published-schema.ts";
import { COMMON_ERRORS, COMMON_HEADERS, referToResponses, referToHeaders } from "./components.ts";

/** An operation written by hand, because it is not that of a tool. */
export type OperationObject = Record<string, unknown>;

/** Returns an operation of the inbox with its responses and those of every operation. */
export function createOperation(
  operationId: string,
  summary: string,
  responses: object,
): OperationObject {
  const failing = referToResponses(...COMMON_ERRORS);
  return { tags: ["Inbox"], operationId, summary, responses: { ...responses, ...failing } };
}

/** Returns an operation that needs the read token of a private inbox. */
export function createGuardedOperation(
  operationId: string,
  summary: string,
  responses: object,
): OperationObject {
  const failing = referToResponses(401, 429);
  const security = [{}, { key: [] }, { readToken: [] }];
  return { ...createOperation(operationId, summary, { ...responses, ...failing }), security };
}

/** Returns a parameter with the schema in `member`. */
export function createParameter(
  location: "path" | "query" | "header",
  name: string,
  member: ParameterSchema,
): object {
  const { description, ...schema } = member;
  const isRequired = location === "path";
  return { in: location, name, ...(isRequired && { required: true }), description, schema };
}

type ParameterSchema = Record<string, unknown> & { description: string };

/** Returns a response with a JSON body. */
export function createJsonResponse(description: string, schema: object): object {
  const headers = referToHeaders(COMMON_HEADERS);
  return { description, headers, content: { "application/json": { schema: publish(schema) } } };
}

/** Returns a required JSON body. */
export function createJsonBody(schema: object, example: object): object {
  return { required: true, content: { "application/json": { schema: publish(schema), example } } };
}

/**
 * Returns a response whose body is text, bytes or an object of a media type; without one it has no
 * body.
 */
export function createResponse(description: string, ...types: string[]): object {
  const headers = referToHeaders(COMMON_HEADERS);
  if (types.length === 0) return { description, headers };
  const content = types.map((type) => {
    const format = type === "application/octet-stream" && { format: "binary" };
    const schema = type === "application/json" ? { type: "object" } : { type: "string", ...format };
    return [type, { schema }];
  });
  return { description, headers, content: Object.fromEntries(content) as object };
}

/** Returns a schema as the document has it. */
export function publish(schema: object): object {
  return publishSchema(schema);
}
