import type { Schema } from "../schema.ts";
import { nameOf } from "./names.ts";

/** How a value is asked for. */
type Kind =
  | "text"
  | "lines"
  | "number"
  | "numberOrText"
  | "boolean"
  | "choice"
  | "date"
  | "color"
  | "object"
  | "list";

/** One member of a form: what a schema says of it, in the terms of a page. Plain JSON. */
export interface Field {
  name: string;
  kind: Kind;
  label: string;
  help?: string;
  unit?: string;
  required: boolean;
  /** The default, as the text that a form holds. */
  initial?: string;
  options?: string[];
  /** True: the options are numbers. */
  numeric?: boolean;
  examples?: string[];
  /** The scheme that is added to a URL without one. */
  defaultScheme?: string;
  min?: number;
  max?: number;
  maxLength?: number;
  /** True: shown under "More options", and not in the rows of a list. */
  advanced?: boolean;
  /** Members of an object. */
  fields?: Field[];
  /** What a list holds, and how many. */
  item?: Field;
  minItems?: number;
  maxItems?: number;
  /** The values of sibling members with which the field is shown and sent. */
  visibleWhen?: Record<string, readonly string[]>;
  /** A form control of its own, by name. */
  widget?: string;
}

/** The fields of an object's schema, in its order; `prefix` begins each one's path. */
export function fieldsOf(schema: object, prefix = ""): Field[] {
  const { properties = {}, required = [] } = schema as Schema;
  return Object.entries(properties).map(([name, member]) =>
    Object.assign(toField(name, member, required.includes(name)), { name: prefix + name }),
  );
}

function toField(name: string, union: Schema, required: boolean): Field {
  const schema = primaryAlternative(union);
  const kind = kindOf(name, schema, union);
  const help = helpOf(union) ?? helpOf(schema);
  return omitUndefined({
    name,
    kind,
    required,
    ...(union.title === undefined ? nameOf(name) : { label: union.title }),
    ...(schema["x-unit"] !== undefined && { unit: schema["x-unit"] }),
    help,
    visibleWhen: union["x-visible-when"],
    widget: union["x-widget"],
    advanced: union["x-advanced"],
    initial: textOf(union.default),
    options: schema.enum?.map(String),
    numeric: schema.enum?.every((value) => typeof value === "number") || undefined,
    examples: union.examples?.map(String),
    defaultScheme: schema["x-default-scheme"],
    min: schema.minimum,
    max: schema.maximum,
    maxLength: schema.maxLength,
    minItems: schema.minItems,
    maxItems: schema.maxItems,
    fields: kind === "object" ? fieldsOf(schema) : undefined,
    item: kind === "list" && schema.items ? toField("", schema.items, true) : undefined,
  });
}

/** The description. A condition that begins it ("Etsy: …") goes without saying in a field that is only shown then. */
function helpOf({
  description,
  "x-help": display,
  "x-visible-when": condition,
}: Schema): string | undefined {
  if (display === "none") return undefined;
  const help = description?.replaceAll("`", "");
  return condition ? help?.replace(/^\w+: (.)/, (_, first: string) => first.toUpperCase()) : help;
}

/** A default, as the text that a control holds. */
function textOf(value: unknown): string | undefined {
  return value === undefined || typeof value === "string" ? value : JSON.stringify(value);
}

/** Of a union, the alternative that a form can ask for: text, before lists and numbers. */
function primaryAlternative(schema: Schema): Schema {
  const { anyOf } = schema;
  if (!anyOf) return schema;
  return anyOf.find(({ type }) => type === "string") ?? anyOf[0] ?? schema;
}

function kindOf(name: string, schema: Schema, union: Schema): Kind {
  if (schema.enum) return "choice";
  if (schema.type === "object") return "object";
  if (schema.type === "array") return "list";
  if (schema.type === "boolean") return "boolean";
  if (schema.type === "number" || schema.type === "integer") return "number";
  if (union.anyOf?.some(({ type }) => type === "number")) return "numberOrText";
  if (union.anyOf?.some(({ type }) => type === "array")) {
    return schema["x-text"] === "lines" ? "lines" : "text";
  }
  if (schema.format === "date") return "date";
  if (/colou?r$/i.test(name)) return "color";
  if (/url$/i.test(name)) return "text";
  // A pattern for the whole text ("three letters") describes one line.
  if (schema.pattern?.startsWith("^")) return "text";
  // A text without hint is taken exactly as sent: it may well have several lines.
  return schema["x-text"] === "line" || (schema.maxLength ?? 1e9) <= 254 ? "text" : "lines";
}

/** Leaves out what is not there: a field travels to the browser as JSON. */
function omitUndefined<T extends object>(value: { [K in keyof T]: T[K] | undefined }): T {
  const entries = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(entries) as T;
}
