import type { Schema } from "../schema.ts";

/** The members of an OpenAPI document that the reference reads. */
interface OpenApiDocument {
  paths: Record<string, PathItem>;
  components?: { headers?: Record<string, OpenApiHeader> } & Record<
    string,
    Record<string, unknown>
  >;
}

/** The operations of a path by their methods, and the parameters that they share. */
type PathItem = Record<string, RawOperation> & { parameters?: Parameter[] };

/** A header, or a reference to a shared one. */
interface OpenApiHeader {
  $ref?: string;
  description?: string;
  example?: unknown;
}

interface RawOperation {
  operationId?: string;
  tags?: string[];
  summary?: string;
  description?: string;
  parameters?: Parameter[];
  requestBody?: { content?: Record<string, { schema?: Schema; example?: object }> };
  responses?: Record<string, RawResponse>;
}

interface RawResponse {
  description?: string;
  headers?: Record<string, OpenApiHeader>;
  content?: Record<string, { schema?: Schema }>;
}

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  example?: string | number | boolean | readonly string[];
  schema?: Schema;
  /** Instead of a schema: an object as JSON. */
  content?: Record<string, { schema?: Schema }>;
}

/** One member of a request or a response: its name, type, rules and description. */
export interface Member {
  name: string;
  type: string;
  rule: string;
  required: boolean;
  description: string;
  /** The members of an object, or of the objects in a list. */
  members: Member[];
}

export interface Header {
  name: string;
  description: string;
}

/** One operation of the API, as the reference shows it. */
export interface Operation {
  id: string;
  method: string;
  path: string;
  tag: string;
  page: string;
  summary: string;
  description: string;
  request: Member[];
  /** The example of the query; empty without one. */
  query: string;
  /** The example of the request body. */
  example: object | undefined;
  response: Member[];
  /** Response headers of this operation alone. */
  headers: Header[];
  /** The names of its response headers that other operations have too. */
  sharedHeaders: string[];
  statuses: string[];
  types: string[];
}

/** Returns every operation of an OpenAPI document, in its order. */
export function listOperations(document: object): Operation[] {
  const { paths } = inlineComponents(document as OpenApiDocument);
  return Object.entries(paths).flatMap(([path, { parameters: shared = [], ...methods }]) =>
    Object.entries(methods)
      .filter(([method]) => METHODS.has(method))
      .map(([method, { parameters = [], ...raw }]) =>
        toOperation({ method, path }, { ...raw, parameters: [...shared, ...parameters] }),
      ),
  );
}

/** Returns the response headers that operations share. */
export function listSharedHeaders(document: object): Header[] {
  const { headers, responses } = (document as OpenApiDocument).components ?? {};
  const shared = Object.values((responses ?? {}) as Record<string, RawResponse>).flatMap(
    (response) => Object.entries(response.headers ?? {}),
  );
  const described = [...new Map(shared)].map(([name, { $ref = "" }]) => [
    name,
    headers?.[$ref.replace("#/components/headers/", "")] ?? {},
  ]);
  return toHeaders(Object.fromEntries(described) as Record<string, OpenApiHeader>);
}

/** Returns the headers that have a description, which references do not. */
function toHeaders(headers: Record<string, OpenApiHeader> = {}): Header[] {
  return Object.entries(headers).flatMap(([name, { description }]) =>
    description === undefined ? [] : { name, description },
  );
}

const METHODS = new Set(["get", "put", "post", "delete", "options", "head", "patch", "trace"]);

interface Location {
  method: string;
  path: string;
}

function toOperation({ method, path }: Location, raw: RawOperation): Operation {
  const { responses = {}, parameters = [], requestBody } = raw;
  const accepted = requestBody?.content?.["application/json"];
  const success = responses["200"] ?? responses["201"] ?? {};
  const { content = {} } = success;
  const [tag = "Other"] = raw.tags ?? [];
  return {
    id: raw.operationId ?? `${method}-${path}`,
    method: method.toUpperCase(),
    path,
    tag,
    page: tag === "Tools" ? toReferencePage(path) : tag.toLowerCase(),
    summary: raw.summary ?? path,
    description: raw.description ?? "",
    request: parameters.map(toParameterMember).concat(listMembers(accepted?.schema ?? {})),
    query: toQuery(parameters),
    example: accepted?.example,
    response: listMembers(content["application/json"]?.schema ?? {}),
    headers: toHeaders(success.headers),
    sharedHeaders: Object.entries(success.headers ?? {}).flatMap(([name, { $ref }]) =>
      $ref === undefined ? [] : name,
    ),
    statuses: Object.keys(responses),
    types: Object.keys(content),
  };
}

