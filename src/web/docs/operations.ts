import type { Schema } from "../schema.ts";

/** The members of an OpenAPI document that the reference reads. */
interface Document {
  paths: Record<string, Record<string, RawOperation>>;
}

interface RawOperation {
  operationId?: string;
  tags?: string[];
  summary?: string;
  description?: string;
  parameters?: Parameter[];
  requestBody?: { content?: Record<string, { schema?: Schema; example?: object }> };
  responses?: Record<
    string,
    {
      description?: string;
      headers?: Record<string, { description?: string }>;
      content?: Record<string, { schema?: Schema }>;
    }
  >;
}

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema?: Schema;
}

/** One member of a request or a response: its path, type, rules and description. */
export interface Member {
  path: string;
  type: string;
  rule: string;
  required: boolean;
  description: string;
}

/** One operation of the API, as the reference shows it. */
export interface Operation {
  id: string;
  method: string;
  path: string;
  tag: string;
  summary: string;
  description: string;
  request: Member[];
  /** The example of the request body. */
  example: object | undefined;
  response: Member[];
  /** Response headers of this operation. */
  headers: { name: string; description: string }[];
  statuses: string[];
  types: string[];
}

/** Returns every operation of an OpenAPI document, in its order. */
export function operationsOf(document: object): Operation[] {
  const { paths } = document as Document;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => METHODS.has(method))
      .map(([method, raw]) => toOperation(method, path, raw)),
  );
}

const METHODS = new Set(["get", "put", "post", "delete", "options", "head", "patch", "trace"]);

function toOperation(method: string, path: string, raw: RawOperation): Operation {
  const { responses = {}, parameters = [], requestBody } = raw;
  const accepted = requestBody?.content?.["application/json"];
  const content = responses["200"]?.content ?? {};
  return {
    id: raw.operationId ?? `${method}-${path}`,
    method: method.toUpperCase(),
    path,
    tag: raw.tags?.[0] ?? "Other",
    summary: raw.summary ?? path,
    description: raw.description ?? "",
    request: parameters.map(parameterMember).concat(membersOf(accepted?.schema ?? {}, "")),
    example: accepted?.example,
    response: membersOf(content["application/json"]?.schema ?? {}, ""),
    headers: Object.entries(responses["200"]?.headers ?? {}).flatMap(([name, { description }]) =>
      description === undefined ? [] : { name, description },
    ),
    statuses: Object.keys(responses),
    types: Object.keys(content),
  };
}

function parameterMember(parameter: Parameter): Member {
  const { name, in: location, required = false, description = "", schema = {} } = parameter;
  const shown = location === "query" ? `?${name}` : name;
  return member(shown, { ...schema, description: schema.description ?? description }, required);
}

/** Returns the members of a schema and of the objects in it, by path. */
function membersOf(schema: Schema, path: string): Member[] {
  const { properties = {}, required = [] } = schema;
  return Object.entries(properties).flatMap(([name, inner]) => {
    const at = path + name;
    const nested = inner.items ? membersOf(inner.items, `${at}[].`) : membersOf(inner, `${at}.`);
    return [member(at, inner, required.includes(name))].concat(nested);
  });
}

function member(path: string, schema: Schema, required: boolean): Member {
  const { description = "" } = schema;
  return { path, type: typeText(schema), rule: ruleText(schema), required, description };
}

function typeText({ type, enum: values, anyOf, format, items }: Schema): string {
  if (values) return values.join(" | ");
  if (anyOf) return anyOf.map(typeText).join(" or ");
  if (format === "date") return "date";
  if (type === "array") return items?.type === undefined ? "list" : `list of ${typeText(items)}`;
  return type === undefined ? "any" : String(type);
}

function ruleText(schema: Schema): string {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, "x-unit": unit } = schema;
  const rules = [
    withUnit(range(minimum, maximum, ""), unit),
    range(minLength, maxLength, " characters"),
    range(minItems, maxItems, " entries"),
    schema.default === undefined ? "" : `default ${JSON.stringify(schema.default)}`,
  ];
  return rules.filter(Boolean).join(", ");
}

function withUnit(rule: string, unit: string | undefined): string {
  return rule === "" || unit === undefined ? rule : `${rule} ${unit}`;
}

function range(least: number | undefined, most: number | undefined, unit: string): string {
  if (least === undefined && most === undefined) return "";
  if (most === undefined) return `at least ${least}${unit}`;
  return least === undefined || (least === 0 && unit !== "")
    ? `at most ${most}${unit}`
    : `${least} to ${most}${unit}`;
}
