import type { SchemaNode } from "../lib/schema.ts";
import { FILES_PATH } from "../domain/files/file-uri.ts";
import { FileName, UploadedFile } from "../files/schemas.ts";
import {
  COMMON_HEADERS,
  LIMIT_HEADERS,
  NOT_MODIFIED,
  referToHeaders,
  referToResponses,
} from "./components.ts";
import { createJsonResponse, createOperation, createParameter } from "./operation.ts";

const ANY_BYTES = { "application/octet-stream": { schema: { type: "string", format: "binary" } } };
const TAGS = { tags: ["Files"] };

/** Returns the paths of files that are kept for a while. */
export function createFilePaths(): Record<string, object> {
  const remove = createOperation("delete-file", "Remove a file", {
    "204": { description: "Removed." },
    ...referToResponses(404, 429),
  });
  return {
    [FILES_PATH]: { post: createUploadOperation() },
    [`${FILES_PATH}/{id}/{name}`]: {
      parameters: ["id", "name"].map((name) =>
        createParameter("path", name, { description: "As in the URI.", type: "string" }),
      ),
      get: createGetOperation(),
      delete: { ...remove, ...TAGS },
    },
  };
}

function createUploadOperation(): object {
  const created = createJsonResponse("The file.", UploadedFile) as { headers: object };
  const headers = { ...created.headers, ...referToHeaders(LIMIT_HEADERS) };
  const operation = createOperation("upload-file", "Keep a file", {
    "201": { ...created, headers },
    ...referToResponses(413, 422, 429),
  });
  const { description = "", ...name } = FileName as SchemaNode;
  return {
    ...operation,
    ...TAGS,
    description: "Keeps up to 8 MiB for 15 minutes. Inputs take its `uri` instead of bytes.",
    parameters: [createParameter("query", "name", { ...name, description, default: "file" })],
    requestBody: { required: true, content: ANY_BYTES },
  };
}

function createGetOperation(): object {
  const range = { description: "One range.", type: "string" };
  const operation = createOperation("get-file", "Get a file", {
    "200": {
      description: "The file, with its media type.",
      headers: referToHeaders([...COMMON_HEADERS, "ETag"]),
      content: ANY_BYTES,
    },
    "206": { description: "The range.", content: ANY_BYTES },
    "304": { description: NOT_MODIFIED },
    ...referToResponses(404),
  });
  return { ...operation, ...TAGS, parameters: [createParameter("header", "Range", range)] };
}
