import type { TObject } from "typebox";
import type { Tool } from "../tools/define.ts";
import { createInboxPaths } from "./inbox.ts";
import {
  COMMON_HEADERS,
  COMMON_ERRORS,
  referToErrors,
  createHeader,
  LIMIT_HEADERS,
  referToHeaders,
  SHARED,
} from "./shared.ts";

type Paths = Record<string, Record<string, unknown>>;

interface About {
  version: string;
  publicUrl: string | undefined;
  basePath: string;
}

/** Returns the OpenAPI 3.1 document of the whole API. */
export function createOpenApiDocument(tools: readonly Tool[], about: About): object {
  const { version, publicUrl, basePath } = about;
  return {
    openapi: "3.1.0",
    info: {
      title: "Sundry",
      version,
      description:
        "A self-hosted developer utility API: no account, no key needed. Schema members that begin with `x-` describe how a value is read: its alias, synonyms and line breaks. Besides the headers that an operation lists, responses have `Access-Control-Allow-Origin: *`, `X-Content-Type-Options: nosniff` and, if needed, `Cache-Control`; pages and SVG have a `Content-Security-Policy` that forbids scripts. Unknown paths are 404, and methods that a path does not have are 405 with `Allow`.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: publicUrl ?? (basePath || "/") }],
    security: [{}, { key: [] }],
    tags: [
      { name: "Tools", description: "JSON in; JSON, a picture or a page out." },
      { name: "Inbox", description: "Requests of any kind, kept until the inbox's `expiresAt`." },
      { name: "Service", description: "Health, metrics and descriptions of the API." },
    ],
    paths: {
      ...Object.fromEntries(tools.flatMap(createToolPaths)),
      ...createInboxPaths(),
      ...createServicePaths(),
    },
    components: SHARED,
  };
}

function createToolPaths(tool: Tool): [string, object][] {
  const { methods, aliases } = tool;
  return [tool.path, ...aliases].map((path, index) => {
    // Adds a number for aliases, because operation ids must be unique.
    const suffix = index === 0 ? "" : `-${index + 1}`;
    const operations = methods.map((method) => [
      method.toLowerCase(),
      method === "POST" ? createPostOperation(tool, suffix) : createGetOperation(tool, suffix),
    ]);
    return [path, Object.fromEntries(operations)];
  });
}

function createPostOperation(tool: Tool, suffix: string): object {
  return {
    ...describeTool(tool),
    operationId: `${tool.name}${suffix}`,
    parameters: [
      ...(tool.query ? createQueryParameters(tool.query) : []),
      ...createFileParameters(tool),
    ],
    requestBody: {
      required: true,
      content: {
        "application/json": { schema: tool.input, example: tool.example },
        ...createFileContent(tool),
      },
    },
    responses: {
      "200": describeSuccess(tool, tool.media),
      ...referToErrors(...COMMON_ERRORS, 413, 415, 422, 429, 500),
    },
  };
}

/** A body that is a file: its media types, and the schema of the members that are in the query instead. */
interface FileBody {
  mediaTypes: readonly string[];
  members: TObject;
}

/** Returns undefined when a tool takes JSON only. */
function getFileBody({ input, rawBody, streamedBody }: Tool): FileBody | undefined {
  if (streamedBody) return { mediaTypes: streamedBody.mediaTypes, members: streamedBody.input };
  if (!rawBody) return undefined;
  const { [rawBody.member]: _file, ...properties } = input.properties;
  return { mediaTypes: rawBody.mediaTypes, members: { ...input, properties } };
}

function createFileParameters(tool: Tool): object[] {
  const body = getFileBody(tool);
  if (!body) return [];
  const types = body.mediaTypes.join(" or ");
  return createQueryParameters(body.members).map((parameter) =>
    Object.assign(parameter, {
      description: `Of a body of ${types}. ${parameter.description ?? ""}`.trim(),
    }),
  );
}

function createFileContent(tool: Tool): object {
  const types = getFileBody(tool)?.mediaTypes ?? [];
  return Object.fromEntries(
    types.map((type) => [type, { schema: { type: "string", format: "binary" } }]),
  );
}

/** GET responds with the image itself when a tool creates one. */
function createGetOperation(tool: Tool, suffix: string): object {
  const pictures = tool.media.filter((type) => type.startsWith("image/"));
  // Without members there is no rule to break, so 422 is not documented.
  const hasInput = Object.keys(tool.input.properties).length > 0;
  return {
    ...describeTool(tool),
    operationId: `${tool.name}-get${suffix}`,
    parameters: createQueryParameters(tool.input, tool.example),
    responses: {
      "200": describeSuccess(tool, pictures.length > 0 ? pictures : tool.media),
      "304": describeNotModified(tool),
      ...referToErrors(...COMMON_ERRORS, ...(hasInput ? [422] : []), 429, 500),
    },
  };
}

function describeTool({ title, summary, perMinute }: Tool): object {
  const limit =
    perMinute === undefined ? "" : ` At most ${perMinute} requests a minute from one IP.`;
  return { tags: ["Tools"], summary: title, description: `${summary}${limit}` };
}

function describeSuccess(tool: Tool, media: readonly string[]): object {
  return {
    description: tool.summary,
    headers: describeHeaders(tool),
    content: Object.fromEntries(media.map((type) => [type, { schema: getSchema(type, tool) }])),
  };
}

function describeHeaders(tool: Tool): object {
  const { perMinute, headers, methods } = tool;
  const shared = [
    ...COMMON_HEADERS,
    ...(perMinute === undefined ? [] : LIMIT_HEADERS),
    ...(methods.includes("GET") ? (["ETag"] as const) : []),
  ];
  const own = Object.entries(headers).map(([name, says]) => [name, createHeader("string", says)]);
  return { ...referToHeaders(shared), ...Object.fromEntries(own) };
}

function getSchema(type: string, { output }: Tool): object {
  if (type === "application/json") return output;
  return { type: "string", ...(type === "image/png" && { format: "binary" }) };
}

function describeNotModified(tool: Tool): object {
  const description = "The response named by `If-None-Match` is still current.";
  return { description, headers: describeHeaders(tool) };
}

/** A parameter of the query. */
interface ParameterObject {
  name: string;
  description: string | undefined;
  [member: string]: unknown;
}

function createQueryParameters(schema: TObject, example: object = {}): ParameterObject[] {
  const values = new Map(Object.entries(example));
  const members: [string, { description?: string }][] = Object.entries(schema.properties);
  return members.map(([name, { description, ...member }]) => ({
    name,
    in: "query",
    required: schema.required?.includes(name) ?? false,
    // Omitted if undefined.
    description,
    schema: member,
    example: values.get(name) as unknown,
  }));
}

function createServicePaths(): Paths {
  const json = "application/json";
  return {
    "/healthz": createServiceGet("healthz", "Liveness", json),
    "/readyz": createServiceGet("readyz", "Readiness", json),
    "/metrics": createServiceGet("metrics", "Metrics as Prometheus text", "text/plain"),
    "/openapi.json": addETag(createServiceGet("openapi", "This document", json)),
  };
}

/** Adds the entity tag and the 304 response. */
function addETag({ get }: ServiceItem): ServiceItem {
  const headers = referToHeaders([...COMMON_HEADERS, "ETag"]);
  const notModified = { description: "`If-None-Match` has the current entity tag.", headers };
  const responses = { ...get.responses, "200": { ...get.responses["200"], headers } };
  return { get: { ...get, responses: { ...responses, "304": notModified } } };
}

/** The path item of a service route. */
interface ServiceItem extends Record<string, unknown> {
  get: { responses: Record<string, object> } & Record<string, unknown>;
}

function createServiceGet(operationId: string, summary: string, type: string): ServiceItem {
  const ok = {
    description: `${summary}.`,
    headers: referToHeaders(COMMON_HEADERS),
    content: { [type]: { schema: { type: type === "text/plain" ? "string" : "object" } } },
  };
  const answers = { "200": ok, ...referToErrors(...COMMON_ERRORS) };
  return { get: { tags: ["Service"], operationId, summary, responses: answers } };
}
