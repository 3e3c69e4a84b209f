import { MAX_FILTER_LENGTH } from "../domain/record/record-filter.ts";
import { EXPORT_FORMATS, type ExportFormat, FORMATS } from "../inbox/export/formats.ts";
import { Records } from "../inbox/schemas.ts";
import {
  createResponse,
  createGuardedOperation,
  createJsonResponse,
  type OperationObject,
  createParameter,
} from "./operation.ts";
import { COMMON_HEADERS, referToResponses, referToHeaders } from "./components.ts";
import { parseMediaType } from "../lib/net/http-headers.ts";

/** The parameter of paths below a record. */
export const RECORD = createParameter("path", "record", {
  type: "string",
  description: "The record's id.",
});

/** Returns the operation that lists the records of an inbox. */
export function createReadOperation(): OperationObject {
  const tagged = { headers: referToHeaders([...COMMON_HEADERS, "ETag"]) };
  return {
    ...createGuardedOperation("webhook-read", "List requests", {
      "200": { ...createJsonResponse("The records.", Records), ...tagged },
      ...referToResponses(304, 422),
    }),
    parameters: [
      createParameter("header", "If-None-Match", {
        type: "string",
        description: "The `ETag` of an earlier response.",
      }),
      ...createSelectionParameters(),
      createParameter("query", "excerpt", {
        type: "boolean",
        description: "`true` returns only the beginning of large bodies.",
      }),
      createParameter("query", "wait", {
        type: "integer",
        minimum: 0,
        maximum: 30,
        description: "Seconds to wait for the first record after `after`, which is then required.",
      }),
    ],
  };
}

/** Returns the operation that streams records as they arrive. */
export function createEventsOperation(): OperationObject {
  return {
    ...createGuardedOperation("inbox-events", "Records as they arrive (server-sent events)", {
      "200": createResponse("Events whose id is the record's `seq`.", "text/event-stream"),
      ...referToResponses(422),
    }),
    parameters: [
      createParameter("query", "after", {
        type: "integer",
        minimum: 0,
        description: "Resume after this `seq`.",
      }),
      createParameter("header", "Last-Event-ID", {
        type: "integer",
        description: "The `seq` to resume after, as browsers send it.",
      }),
      ...createFilterParameters(),
    ],
  };
}

/** Returns the path items of downloads of one record, below the path of its inbox. */
export function createRecordPaths(id: object): Record<string, Record<string, unknown>> {
  const file = createParameter("path", "file", {
    type: "integer",
    minimum: 0,
    description: "The index of the file in `bodyForm`.",
  });
  return {
    "/api/v1/inboxes/{id}/records/{record}/raw": {
      parameters: [id, RECORD],
      get: describeDownload("inbox-raw", "Raw body"),
    },
    "/api/v1/inboxes/{id}/records/{record}/files/{file}": {
      parameters: [id, RECORD, file],
      get: describeDownload("inbox-file", "File of a form"),
    },
  };
}

/** Returns the operation that exports the records of an inbox. */
export function createExportOperation(): OperationObject {
  const types = [...new Set(EXPORT_FORMATS.map((format) => getMediaType(format)))];
  return {
    ...createGuardedOperation("inbox-export", "Export the records", {
      "200": createResponse("The file, as a download.", ...types),
      ...referToResponses(422),
    }),
    description:
      "ndjson: the records as stored. har: HAR 1.2. curl: a script that sends the requests again. http: the requests as raw HTTP/1.1.",
    parameters: [
      createParameter("query", "format", {
        type: "string",
        enum: EXPORT_FORMATS,
        default: EXPORT_FORMATS[0],
        description: "The format of the file.",
      }),
      ...createSelectionParameters(),
    ],
  };
}

function getMediaType(format: ExportFormat): string {
  return parseMediaType(FORMATS[format].type);
}

function describeDownload(operationId: string, summary: string): OperationObject {
  return createGuardedOperation(operationId, summary, {
    "200": createResponse("The bytes, as a download.", "application/octet-stream"),
    ...referToResponses(404),
  });
}

/** Returns the parameters that select records of a list. */
function createSelectionParameters(): object[] {
  return [
    createParameter("query", "after", {
      type: "integer",
      minimum: 0,
      description: "Only records after this `seq`.",
    }),
    createParameter("query", "limit", {
      type: "integer",
      minimum: 1,
      description: "Maximum number of records; without `after` the newest.",
    }),
    createParameter("query", "method", { type: "string", description: "Only this method." }),
    createParameter("query", "preflight", {
      type: "boolean",
      description: "`false` hides CORS preflights.",
    }),
    ...createFilterParameters(),
  ];
}

/** Returns the parameters that filter records by their path and body. */
function createFilterParameters(): object[] {
  const text = { type: "string", maxLength: MAX_FILTER_LENGTH };
  return [
    createParameter("query", "path", {
      ...text,
      pattern: "^/",
      description: "Only records whose path begins with this text.",
    }),
    createParameter("query", "contains", {
      ...text,
      description: "Only records whose body contains this text.",
    }),
    createParameter("query", "where", {
      ...text,
      description: 'Only records whose JSON body has this value at this path: `.event=="paid"`.',
    }),
  ];
}
