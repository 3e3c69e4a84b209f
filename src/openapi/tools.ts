import type { TObject } from "typebox";
import { VerificationOutput } from "../domain/webhook-signature/fields.ts";
import { Receipt } from "../inbox/schemas.ts";
import { PlanOutput } from "../inbox/workbench/schemas.ts";
import type { SchemaNode } from "../lib/schema.ts";
import type { Tool } from "../tools/define.ts";
import {
  COMMON_ERRORS,
  COMMON_HEADERS,
  createHeader,
  LIMIT_HEADERS,
  NOT_MODIFIED,
  referToHeaders,
  referToResponse,
  referToResponses,
  referToSchema,
} from "./components.ts";
import { publish } from "./operation.ts";

/** Returns the inputs and results that several operations share. */
export function listSharedSchemas(tools: readonly Tool[]): Record<string, object> {
  const inputs = tools.filter(({ aliases }) => aliases.length > 0);
  const outputs = tools.filter(hasSharedOutput);
  const members = tools.flatMap((tool) =>
    listSharedMembers(tool).map((name) => [
      `${tool.name}-${name}`,
      publish(tool.input.properties[name] ?? {}),
    ]),
  );
  return Object.fromEntries([
    ["receipt", publish(Receipt)],
    ["response-plan", publish(PlanOutput)],
    ...members,
    ...inputs.map(({ name, input }) => [name, publish(input)]),
    ...outputs.map(({ name, output }) => [`${name}-result`, publish(output)]),
  ]);
}

/** Lists the objects that both a JSON body and a query contain. */
function listSharedMembers({ methods, input, rawBody }: Tool): string[] {
  if (methods.length === 1 && !rawBody) return [];
  const members: [string, SchemaNode][] = Object.entries(input.properties);
  return members.flatMap(([name, node]) =>
    name !== rawBody?.member && hasObject(node) ? [name] : [],
  );
}

function hasObject({ type, anyOf = [] }: SchemaNode): boolean {
  return type === "object" || anyOf.some(hasObject);
}

/** Returns true for a tool with several operations that respond with its JSON. */
function hasSharedOutput({ aliases, methods, media, output }: Tool): boolean {
  const isPicture = media.some((type) => type.startsWith("image/"));
  // Verifying a record of an inbox responds with it, too.
  if (output === VerificationOutput) return true;
  return aliases.length > 0 || (methods.length > 1 && !isPicture);
}

/** Returns the path items of a tool, at its path and its aliases. */
export function createToolPaths(tool: Tool): [string, object][] {
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
        "application/json": { schema: describeInput(tool), example: tool.example },
        ...createFileContent(tool),
      },
    },
    responses: {
      "200": describeSuccess(tool, tool.media),
      ...referToResponses(...COMMON_ERRORS, 413, 415, 422, 429, 500),
    },
  };
}

/** Returns the schema of a tool's input, as a reference where several paths share it. */
function describeInput(tool: Tool): object {
  const { name, aliases, input } = tool;
  if (aliases.length > 0) return referToSchema(name);
  const schema = publish(input) as { properties: object };
  return { ...schema, properties: { ...schema.properties, ...referToMembers(tool) } };
}

function referToMembers(tool: Tool): Record<string, object> {
  const names = listSharedMembers(tool);
  return Object.fromEntries(names.map((name) => [name, referToSchema(`${tool.name}-${name}`)]));
}

/**
 * A body that is a file: its media types, and the schema of the members that are in the query
 * instead.
 */
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
  return shareMembers(tool, createQueryParameters(body.members)).map((parameter) =>
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
    parameters: shareMembers(tool, createQueryParameters(tool.input, tool.example)),
    responses: {
      "200": describeSuccess(tool, pictures.length > 0 ? pictures : tool.media),
      "304": describeNotModified(tool),
      ...referToResponses(...COMMON_ERRORS, ...(hasInput ? [422] : []), 429, 500),
    },
  };
}

/** Replaces the schemas of parameters that the body has, too, by references. */
function shareMembers(tool: Tool, parameters: ParameterObject[]): ParameterObject[] {
  const shared = referToMembers(tool);
  return parameters.map((parameter) => {
    const schema = shared[parameter.name];
    if (!schema) return parameter;
    const value = parameter["content"]
      ? { content: { "application/json": { schema } } }
      : { schema };
    return Object.assign(parameter, value);
  });
}

function describeTool({ title, summary, perMinute, costlyReply }: Tool): object {
  const limit =
    perMinute === undefined ? "" : ` At most ${perMinute} requests a minute from one IP.`;
  const costly =
    costlyReply === undefined
      ? ""
      : ` At most ${costlyReply.perMinute} requests a minute ${costlyReply.description} from one IP.`;
  return { tags: ["Tools"], summary: title, description: `${summary}${limit}${costly}` };
}

function describeSuccess(tool: Tool, media: readonly string[]): object {
  return {
    description: "The result.",
    headers: describeHeaders(tool),
    content: Object.fromEntries(media.map((type) => [type, { schema: getSchema(type, tool) }])),
  };
}

function describeHeaders({ perMinute, headers, methods }: Tool): object {
  const shared = [
    ...COMMON_HEADERS,
    ...(perMinute === undefined ? [] : LIMIT_HEADERS),
    ...(methods.includes("GET") ? (["ETag"] as const) : []),
  ];
  const described = Object.entries(headers).map(([name, description]) => [
    name,
    createHeader("string", description),
  ]);
  return { ...referToHeaders(shared), ...Object.fromEntries(described) };
}

function getSchema(type: string, tool: Tool): object {
  if (type === "application/json") {
    const { name, output } = tool;
    return hasSharedOutput(tool) ? referToSchema(`${name}-result`) : publish(output);
  }
  return { type: "string", ...(type === "image/png" && { format: "binary" }) };
}

/**
 * Refers to the shared response unless the tool has headers of its own, which the success
 * describes.
 */
function describeNotModified(tool: Tool): object {
  const names = Object.keys(tool.headers);
  if (names.length === 0) return referToResponse(304);
  const bare = names.map((name) => [name, { schema: { type: "string" } }]);
  return {
    description: NOT_MODIFIED,
    headers: { ...describeHeaders(tool), ...Object.fromEntries(bare) },
  };
}

interface ParameterObject {
  name: string;
  description: string | undefined;
  [member: string]: unknown;
}

function createQueryParameters(schema: TObject, example: object = {}): ParameterObject[] {
  const values = new Map(Object.entries(example));
  const members: [string, SchemaNode][] = Object.entries(schema.properties);
  return members.map(([name, { description, ...member }]) => {
    const isRequired = schema.required?.includes(name) ?? false;
    // An undefined description is omitted.
    const parameter = { name, in: "query", ...(isRequired && { required: true }), description };
    return Object.assign(parameter, describeValue(member, values.get(name)));
  });
}

/** Describes a value of the query. An object is sent as JSON, a list as a repeated name. */
function describeValue(member: SchemaNode, example: unknown): object {
  const value = { schema: publish(member), example };
  return member.type === "object" ? { content: { "application/json": value } } : value;
}
