import { MAX_FILTER_LENGTH } from "../lib/record/record-filter.ts";
import { EXPORT_FORMATS, type ExportFormat, FORMATS } from "../inbox/export/formats.ts";
import { Records } from "../inbox/schemas.ts";
import { answer, guarded, json, type Operation, parameter } from "./operation.ts";
import { COMMON_HEADERS, errorResponse, responseHeaders } from "./shared.ts";

/** Returns the operation that lists the records of an inbox. */
export function readOperation(): Operation {
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
      ...selection(),
      parameter("query", "excerpt", {
        type: "boolean",
        description: "`true` returns only the beginning of large bodies.",
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

/** Returns the operation that streams records as they arrive. */
export function eventsOperation(): Operation {
  return {
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
      ...filters(),
    ],
  };
}

/** Returns the path items of what is downloaded of one record, below the path of its inbox. */
export function recordPaths(id: object): Record<string, Record<string, unknown>> {
  const record = parameter("path", "record", { type: "string", description: "The record's id." });
  const file = parameter("path", "file", {
    type: "integer",
    minimum: 0,
    description: "The index of the file in `bodyForm`.",
  });
  return {
    "/api/v1/inboxes/{id}/records/{record}/raw": {
      parameters: [id, record],
      get: download("inbox-raw", "The body's exact bytes"),
    },
    "/api/v1/inboxes/{id}/records/{record}/files/{file}": {
      parameters: [id, record, file],
      get: download("inbox-file", "A file of a multipart body"),
    },
  };
}

/** Returns the operation that exports the records of an inbox. */
export function exportOperation(): Operation {
  const types = [...new Set(EXPORT_FORMATS.map((format) => mediaTypeOf(format)))];
  return {
    ...guarded("inbox-export", "Export the records", {
      "200": answer("The file, as a download.", ...types),
      "422": errorResponse(422),
    }),
    description:
      "ndjson: the records as stored. har: HAR 1.2. curl: a script that sends the requests again. http: the requests as raw HTTP/1.1.",
    parameters: [
      parameter("query", "format", {
        type: "string",
        enum: EXPORT_FORMATS,
        default: EXPORT_FORMATS[0],
        description: "The format of the file.",
      }),
      ...selection(),
    ],
  };
}

function mediaTypeOf(format: ExportFormat): string {
  const [type = ""] = FORMATS[format].type.split(";", 1);
  return type;
}

function download(operationId: string, summary: string): Operation {
  return guarded(operationId, summary, {
    "200": answer("The bytes, as a download.", "application/octet-stream"),
    "404": errorResponse(404),
  });
}

/** Returns the parameters that select records of a list. */
function selection(): object[] {
  return [
    parameter("query", "after", {
      type: "integer",
      minimum: 0,
      description: "Only records after this `seq`.",
    }),
    parameter("query", "limit", {
      type: "integer",
      minimum: 1,
      description: "Maximum number of records; without `after` the newest.",
    }),
    parameter("query", "method", { type: "string", description: "Only this method." }),
    parameter("query", "preflight", {
      type: "boolean",
      description: "`false` hides CORS preflights.",
    }),
    ...filters(),
  ];
}

/** Returns the parameters that filter records by their path and body. */
function filters(): object[] {
  const text = { type: "string", maxLength: MAX_FILTER_LENGTH };
  return [
    parameter("query", "path", {
      ...text,
      pattern: "^/",
      description: "Only records whose path begins with this text.",
    }),
    parameter("query", "contains", {
      ...text,
      description: "Only records whose body contains this text.",
    }),
    parameter("query", "where", {
      ...text,
      description: 'Only records whose JSON body has this value at this path: `.event=="paid"`.',
    }),
  ];
}
