import type { SchemaNode } from "../lib/schema.ts";
import { BatchOptionsSchema, listBatchTools, OUTPUT_TYPES } from "../jobs/options.ts";
import { JobSchema } from "../jobs/schemas.ts";
import type { Tool } from "../tools/define.ts";
import {
  COMMON_ERRORS,
  COMMON_HEADERS,
  createHeader,
  LIMIT_HEADERS,
  NOT_MODIFIED,
  referToHeaders,
  referToResponses,
} from "./components.ts";
import { createOperation, createParameter, createResponse, publish } from "./operation.ts";

const TEXT = { type: "string" };
const FILE = { type: "string", format: "binary" };
const JOB = { "application/json": { schema: publish(JobSchema) } };

/** Returns the paths of batches and jobs, which run any of the tools with a body. */
export function createBatchPaths(tools: readonly Tool[]): Record<string, object> {
  const names = listBatchTools(tools).map(({ name }) => name);
  const description = "The tool that each row calls.";
  const tool = createParameter("path", "tool", { description, type: "string", enum: names });
  // One path of OpenAPI, although a job is created at the name of a tool.
  const id = { description: "The id of the job; the tool of a new one.", type: "string" };
  const parameters = [createParameter("path", "id", id)];
  const job = "/api/v1/jobs/{id}";
  return {
    "/api/v1/batch/{tool}": { parameters: [tool], post: createBatchOperation() },
    "/api/v1/batch/{tool}/template.csv": { parameters: [tool], get: createTemplateOperation() },
    [job]: { parameters, post: createJobOperation(), ...createReadOperations() },
    [`${job}/events`]: { parameters, get: createEventsOperation() },
    [`${job}/result`]: { parameters, get: createResultOperation() },
  };
}

function createBatchOperation(): object {
  const prefer = {
    description: "`respond-async`: the response is that of a job.",
    type: "string",
  };
  return {
    tags: ["Batch"],
    operationId: "batch",
    summary: "Many at once",
    description:
      "Runs a tool for each row of a list or a table, and responds with one file in the order of the rows, while later rows still run. A row that fails does not stop the others. The members of the tool's own query hold for every row.",
    parameters: [...createQueryParameters(), createParameter("header", "Prefer", prefer)],
    requestBody: createRequestBody(),
    responses: {
      "200": {
        description: "The results of the rows.",
        headers: { ...referToHeaders([...COMMON_HEADERS, ...LIMIT_HEADERS]), ...ROW_HEADERS },
        content: RESULT,
      },
      "202": { description: "The job.", content: JOB },
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

function createRequestBody(): object {
  const { properties: options } = publish(BatchOptionsSchema) as { properties: object };
  const rows = {
    type: "array",
    minItems: 1,
    description: "Inputs of the tool, each as a single call takes it.",
    items: { type: "object" },
  };
  const example = {
    rows: [{ text: "one" }, { text: "two" }],
    defaults: { algorithm: "sha256" },
  };
  return {
    required: true,
    content: {
      "application/json": { schema: createRowsSchema({ rows, ...options }), example },
      "application/x-ndjson": { schema: TEXT },
      "application/jsonl": { schema: TEXT },
      "text/csv": { schema: TEXT },
      "text/tab-separated-values": { schema: TEXT },
      "multipart/form-data": {
        schema: {
          ...createRowsSchema({ rows: FILE }),
          description: "The options are further fields.",
        },
      },
    },
  };
}

function createRowsSchema(properties: object): object {
  return { type: "object", required: ["rows"], properties };
}

const ROW_HEADERS = {
  "X-Batch-Rows": createHeader("integer", "The number of rows.", 2),
  "X-Batch-Ignored-Columns": createHeader(
    "string",
    "Columns that are not sent to the tool, percent-encoded, with commas between.",
    "note%20to%20self",
  ),
};

const RESULT = Object.fromEntries(
  Object.values(OUTPUT_TYPES).map(({ type }) => [
    type.replace(/;.*/, ""),
    { schema: /text|json/.test(type) ? TEXT : FILE },
  ]),
);

function createTemplateOperation(): object {
  const operation = createOperation("batch-template", "Table template", {
    "200": createResponse("The table.", "text/csv"),
    ...referToResponses(404, 429, 500),
  });
  const description =
    "The tool's example as a table of one row. Sent to the batch, it gives one result.";
  return { ...operation, tags: ["Batch"], description };
}

function createJobOperation(): object {
  return {
    tags: ["Batch"],
    operationId: "jobs",
    summary: "Create a job",
    description:
      "Takes what a batch takes, up to 100,000 rows and 100 MiB, and works on it in the background, also after a restart. The result is that of the batch. Rows of a tool with a limit per minute run at that pace.",
    parameters: createQueryParameters(),
    requestBody: createRequestBody(),
    responses: {
      "202": {
        description: "The job.",
        headers: {
          ...referToHeaders(COMMON_HEADERS),
          ...ROW_HEADERS,
          Location: createHeader("string", "The path of the job."),
        },
        content: JOB,
      },
      ...referToResponses(...COMMON_ERRORS, 404, 413, 415, 422, 429, 500, 507),
    },
  };
}

function createReadOperations(): object {
  const get = createOperation("get-job", "Get a job", {
    "200": {
      description: "The job.",
      headers: referToHeaders([...COMMON_HEADERS, "ETag"]),
      content: JOB,
    },
    ...referToResponses(304, 404, 410),
  });
  const remove = createOperation("delete-job", "Cancel or forget a job", {
    "204": { description: "It is canceled, or forgotten if it had ended." },
    ...referToResponses(404, 410),
  });
  return { get: { ...get, tags: ["Batch"] }, delete: { ...remove, tags: ["Batch"] } };
}

function createEventsOperation(): object {
  const operation = createOperation("job-events", "Follow a job", {
    "200": createResponse("Events `status` with the job, until it ends.", "text/event-stream"),
    ...referToResponses(404, 410, 429),
  });
  return { ...operation, tags: ["Batch"] };
}

function createResultOperation(): object {
  const range = { description: "One range of bytes.", type: "string" };
  const operation = createOperation("job-result", "Get the result of a job", {
    "200": {
      description: "What the batch would have responded.",
      headers: referToHeaders([...COMMON_HEADERS, "ETag"]),
      content: RESULT,
    },
    "206": { description: "The range.", content: RESULT },
    "304": { description: NOT_MODIFIED },
    ...referToResponses(404, 409, 410, 416),
  });
  const parameters = [createParameter("header", "Range", range)];
  return { ...operation, tags: ["Batch"], parameters };
}