/** Replaces the references to components that operations share, except headers and errors. */
function inlineComponents(document: OpenApiDocument): OpenApiDocument {
  const inline = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inline);
    if (typeof value !== "object" || value === null) return value;
    const { $ref, ...members } = value as { $ref?: string };
    const component = $ref === undefined ? undefined : findComponent(document, $ref);
    const entries = Object.entries(component === undefined ? value : members);
    const inlined = Object.fromEntries(entries.map(([name, member]) => [name, inline(member)]));
    // A description beside a reference replaces that of the component.
    return component === undefined ? inlined : { ...(inline(component) as object), ...inlined };
  };
  return inline({ paths: document.paths }) as OpenApiDocument;
}

/** Returns the component of a reference; undefined for headers and for errors. */
function findComponent({ components = {} }: OpenApiDocument, reference: string): unknown {
  const [, kind = "", name = ""] = /^#\/components\/(\w+)\/(.+)$/.exec(reference) ?? [];
  if (kind === "headers" || /^(\d+|error)$/.test(name)) return undefined;
  return components[kind]?.[name];
}

/**
 * Returns the name of the page with a tool's operations: the first part of their path below the
 * API's.
 */
export function toReferencePage(path: string): string {
  return /^\/api\/(?:v1\/)?([^/]+)/.exec(path)?.[1] ?? "service";
}

function toQuery(parameters: readonly Parameter[]): string {
  const values = parameters.flatMap(({ name, in: location, example }): [string, string][] =>
    location === "query" && example !== undefined ? [[name, String(example)]] : [],
  );
  return new URLSearchParams(values).toString();
}

function toParameterMember(parameter: Parameter): Member {
  const { name, in: location, required = false, description = "", content } = parameter;
  const schema = parameter.schema ?? content?.["application/json"]?.schema ?? {};
  const label = location === "query" ? `?${name}` : name;
  return toMember(label, { ...schema, description: schema.description ?? description }, required);
}

/** Returns the members of a schema, or of the objects in a list. */
function listMembers({ items, properties = {}, required = [] }: Schema): Member[] {
  if (items) return listMembers(items);
  return Object.entries(properties).map(([name, inner]) =>
    toMember(name, inner, required.includes(name)),
  );
}

function toMember(name: string, schema: Schema, required: boolean): Member {
  const { description = "" } = schema;
  return {
    name,
    type: formatType(schema),
    rule: formatRule(schema),
    required,
    description,
    members: listMembers(schema),
  };
}

function formatType({ type, enum: values, anyOf, format, items }: Schema): string {
  if (values) return values.join(" | ");
  if (anyOf) return anyOf.map(formatType).join(" or ");
  if (format === "date") return "date";
  if (type === "array") return items?.type === undefined ? "list" : `list of ${formatType(items)}s`;
  return type === undefined ? "any" : String(type);
}

function formatRule(schema: Schema): string {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, "x-unit": unit } = schema;
  const rules = [
    addUnit(formatRange(minimum, maximum, ""), unit),
    formatRange(minLength, maxLength, " characters"),
    formatRange(minItems, maxItems, " entries"),
    schema.default === undefined ? "" : `default ${JSON.stringify(schema.default)}`,
  ];
  return rules.filter(Boolean).join(", ");
}

function addUnit(rule: string, unit: string | undefined): string {
  return rule === "" || unit === undefined ? rule : `${rule} ${unit}`;
}

function formatRange(min: number | undefined, max: number | undefined, unit: string): string {
  if (min === undefined && max === undefined) return "";
  if (max === undefined) return `at least ${min}${unit}`;
  return min === undefined || (min === 0 && unit !== "")
    ? `at most ${max}${unit}`
    : `${min} to ${max}${unit}`;
}
