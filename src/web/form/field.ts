import type { Condition, Schema } from "../schema.ts";
import { formatMemberName } from "./names.ts";

/** The kind of a field's control. */
type Kind =
  | "text"
  | "lines"
  | "number"
  | "numberOrText"
  | "boolean"
  | "choice"
  | "date"
  | "dateTime"
  | "color"
  | "object"
  /** Texts by names that the caller chooses, at the paths of the names. */
  | "record"
  | "list";

/** One member of a form, derived from its schema. Plain JSON, because it is sent to the browser. */
export interface Field {
  name: string;
  kind: Kind;
  label: string;
  help?: string;
  unit?: string;
  required: boolean;
  /** The default, as the text of a control. */
  initial?: string;
  /** The value that a form begins with, where it is not the default. */
  start?: string;
  /** A date that a form begins with, as days after today. */
  daysFromToday?: number;
  options?: readonly string[];
  /** Titles of options whose value alone is not readable. */
  titles?: Readonly<Record<string, string>>;
  /** True: the options are numbers. */
  numeric?: boolean;
  examples?: string[];
  /** The scheme that is added to a URL without one. */
  defaultScheme?: string;
  /** The value is the content of a file, encoded like this; `accept` is that of the file input. */
  file?: { accept?: string; as: "base64" | "data-url" | "text" };
  /** Media types of the result, by the values of this field. */
  media?: Record<string, string>;
  /** True: a text in JSON is sent as the value that it describes. */
  json?: boolean;
  /** True: a secret that is not stored on the device and not put into links. */
  sensitive?: boolean;
  min?: number;
  max?: number;
  maxLength?: number;
  /** True: shown under "More options", and not in the rows of a list. */
  advanced?: boolean;
  /** The members of an object. */
  fields?: Field[];
  /** The entries of a list, and their number. */
  item?: Field;
  minItems?: number;
  maxItems?: number;
  /**
   * Members that replace this required one: it is not sent when it is empty and one of them is not.
   */
  unless?: readonly string[];
  /** The conditions, of which one must be met for the field to be shown and sent. */
  visibleWhen?: readonly Condition[];
  /** A form control of its own, by name. */
  widget?: string;
  /** The role of a party whose saved details fill the field. */
  party?: "sender" | "client";
}

/** Returns the fields of an object's schema, in its order; each name begins with `prefix`. */
export function listFields(schema: object, prefix = ""): Field[] {
  const { properties = {}, required = [], "x-exactly-one": choices = [] } = schema as Schema;
  const [first, ...others] = choices;
  return Object.entries(properties).map(([name, member]) => {
    const unless = name === first ? others : member["x-required-unless"];
    return Object.assign(toField(name, member, required.includes(name) || unless !== undefined), {
      name: prefix + name,
      ...(unless && { unless }),
    });
  });
}

function toField(name: string, union: Schema, isRequired: boolean): Field {
  const required = isRequired || union["x-form-required"] === true;
  const schema = getPrimaryAlternative(union);
  const kind = getKind(name, schema, union);
  const help = getHelp(union) ?? getHelp(schema);
  return omitUndefined({
    name,
    kind,
    required,
    ...(union.title === undefined ? formatMemberName(name) : { label: union.title }),
    ...(schema["x-unit"] !== undefined && { unit: schema["x-unit"] }),
    help,
    visibleWhen: union["x-visible-when"] && [union["x-visible-when"]].flat(),
    widget: union["x-widget"],
    party: union["x-party"] ?? schema["x-party"],
    advanced: union["x-advanced"],
    initial: toText(union.default ?? union["x-default"]),
    start: union["x-start"] ?? schema["x-start"],
    daysFromToday: schema["x-days-from-today"],
    options: schema.enum?.map(String) ?? union["x-options"],
    titles: schema["x-titles"] ?? union["x-titles"],
    numeric: schema.enum?.every((value) => typeof value === "number") || undefined,
    examples: union.examples?.map(String),
    defaultScheme: schema["x-default-scheme"],
    file: schema["x-file"] ?? union["x-file"],
    json: union.anyOf?.some(isStructured) || undefined,
    media: schema["x-media"],
    sensitive: union["x-sensitive"] ?? schema["x-sensitive"],
    min: schema.minimum,
    max: schema.maximum,
    maxLength: schema.maxLength,
    minItems: schema.minItems,
    maxItems: schema.maxItems,
    fields: kind === "object" ? listFields(schema) : undefined,
    item: kind === "list" && schema.items ? toField("", schema.items, true) : undefined,
  });
}

/**
 * Returns the description without a condition such as "Etsy: …", because the field is only shown
 * when it is met. The encoding of a file is left out too, because the page chooses it.
 */
function getHelp({
  description,
  "x-help": display,
  "x-visible-when": condition,
  "x-file": file,
}: Schema): string | undefined {
  if (display === "none") return undefined;
  const text = description?.replaceAll("`", "");
  const help = file
    ? text?.replace(/, as base64 or as a data URL/, "").replace(/,? as a data URL(?:,| of)/, ",")
    : text;
  return condition ? help?.replace(/^\w+: (.)/, (_, first: string) => first.toUpperCase()) : help;
}

/** Returns a default as the text of a control. */
function toText(value: unknown): string | undefined {
  return value === undefined || typeof value === "string" ? value : JSON.stringify(value);
}

/** Returns the alternative of a union that a form shows: text before lists and numbers. */
function getPrimaryAlternative(schema: Schema): Schema {
  const { anyOf } = schema;
  if (!anyOf) return schema;
  return anyOf.find(({ type }) => type === "string") ?? anyOf[0] ?? schema;
}

/** Returns true for an object and for a list of them, which a control shows as JSON. */
function isStructured({ type, items }: Schema): boolean {
  return type === "object" || (type === "array" && items?.type === "object");
}

function getKind(name: string, schema: Schema, union: Schema): Kind {
  if (schema.enum || union["x-options"]) return "choice";
  if (schema.type === "object") {
    const members = Object.values(schema.properties ?? {});
    // Names are enough for hidden texts.
    const isHidden =
      union["x-widget"] === "hidden" && members.every(({ type }) => type === "string");
    return members.length > 0 && !isHidden ? "object" : "record";
  }
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
  // A text without a hint is sent exactly as typed, so it may have several lines.
  return schema["x-text"] === "line" || (schema.maxLength ?? 1e9) <= 254 ? "text" : "lines";
}

/** Removes undefined members, because a field is sent to the browser as JSON. */
function omitUndefined<T extends object>(value: { [K in keyof T]: T[K] | undefined }): T {
  const entries = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(entries) as T;
}
