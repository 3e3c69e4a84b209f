import { STATUS_CODES } from "node:http";

export const COMMON_HEADERS = [
  "X-Usage-Count",
  "X-Usage-Limit",
  "X-Usage-Remaining",
  "X-Usage-Reset",
  "X-Request-Id",
] as const;

/** Headers of endpoints with a per-IP limit. */
export const LIMIT_HEADERS = ["RateLimit", "RateLimit-Policy"] as const;

/** Components of headers. Their names are short, because each response refers to most of them. */
const HEADER_COMPONENTS = {
  "X-Usage-Count": "count",
  "X-Usage-Limit": "limit",
  "X-Usage-Remaining": "remaining",
  "X-Usage-Reset": "reset",
  "X-Request-Id": "request",
  RateLimit: "rate",
  "RateLimit-Policy": "policy",
  "WWW-Authenticate": "challenge",
  "Retry-After": "retry",
  ETag: "etag",
} as const;

type HeaderName = keyof typeof HEADER_COMPONENTS;

const HEADERS = {
  count: createHeader(
    "integer",
    "Requests made today (UTC) by the key, or without one by the IP, this one included.",
    7,
  ),
  ...createLimitHeaders(100),
  reset: createHeader("string", "When the count is reset.", "daily-utc"),
  request: createHeader("string", "The id of this request in the server's log.", "c27d2142a76a-1d"),
  rate: createHeader(
    "string",
    "On paths with a limit per minute: requests left (`r`), and seconds until the limit is reset (`t`).",
    '"meeting-cost";r=59;t=60',
  ),
  policy: createHeader(
    "string",
    "On paths with a limit per minute: the limit (`q`) and its window in seconds (`w`).",
    '"meeting-cost";q=60;w=60',
  ),
  challenge: createHeader("string", "`Bearer`: a key or a token is needed.", "Bearer"),
  retry: createHeader("integer", "Seconds after which a retry can succeed.", 12),
  etag: createHeader(
    "string",
    "Changes with the response; send it back in `If-None-Match`.",
    '"a1b2c3"',
  ),
};

/** Returns the headers that report the daily limit, which is `unlimited` where there is none. */
function createLimitHeaders(dailyLimit: number | undefined) {
  const type = dailyLimit === undefined ? "string" : "integer";
  const remaining = dailyLimit && Math.max(0, dailyLimit - 7);
  return {
    limit: createHeader(type, "Requests a day.", dailyLimit ?? "unlimited"),
    remaining: createHeader(type, "Requests left today.", remaining ?? "unlimited"),
  };
}

/** Returns the OpenAPI object of a response header. */
export function createHeader(
  type: "string" | "integer",
  description: string,
  example?: unknown,
): object {
  return { description, schema: { type }, ...(example !== undefined && { example }) };
}

export function referToHeaders(names: readonly HeaderName[]): Record<string, object> {
  return Object.fromEntries(
    names.map((name) => [name, { $ref: `#/components/headers/${HEADER_COMPONENTS[name]}` }]),
  );
}

/** Statuses with which any operation can fail: most are found before its path is known. */
export const COMMON_ERRORS = [400, 403, 431, 503] as const;

/** Returns references to the shared responses of 304 and of error statuses. */
export function referToResponses(...statuses: number[]): Record<string, object> {
  return Object.fromEntries(statuses.map((status) => [status, referToResponse(status)]));
}

export function referToSchema(name: string): object {
  return { $ref: `#/components/schemas/${name}` };
}

export function referToResponse(status: number): object {
  if (status === 304 || status in SPECIAL_ERRORS)
    return { $ref: `#/components/responses/${status}` };
  return referToError(RARE_ERRORS[status]);
}

/** Refers to the response of most errors, which the operation may describe itself. */
export function referToError(description?: string): object {
  return { $ref: "#/components/responses/error", ...(description && { description }) };
}

export const NOT_MODIFIED = "`If-None-Match` has the current entity tag.";

