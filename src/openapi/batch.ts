import type { SchemaNode } from "../lib/schema.ts";
import { BatchOptionsSchema, listBatchTools } from "../jobs/options.ts";
import type { Tool } from "../tools/define.ts";
import { publish } from "./operation.ts";
import {
  COMMON_ERRORS,
  COMMON_HEADERS,
  createHeader,
  referToResponses,
  referToHeaders,
} from "./components.ts";

const TEXT = { type: "string" };
const ROWS = {
  type: "array",
  minItems: 1,
  description: "Inputs of the tool, each as a single call takes it.",
  items: { type: "object" },
};

/** Returns the paths of batches, which run any of the tools with a body. */
export function createBatchPaths(tools: readonly Tool[]): Record<string, object> {
  const tool = {
    in: "path",
    name: "tool",
    required: true,
    description: "The tool that each row calls.",
    schema: { type: "string", enum: listBatchTools(tools).map(({ name }) => name) },
  };
  return {
    "/api/v1/batch/{tool}": { parameters: [tool], post: createBatchOperation() },
    "/api/v1/batch/{tool}/template.csv": { parameters: [tool], get: createTemplateOperation() },
  };
}

function createBatchOperation(): object {
  const members = publish(BatchOptionsSchema) as { properties: Record<string, object> };
  const file = { type: "string", format: "binary" };
  return {
    tags: ["Batch"],
    operationId: "batch",
    summary: "Many at once",
    description:
      "Runs a tool for each row of a list or a table, and responds with one file in the order of the rows, while later rows still run. A row that fails does not stop the others. The members of the tool's own query hold for every row.",
    parameters: createQueryParameters(),
    requestBody: {
      required: true,
      content: {
        "application/json": {
          schema: {
            type: "object",
            required: ["rows"],
            properties: { rows: ROWS, ...members.properties },
          },
          example: { rows: [{ text: "one" }, { text: "two" }], defaults: { algorithm: "sha256" } },
        },
        "application/x-ndjson": { schema: TEXT },
        "application/jsonl": { schema: TEXT },
        "text/csv": { schema: TEXT },
        "text/tab-separated-values": { schema: TEXT },
        "multipart/form-data": {
          schema: {
            type: "object",
            required: ["rows"],
            properties: { rows: file, ...members.properties },
          },
        },
      },
    },
    responses: {
      "200": {
        description: "The results of the rows.",
        headers: {
          ...referToHeaders([...COMMON_HEADERS, "RateLimit", "RateLimit-Policy"]),
          "X-Batch-Rows": createHeader("integer", "The number of rows.", 2),
          "X-Batch-Ignored-Columns": createHeader(
            "string",
            "Columns that are not sent to the tool, percent-encoded, with commas between.",
            "note%20to%20self",
          ),
        },
        content: {
          "application/zip": { schema: file },
          "application/pdf": { schema: file },
          "application/x-ndjson": { schema: TEXT },
          "text/csv": { schema: TEXT },
        },
      },
      ...referToResponses(...COMMON_ERRORS, 404, 413, 415, 422, 429, 500),
    },
  };
}

function createQueryParameters(): object[] {
  const members = Object.entries(BatchOptionsSchema.properties as Record<string, SchemaNode>);
  return members.map(([name, { description, ...member }]) => {
    const value = { schema: publish(member) };
    const isObject = member.patternProperties !== undefined;
    const parameter = { name, in: "query", description };
    return Object.assign(parameter, isObject ? { content: { "application/json": value } } : value);
  });
}

function createTemplateOperation(): object {
  return {
    tags: ["Batch"],
    operationId: "batch-template",
    summary: "A table to fill in",
    description:
      "The tool's example as a table of one row. Sent to the batch, it gives one result.",
    responses: {
      "200": {
        description: "The table.",
        headers: referToHeaders(COMMON_HEADERS),
        content: { "text/csv": { schema: TEXT } },
      },
      ...referToResponses(...COMMON_ERRORS, 404, 429, 500),
    },
  };
}
