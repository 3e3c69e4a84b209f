import { CreateInboxInput, NewInbox, Receipt, Records, Summary } from "../inbox/schemas.ts";
import { COMMON_HEADERS, errorResponse, responseHeaders } from "./shared.ts";

type Operation = Record<string, unknown>;

/** Returns the path items of the webhook inbox, which are written by hand because it is not a tool. */
export function inboxPaths(): Record<string, Record<string, unknown>> {
  const id = parameter("path", "id", {
    type: "string",
    minLength: 1,
    maxLength: 128,
    description: "The inbox: one path segment of 1 to 128 printable characters, not `.` or `..`.",
  });
  const record = parameter("path", "record", { type: "string", description: "The record's id." });
  return {
    "/api/v1/webhook/{id}": {
      parameters: [id],
      get: readOperation(),
      post: captureOperation("webhook-send", "Send to the inbox"),
      put: captureOperation("webhook-put", "Send with another method"),
    },
    "/api/v1/inboxes": { post: createOperation() },
    "/api/v1/inboxes/{id}": {
      parameters: [id],
      get: guarded("inbox", "Inbox metadata", { "200": json("The metadata.", Summary) }),
      delete: guarded("inbox-delete", "Delete the inbox", { "204": answer("It was deleted.") }),
    },
    "/api/v1/inboxes/{id}/events": {
      parameters: [id],
      get: {
        ...guarded("inbox-events", "Records as they arrive (server-sent events)", {
          "200": answer("Events whose id is the record's `seq`.", "text/event-stream"),
          "422": errorResponse(422),
        }),
        parameters: [
          parameter("query", "after", {
            type: "integer",
            minimum: 0,
            description: "Resume after this `seq`.",
          }),
          parameter("header", "Last-Event-ID", {
            type: "integer",
            description: "What browsers resume with.",
          }),
        ],
      },
    },
    "/api/v1/inboxes/{id}/records/{record}/raw": {
      parameters: [id, record],
      get: guarded("inbox-raw", "The body's exact bytes", {
        "200": answer("The bytes, as a download.", "application/octet-stream"),
        "404": errorResponse(404),
      }),
    },
  };
}

function readOperation(): Operation {
  const tagged = { headers: responseHeaders([...COMMON_HEADERS, "ETag"]) };
  return {
    ...guarded("webhook-read", "Read the inbox, oldest first", {
      "200": { ...json("The records.", Records), ...tagged },
      "304": { ...answer("Nothing new since `If-None-Match`."), ...tagged },
      "422": errorResponse(422),
    }),
    parameters: [
      parameter("header", "If-None-Match", {
        type: "string",
        description: "The `ETag` of an earlier answer.",
      }),
      parameter("query", "after", {
        type: "integer",
        minimum: 0,
        description: "Only records after this `seq`.",
      }),
      parameter("query", "limit", {
        type: "integer",
        minimum: 1,
        description: "At most so many; without `after` the newest.",
      }),
      parameter("query", "method", { type: "string", description: "Only this method." }),
      parameter("query", "preflight", {
        type: "boolean",
        description: "`false` hides CORS preflights.",
      }),
      parameter("query", "wait", {
        type: "integer",
        minimum: 0,
        maximum: 30,
        description: "Seconds to wait for the first record after `after`, which it needs.",
      }),
    ],
  };
}

function captureOperation(operationId: string, summary: string): Operation {
  const responses = {
    "200": json("It is kept.", Receipt),
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

/** An operation that needs the read token of a private inbox. */
function guarded(operationId: string, summary: string, responses: object): Operation {
  const failing = { "401": errorResponse(401), "429": errorResponse(429) };
  const security = [{}, { key: [] }, { readToken: [] }];
  return { ...operation(operationId, summary, { ...responses, ...failing }), security };
}

function createOperation(): Operation {
  const responses = { "201": json("The inbox.", NewInbox), "422": errorResponse(422) };
  return {
    ...operation("inbox-create", "Create an inbox", responses),
    description:
      "Returns a random id. A private inbox is read with its token only; anyone may send to it. Inboxes need not be created: any id is one.",
    requestBody: {
      required: true,
      content: { "application/json": { schema: CreateInboxInput, example: { private: true } } },
    },
  };
}

function parameter(place: "path" | "query" | "header", name: string, member: Member): object {
  const { description, ...schema } = member;
  return { in: place, name, required: place === "path", description, schema };
}

type Member = Record<string, unknown> & { description: string };

function json(description: string, schema: object): object {
  const headers = responseHeaders(COMMON_HEADERS);
  return { description, headers, content: { "application/json": { schema } } };
}

function answer(description: string, type?: string): object {
  const headers = responseHeaders(COMMON_HEADERS);
  if (type === undefined) return { description, headers };
  const format = type === "application/octet-stream" && { format: "binary" };
  return { description, headers, content: { [type]: { schema: { type: "string", ...format } } } };
}
