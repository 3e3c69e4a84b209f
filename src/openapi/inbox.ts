import { COMMON_HEADERS, errorResponse, responseHeaders } from "./shared.ts";

type Operation = Record<string, unknown>;

const SCHEMAS = {
  WebhookReceipt: object({
    received: { const: true },
    id: { type: "string", description: "Names the record." },
    inbox: { type: "string" },
    seq: { type: "integer", minimum: 1 },
    receivedAt: time("When it arrived."),
    expiresAt: time("When the inbox and its records end."),
  }),
  WebhookRecord: object({
    id: { type: "string" },
    seq: { type: "integer", minimum: 1, description: "The place in the inbox, from 1." },
    receivedAt: time("When it arrived."),
    method: { type: "string" },
    path: { type: "string", description: "What followed the inbox id in the path." },
    query: { type: "string", description: "The query as it was sent." },
    contentType: { type: ["string", "null"] },
    headers: {
      type: "object",
      additionalProperties: { type: "string" },
      description: "By lower-case name, repeats joined.",
    },
    rawHeaders: {
      type: "array",
      items: { type: "array", items: { type: "string" } },
      description: "Name and value, in the order and spelling of the sender.",
    },
    ip: { type: "string" },
    body: { type: "string", description: "The body as text." },
    bodyJson: { description: "The body as JSON, in the sender's own digits and order, or null." },
    bodyEncoding: { enum: ["utf8", "base64"], description: "base64: `bodyBase64` has the bytes." },
    bodySize: { type: "integer", minimum: 0 },
    bodySha256: { type: "string" },
  }),
  Inbox: object({
    id: { type: "string" },
    count: { type: "integer" },
    total: { type: "integer", description: "Records ever received in this life." },
    dropped: { type: "integer", description: "Of these, those that made room for newer ones." },
    bytes: { type: "integer" },
    createdAt: { type: ["string", "null"], format: "date-time" },
    expiresAt: { type: ["string", "null"], format: "date-time" },
  }),
};

/** Path items of the webhook inbox. It is no tool, so nothing derives them. */
export function inboxPaths(): Record<string, Record<string, unknown>> {
  const id = parameter(
    "path",
    "id",
    { type: "string", minLength: 1, maxLength: 128 },
    "The inbox.",
  );
  const record = parameter("path", "record", { type: "string" }, "The record's id.");
  return {
    "/api/v1/webhook/{id}": {
      parameters: [id],
      get: readOperation(),
      post: captureOperation("webhook-send", "Send to the inbox"),
      put: captureOperation("webhook-put", "Send with another method"),
    },
    "/api/v1/inboxes/{id}": {
      parameters: [id],
      get: operation("inbox", "What the inbox holds", {
        "200": json("Its summary.", SCHEMAS.Inbox),
      }),
      delete: operation("inbox-delete", "End the inbox", { "204": answer("It has ended.") }),
    },
    "/api/v1/inboxes/{id}/events": {
      parameters: [id],
      get: {
        ...operation("inbox-events", "Records as they arrive (server-sent events)", {
          "200": answer("Events whose id is the record's `seq`.", "text/event-stream"),
          "429": errorResponse(429),
        }),
        parameters: [
          parameter("query", "after", { type: "integer", minimum: 0 }, "Resume after this `seq`."),
          parameter("header", "Last-Event-ID", { type: "integer" }, "What browsers resume with."),
        ],
      },
    },
    "/api/v1/inboxes/{id}/records/{record}/raw": {
      parameters: [id, record],
      get: operation("inbox-raw", "The body's exact bytes", {
        "200": answer("The bytes, as a download.", "application/octet-stream"),
        "404": errorResponse(404),
      }),
    },
  };
}

function readOperation(): Operation {
  const body = object({
    id: { type: "string" },
    total: { type: "integer" },
    dropped: { type: "integer" },
    expiresAt: { type: ["string", "null"], format: "date-time" },
    count: { type: "integer", description: "Records in this answer." },
    payloads: { type: "array", items: SCHEMAS.WebhookRecord },
  });
  return {
    ...operation("webhook-read", "Read the inbox, oldest first", {
      "200": json("The records.", body),
      "304": answer("Nothing new since `If-None-Match`."),
      "422": errorResponse(422),
    }),
    parameters: [
      parameter(
        "query",
        "after",
        { type: "integer", minimum: 0 },
        "Only records after this `seq`.",
      ),
      parameter(
        "query",
        "limit",
        { type: "integer", minimum: 1 },
        "At most so many; without `after` the newest.",
      ),
      parameter("query", "method", { type: "string" }, "Only this method."),
      parameter("query", "preflight", { type: "boolean" }, "`false` hides CORS preflights."),
      parameter(
        "query",
        "wait",
        { type: "integer", minimum: 0, maximum: 30 },
        "Seconds to wait for the first record after `after`.",
      ),
    ],
  };
}

function captureOperation(operationId: string, summary: string): Operation {
  const responses = {
    "200": json("It is kept.", SCHEMAS.WebhookReceipt),
    "408": errorResponse(408),
    "413": errorResponse(413),
    "507": errorResponse(507),
  };
  const description =
    "Any method but GET is captured, byte for byte, at this path and below it. The answer comes after the record is durable.";
  const requestBody = {
    content: {
      "*/*": { schema: { description: "Anything." }, example: { event: "paid" } },
    },
  };
  return { ...operation(operationId, summary, responses), description, requestBody };
}

function operation(operationId: string, summary: string, responses: object): Operation {
  const failing = { "400": errorResponse(400), "503": errorResponse(503) };
  return { tags: ["Inbox"], operationId, summary, responses: { ...responses, ...failing } };
}

function parameter(place: string, name: string, schema: object, description: string): object {
  return { in: place, name, required: place === "path", schema, description };
}

function object(properties: Record<string, object>): object {
  return { type: "object", properties };
}

function time(description: string): object {
  return { type: "string", format: "date-time", description };
}

function json(description: string, schema: object): object {
  const headers = responseHeaders(COMMON_HEADERS);
  return { description, headers, content: { "application/json": { schema } } };
}

function answer(description: string, type?: string): object {
  const headers = responseHeaders(COMMON_HEADERS);
  const content = type && { content: { [type]: { schema: { type: "string" } } } };
  return { description, headers, ...content };
}
