import { STATUS_CODES } from "node:http";

/** Headers of every response, each with what it says. */
export const COMMON_HEADERS: Record<string, string> = {
  "X-Usage-Count":
    "Requests made today (UTC) by the key, or without one by the IP, this one included.",
  "X-Usage-Limit": "Requests a day.",
  "X-Usage-Remaining": "Requests left today.",
  "X-Usage-Reset": "When the count starts again: `daily-utc`.",
  "X-Request-Id": "Names this request in the server's log.",
};

/** Headers of endpoints with a per-IP limit. */
export const LIMIT_HEADERS: Record<string, string> = {
  RateLimit: "What is left of the limit (`r`) and the seconds until it is whole again (`t`).",
  "RateLimit-Policy": "The limit (`q`) and its window in seconds (`w`).",
};

const ALL_HEADERS: Record<string, string> = {
  ...COMMON_HEADERS,
  ...LIMIT_HEADERS,
  "Retry-After": "Seconds until it is worth trying again.",
};

/** References to shared headers. */
export function responseHeaders(headers: Record<string, string>): Record<string, object> {
  const names = Object.keys(headers);
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** What a failing status means here, as a reference to its shared response. */
export function errorResponse(status: number): object {
  return { $ref: `#/components/responses/${status}` };
}

const ERRORS: Record<number, string> = {
  400: "The request or its body cannot be read.",
  404: "There is nothing at this path.",
  405: "The path does not take this method.",
  408: "The request took too long to arrive.",
  413: "The body is too large.",
  415: "The body's type is not JSON.",
  422: "A rule of a field is broken; the sentence names all of them by path.",
  429: "A limit is used up.",
  500: "A fault on the server's side; the request id finds it in the log.",
  503: "Not now: a queue is full or a store is out of reach.",
  507: "The store is full.",
};

const ERROR_SCHEMA = { $ref: "#/components/schemas/Error" };

/** Components that operations refer to. */
export const SHARED = {
  securitySchemes: {
    key: {
      type: "apiKey",
      in: "header",
      name: "X-API-Key",
      description:
        "Made up by the caller, 1 to 256 visible ASCII characters: usage is counted by it.",
    },
  },
  headers: Object.fromEntries(
    Object.entries(ALL_HEADERS).map(([name, description]) => [
      name,
      { description, schema: { type: "string" } },
    ]),
  ),
  schemas: {
    Error: {
      type: "object",
      required: ["error"],
      properties: { error: { type: "string", description: "What is wrong, in a sentence." } },
      examples: [{ error: "items[3].rate must be a number; taxRate must be at most 100" }],
    },
    Problem: {
      type: "object",
      description: "RFC 9457, sent to callers that accept application/problem+json.",
      required: ["type", "title", "status", "detail", "error"],
      properties: {
        type: { type: "string" },
        title: { type: "string" },
        status: { type: "integer" },
        detail: { type: "string" },
        error: { type: "string" },
        errors: {
          type: "array",
          items: {
            type: "object",
            required: ["pointer", "detail"],
            properties: { pointer: { type: "string" }, detail: { type: "string" } },
          },
        },
      },
    },
  },
  responses: Object.fromEntries(
    Object.entries(ERRORS).map(([status, description]) => [
      status,
      errorComponent(status, description),
    ]),
  ),
};

function errorComponent(status: string, description: string): object {
  const waits = status === "429" || status === "503";
  return {
    description: `${STATUS_CODES[Number(status)]}. ${description}`,
    headers: responseHeaders({ ...COMMON_HEADERS, ...(waits && { "Retry-After": "" }) }),
    content: {
      "application/json": { schema: ERROR_SCHEMA },
      "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } },
    },
  };
}
