import type { TObject } from "typebox";
import type { Tool } from "../tools/define.ts";
import { inboxPaths } from "./inbox.ts";
import {
  COMMON_HEADERS,
  errorResponse,
  header,
  LIMIT_HEADERS,
  responseHeaders,
  SHARED,
} from "./shared.ts";

type Paths = Record<string, Record<string, unknown>>;

interface About {
  version: string;
  publicUrl: string | undefined;
  basePath: string;
}

/** Returns the OpenAPI 3.1 document of the whole API. */
export function openApiDocument(tools: readonly Tool[], about: About): object {
  const { version, publicUrl, basePath } = about;
  return {
    openapi: "3.1.0",
    info: {
      title: "Sundry",
      version,
      description:
        "A self-hosted developer utility API: no account, no key needed. Schema members that begin with `x-` say how a value is read: an alias, other spellings, line breaks. Beside the headers that an operation lists, answers have `Access-Control-Allow-Origin: *`, `X-Content-Type-Options: nosniff` and, where it matters, `Cache-Control`; pages and SVG a `Content-Security-Policy` that lets nothing in them run. Headers above 64 KiB are answered 431.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: publicUrl ?? (basePath || "/") }],
    security: [{}, { key: [] }],
    tags: [
      { name: "Tools", description: "JSON in; JSON, a picture or a page out." },
      { name: "Inbox", description: "Requests of any kind, kept until the inbox's `expiresAt`." },
      { name: "Service", description: "How the server is, and what it offers." },
    ],
    paths: { ...Object.fromEntries(tools.flatMap(toolPaths)), ...inboxPaths(), ...servicePaths() },
    components: SHARED,
  };
}

function toolPaths(tool: Tool): [string, object][] {
  const { methods, aliases } = tool;
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
    ...titles(tool),
    operationId: `${tool.name}${suffix}`,
    parameters: [...(tool.query ? queryParameters(tool.query) : []), ...streamParameters(tool)],
    requestBody: {
      required: true,
      content: {
        "application/json": { schema: tool.input, example: tool.example },
        ...streamContent(tool),
      },
    },
    responses: {
      "200": success(tool, tool.media),
      ...failures([400, 405, 408, 413, 415, 422, 429, 500, 503]),
    },
  };
}

/** The members of a body that is read as it arrives. They are in the query, because the body is the file alone. */
function streamParameters({ streamedBody }: Tool): object[] {
  if (!streamedBody) return [];
  const types = streamedBody.mediaTypes.join(" or ");
  return queryParameters(streamedBody.input).map((parameter) =>
    Object.assign(parameter, {
      description: `Of a body of ${types}. ${parameter.description ?? ""}`.trim(),
    }),
  );
}

function streamContent({ streamedBody }: Tool): object {
  const types = streamedBody?.mediaTypes ?? [];
  return Object.fromEntries(
    types.map((type) => [type, { schema: { type: "string", format: "binary" } }]),
  );
}

/** GET responds with the image itself when a tool creates one. */
function getOperation(tool: Tool, suffix: string): object {
  const pictures = tool.media.filter((type) => type.startsWith("image/"));
  // Without members there is no rule that a request could break.
  const hasInput = Object.keys(tool.input.properties).length > 0;
  return {
    ...titles(tool),
    operationId: `${tool.name}-get${suffix}`,
    parameters: queryParameters(tool.input, tool.example),
    responses: {
      "200": success(tool, pictures.length > 0 ? pictures : tool.media),
      "304": unchanged(tool),
      ...failures([400, 408, ...(hasInput ? [422] : []), 429, 500, 503]),
    },
  };
}

function titles({ title, summary, perMinute }: Tool): object {
  const limit =
    perMinute === undefined ? "" : ` At most ${perMinute} requests a minute from one IP.`;
  return { tags: ["Tools"], summary: title, description: `${summary}${limit}` };
}

function success(tool: Tool, media: readonly string[]): object {
  return {
    description: tool.summary,
    headers: headersOf(tool),
    content: Object.fromEntries(media.map((type) => [type, { schema: schemaOf(type, tool) }])),
  };
}

function headersOf(tool: Tool): object {
  const { perMinute, headers, methods } = tool;
  const shared = [
    ...COMMON_HEADERS,
    ...(perMinute === undefined ? [] : LIMIT_HEADERS),
    ...(methods.includes("GET") ? (["ETag"] as const) : []),
  ];
  const own = Object.entries(headers).map(([name, says]) => [name, header("string", says)]);
  return { ...responseHeaders(shared), ...Object.fromEntries(own) };
}

function schemaOf(type: string, { output }: Tool): object {
  if (type === "application/json") return output;
  return { type: "string", ...(type === "image/png" && { format: "binary" }) };
}

function unchanged(tool: Tool): object {
  const description = "The response that `If-None-Match` names is still current.";
  return { description, headers: headersOf(tool) };
}

function failures(statuses: readonly number[]): object {
  return Object.fromEntries(statuses.map((status) => [String(status), errorResponse(status)]));
}

/** A parameter of the query. */
interface Parameter {
  name: string;
  description: string | undefined;
  [member: string]: unknown;
}

function queryParameters(schema: TObject, example: object = {}): Parameter[] {
  const values = new Map(Object.entries(example));
  const members: [string, { description?: string }][] = Object.entries(schema.properties);
  return members.map(([name, { description, ...member }]) => ({
    name,
    in: "query",
    required: schema.required?.includes(name) ?? false,
    // Undefined is not written.
    description,
    schema: member,
    example: values.get(name) as unknown,
  }));
}

function servicePaths(): Paths {
  const json = "application/json";
  return {
    "/healthz": serviceGet("healthz", "Whether the process lives", json),
    "/readyz": serviceGet("readyz", "Whether the store is in reach", json),
    "/metrics": serviceGet("metrics", "Metrics as Prometheus text", "text/plain"),
    "/openapi.json": taggedGet(serviceGet("openapi", "This document", json)),
  };
}

/** Adds the entity tag and the response to a conditional request. */
function taggedGet({ get }: ServiceItem): ServiceItem {
  const headers = responseHeaders([...COMMON_HEADERS, "ETag"]);
  const notModified = { description: "`If-None-Match` has the current entity tag.", headers };
  const responses = { ...get.responses, "200": { ...get.responses["200"], headers } };
  return { get: { ...get, responses: { ...responses, "304": notModified } } };
}

/** The path item of a service route. */
interface ServiceItem extends Record<string, unknown> {
  get: { responses: Record<string, object> } & Record<string, unknown>;
}

function serviceGet(operationId: string, summary: string, type: string): ServiceItem {
  const ok = {
    description: `${summary}.`,
    headers: responseHeaders(COMMON_HEADERS),
    content: { [type]: { schema: { type: type === "text/plain" ? "string" : "object" } } },
  };
  const answers = { "200": ok, "400": errorResponse(400), "503": errorResponse(503) };
  return { get: { tags: ["Service"], operationId, summary, responses: answers } };
}
