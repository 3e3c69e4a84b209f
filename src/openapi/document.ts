import type { TObject, TSchema } from "typebox";
import type { Tool } from "../tools/define.ts";
import { inboxPaths } from "./inbox.ts";
import { COMMON_HEADERS, errorResponse, LIMIT_HEADERS, responseHeaders, SHARED } from "./shared.ts";

type Paths = Record<string, Record<string, unknown>>;

interface About {
  version: string;
  publicUrl: string | undefined;
}

/** The OpenAPI 3.1 document of the whole API. */
export function openApiDocument(tools: readonly Tool[], { version, publicUrl }: About): object {
  return {
    openapi: "3.1.0",
    info: {
      title: "Sundry",
      version,
      description:
        "A self-hosted developer utility API: no account, no key needed, nothing leaves your machine.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: publicUrl ?? "/" }],
    security: [{}, { key: [] }],
    tags: [
      { name: "Tools", description: "JSON in; JSON, a picture or a page out." },
      { name: "Inbox", description: "Requests of any kind, kept for four hours." },
      { name: "Service", description: "How the server is, and what it offers." },
    ],
    paths: { ...Object.fromEntries(tools.flatMap(toolPaths)), ...inboxPaths(), ...servicePaths() },
    components: SHARED,
  };
}

function toolPaths(tool: Tool): [string, object][] {
  const { methods = ["POST"], aliases = [] } = tool;
  return [tool.path, ...aliases].map((path, index) => {
    // Operation ids are unique: an alias numbers them on.
    const suffix = index === 0 ? "" : `-${index + 1}`;
    const operations = methods.map((method) => [
      method.toLowerCase(),
      method === "POST" ? postOperation(tool, suffix) : getOperation(tool, suffix),
    ]);
    return [path, Object.fromEntries(operations)];
  });
}

function postOperation(tool: Tool, suffix: string): object {
  return {
    ...about(tool),
    operationId: `${tool.name}${suffix}`,
    parameters: tool.query ? queryParameters(tool.query) : [],
    requestBody: {
      required: true,
      content: { "application/json": { schema: plainSchema(tool.input), example: tool.example } },
    },
    responses: responses(tool, [400, 405, 408, 413, 415, 422]),
  };
}

function getOperation(tool: Tool, suffix: string): object {
  return {
    ...about(tool),
    operationId: `${tool.name}-get${suffix}`,
    parameters: queryParameters(tool.input, tool.example),
    responses: responses(tool, [422]),
  };
}

function about({ title, summary, perMinute }: Tool): object {
  const limit =
    perMinute === undefined ? "" : ` At most ${perMinute} requests a minute from one IP.`;
  return { tags: ["Tools"], summary: title, description: `${summary}${limit}` };
}

function responses(tool: Tool, errors: number[]): object {
  const { perMinute, media = [], headers = {} } = tool;
  const limited = perMinute === undefined ? {} : LIMIT_HEADERS;
  const own = Object.entries(headers).map(([name, description]) => [
    name,
    { description, schema: { type: "string" } },
  ]);
  const types = media.filter((type) => type !== "application/json");
  const ok = {
    description: "The answer.",
    headers: { ...responseHeaders({ ...COMMON_HEADERS, ...limited }), ...Object.fromEntries(own) },
    content: {
      "application/json": { schema: plainSchema(tool.output) },
      ...Object.fromEntries(types.map((type) => [type, { schema: { type: "string" } }])),
    },
  };
  const failing = [...errors, 429, 500, 503].map((status) => [
    String(status),
    errorResponse(status),
  ]);
  return { "200": ok, ...Object.fromEntries(failing) };
}

function queryParameters(schema: TObject, example: object = {}): object[] {
  const values = new Map(Object.entries(example));
  return Object.entries(schema.properties).map(([name, member]) => ({
    name,
    in: "query",
    required: schema.required?.includes(name) ?? false,
    schema: plainSchema(member),
    // Undefined is not written.
    example: values.get(name) as unknown,
  }));
}

/** The schema as plain JSON: what TypeBox keeps beside it is not part of it. */
function plainSchema(schema: TSchema): unknown {
  return JSON.parse(JSON.stringify(schema));
}

function servicePaths(): Paths {
  const json = "application/json";
  return {
    "/healthz": serviceGet("healthz", "Whether the process lives", json),
    "/readyz": serviceGet("readyz", "Whether the store is in reach", json),
    "/metrics": serviceGet("metrics", "Metrics as Prometheus text", "text/plain"),
    "/openapi.json": serviceGet("openapi", "This document", json),
  };
}

function serviceGet(operationId: string, summary: string, type: string): Record<string, unknown> {
  const ok = {
    description: "The answer.",
    headers: responseHeaders(COMMON_HEADERS),
    content: { [type]: { schema: { type: type === "text/plain" ? "string" : "object" } } },
  };
  const answers = { "200": ok, "400": errorResponse(400), "503": errorResponse(503) };
  return { get: { tags: ["Service"], operationId, summary, responses: answers } };
}