/** Errors of most operations, which share a response. */
const ERRORS: Record<number, string> = {
  400: "The request or its body cannot be read.",
  403: "The host name, the origin of the page or the server's operator does not allow it.",
  404: "The path is unknown.",
  413: "The body is too large.",
  415: "The body's type is not JSON.",
  422: "The input is invalid; the message names every broken rule with its path.",
  431: "The request line and the headers are larger than 64 KiB.",
  500: "Server error. Search the log for the request id.",
};

/** Errors of few operations, whose references describe them. */
const RARE_ERRORS: Record<number, string> = {
  409: "The job has no result.",
  410: "The job has expired.",
  416: "The range is outside of the result.",
  507: "The store is full.",
};

/** Errors whose responses have a header of their own. */
const SPECIAL_ERRORS: Record<string, { description: string; header: HeaderName }> = {
  401: {
    description: "The key is missing or not valid, or the inbox is private: send its read token.",
    header: "WWW-Authenticate",
  },
  429: { description: "A rate limit is exceeded.", header: "Retry-After" },
  503: { description: "A queue is full, or the store is unreachable.", header: "Retry-After" },
};

/** Returns the components that operations reference. */
export function createComponents(
  dailyLimit: number | undefined,
  added: Record<"schemas" | "securitySchemes", Readonly<Record<string, object>>>,
): object {
  return {
    ...SHARED,
    headers: { ...HEADERS, ...createLimitHeaders(dailyLimit) },
    schemas: { ...SHARED.schemas, ...added.schemas },
    securitySchemes: { ...SHARED.securitySchemes, ...added.securitySchemes },
  };
}

const SHARED = {
  securitySchemes: {
    key: {
      type: "apiKey",
      in: "header",
      name: "X-API-Key",
      description: "Any 1 to 256 visible ASCII characters. Usage is counted per key.",
    },
    readToken: {
      type: "http",
      scheme: "bearer",
      description: "The read token of a private inbox, also accepted as `X-Inbox-Token`.",
    },
  },
  schemas: {
    Error: {
      type: "object",
      description: formatStatuses(ERRORS),
      required: ["error"],
      properties: { error: { type: "string", description: "The problem in one sentence." } },
      examples: [{ error: "items[3].rate must be a number; taxRate must be at most 100" }],
    },
    Problem: {
      type: "object",
      description: "RFC 9457, sent to callers that accept application/problem+json.",
      required: ["type", "title", "status", "detail", "error"],
      properties: {
        type: {
          type: "string",
          description: "The type of the problem.",
          examples: ["urn:sundry:problem:invalid-input"],
        },
        title: { type: "string", description: "The status in words." },
        status: { type: "integer" },
        detail: { type: "string", description: "The problem in one sentence." },
        error: { type: "string", description: "The same as `detail`." },
        errors: {
          type: "array",
          description: "Each broken rule of a field.",
          items: {
            type: "object",
            required: ["pointer", "detail"],
            properties: {
              pointer: {
                type: "string",
                description: "The field, as a JSON pointer.",
                examples: ["#/items/3/rate"],
              },
              detail: { type: "string", description: "Its rule.", examples: ["must be a number"] },
            },
          },
        },
      },
    },
  },
  responses: {
    error: createErrorResponse("An error; its sentence says what to change."),
    304: {
      description: NOT_MODIFIED,
      headers: referToHeaders([...COMMON_HEADERS, ...LIMIT_HEADERS, "ETag"]),
    },
    ...Object.fromEntries(
      Object.entries(SPECIAL_ERRORS).map(([status, { description, header }]) => [
        status,
        createErrorResponse(`${STATUS_CODES[status]}. ${description}`, header),
      ]),
    ),
  },
};

/** Describes errors in one text, because a response for each would take 600 bytes. */
function formatStatuses(errors: Readonly<Record<string, string>>): string {
  return Object.entries(errors)
    .map(([status, description]) => `${status}: ${description}`)
    .join(" ");
}

function createErrorResponse(description: string, header?: HeaderName): object {
  return {
    description,
    headers: referToHeaders([...COMMON_HEADERS, ...LIMIT_HEADERS, ...(header ? [header] : [])]),
    content: {
      "application/json": { schema: referToSchema("Error") },
      "application/problem+json": { schema: referToSchema("Problem") },
    },
  };
}
