import type { SchemaNode } from "../../lib/schema.ts";

/** A member of a listed schema. Members that it contains are written in its description. */
type ListedMember = {
  type?: string;
  enum?: string[];
  anyOf?: { type: string }[];
  description?: string;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
};

/** A schema as the list of tools has it: short, and without references. */
interface ListedSchema {
  type: "object";
  /** The advanced and conditional members of a long input. */
  description?: string;
  properties: Record<string, ListedMember>;
  required?: string[];
  examples?: unknown[];
}

/** Maximum values of a choice that is listed, of a member and of one that it contains. */
const MAX_CHOICES = 32;
const MAX_NESTED_CHOICES = 9;
/** Bounds from here on are broken by mistakes only. */
const MAX_NUMBER = 1e4;
const MAX_LENGTH = 200;
/** Maximum characters of a description, without the notation of nested members. */
const MAX_DESCRIPTION = 30;
/** An input of more members has its advanced and conditional ones in its description. */
const MAX_MEMBERS = 5;

/**
 * Returns the input as the list has it. It is never stricter than the full schema; `uri` is where
 * that is found.
 */
export function listInput(schema: object, uri: string): ListedSchema {
  const { properties = {}, required = [], examples }: SchemaNode = schema;
  const members = Object.entries(properties);
  const isLong = members.length > MAX_MEMBERS;
  const isAdvanced = ([name, node]: [string, SchemaNode]) =>
    isLong &&
    !required.includes(name) &&
    (node["x-advanced"] === true || node["x-visible-when"] !== undefined);
  const advanced = members.filter(isAdvanced);
  const isListedRequired = (name: string) => properties[name]?.["x-alias"] === undefined;
  const listed = required.filter(isListedRequired);
  const notation = new Notation();
  const list = ([name, node]: [string, SchemaNode]) => {
    const nested = [node, ...(node.anyOf ?? [])].find(isNested);
    return [
      name,
      listMember(node, [listChoicesUri(node) ?? uri, nested && notation.write(nested, name)]),
    ];
  };
  const main = Object.fromEntries(members.filter((member) => !isAdvanced(member)).map(list));
  return {
    type: "object",
    ...(advanced.length > 0 && { description: `Also ${notation.writeMembers(advanced)}` }),
    properties: main as ListedSchema["properties"],
    ...(listed.length > 0 && { required: listed }),
    ...(examples && { examples }),
  };
}

/** Returns the output as the list has it: the members of its root, with their types if any. */
export function listOutput(schema: object): ListedSchema {
  const { properties = {} }: SchemaNode = schema;
  const members = Object.entries(properties).map(([name, node]) => {
    const { type } = listTypes(node);
    return [name, type === undefined ? {} : { type }];
  });
  return { type: "object", properties: Object.fromEntries(members) as ListedSchema["properties"] };
}

/** Notes on a member: where its choices are if too many, and the members that it contains. */
type Notes = [choicesUri: string, nested: string | undefined];

function listChoicesUri(node: SchemaNode): string | undefined {
  const name = node["x-choices"]?.name;
  return name === undefined ? undefined : `sundry://choices/${name}`;
}

function listMember(node: SchemaNode, notes: Notes): ListedMember {
  const { enum: choices, minimum = 0, maximum = Infinity, default: value } = node;
  // The length of a text counts after its line breaks are normalized.
  const { maxLength = Infinity } = node["x-text"] === undefined ? node : {};
  return {
    ...(choices && choices.length <= MAX_CHOICES ? { enum: choices } : listTypes(node)),
    description: describeMember(node, notes),
    ...(value !== undefined && { default: value }),
    ...(minimum > 1 && { minimum }),
    ...(maximum < MAX_NUMBER && { maximum }),
    ...(maxLength < MAX_LENGTH && { maxLength }),
  };
}

function listTypes(node: SchemaNode): Pick<ListedMember, "type" | "anyOf"> {
  const types = [...new Set(getTypes(node))];
  const [type] = types;
  if (type === undefined) return {};
  return types.length === 1 ? { type } : { anyOf: types.map((each) => ({ type: each })) };
}

function getTypes({ type, anyOf = [], enum: choices = [], ...node }: SchemaNode): string[] {
  if (type !== undefined) return [type].flat();
  const values = "const" in node ? [node.const] : choices;
  return [...anyOf.flatMap(getTypes), ...values.map((value) => typeof value)];
}

function describeMember(node: SchemaNode, [choicesUri, nested]: Notes): string {
  const hasMore = (node.enum?.length ?? 0) > MAX_CHOICES || node["x-choices"]?.list !== undefined;
  return [
    shorten(node.description ?? ""),
    node.format === "date" && !node.description?.includes("YYYY-MM-DD") && "YYYY-MM-DD",
    hasMore && `Choices: ${choicesUri}`,
    nested,
  ]
    .filter(Boolean)
    .join(". ");
}

function isNested({ type }: SchemaNode): boolean {
  return type === "object" || type === "array";
}

/** Returns the first clause of at least 12 characters, or as much of it as fits. */
function shorten(description: string): string {
  const text = description.replace(/\.$/, "");
  const [clause] = /^.{12,}?(?=[.,;:]\s|$)/s.exec(text) ?? [text];
  if (clause.length <= MAX_DESCRIPTION) return clause;
  const start = clause.slice(0, MAX_DESCRIPTION - 2);
  return `${start.slice(0, start.lastIndexOf(" "))} …`;
}

/** Members that an object may lack of another one that it is written as. */
const MAX_LACKING = 2;
/** Shorter objects are written in full. */
const MIN_REPEATED = 15;
/** Shorter choices, too. */
const MIN_CHOICES = 18;

/**
 * Writes types as the server's instructions explain them:
 * `{name!, items: [{description!, quantity!: number}]}`. An object that was written before, or has
 * most of its members, is `as from without website`.
 */
class Notation {
  /** The members of each object, by its path. */
  readonly #written = new Map<string, readonly string[]>();
  /** The paths of long choices. */
  readonly #choices = new Map<string, string>();

  write(node: SchemaNode, path: string): string {
    const { properties, patternProperties, items, anyOf } = node;
    if (items) return formatList(this.write(items, path));
    if (properties) return this.#writeObject(node, path);
    const [values] = Object.values(patternProperties ?? {});
    if (values) return `{any name: ${this.write(values, path)}}`;
    if (anyOf) return formatChoice(anyOf.map((each) => this.write(each, path)));
    return this.#writeScalar(formatScalar(node), path);
  }

  /** Writes optional members of the root. */
  writeMembers(members: readonly [string, SchemaNode][]): string {
    const texts = members.map(([name, node]) => formatMember(name, this.write(node, name)));
    return `{${texts.join(", ")}}`;
  }

  #writeScalar(type: string, path: string): string {
    const member = this.#choices.get(type);
    if (member === undefined && type.length >= MIN_CHOICES) this.#choices.set(type, path);
    return member === undefined ? type : `as ${member}`;
  }

  #writeObject({ properties = {}, required = [] }: SchemaNode, path: string): string {
    const entries = Object.entries(properties).map(([name, node]) => {
      const key = `${name}${required.includes(name) ? "!" : ""}`;
      return { key, node, path: `${path}.${name}` };
    });
    const members = entries.map(({ key, node }) =>
      formatMember(key, new Notation().write(node, "")),
    );
    const repeated = members.join().length < MIN_REPEATED ? undefined : this.#refer(members);
    if (repeated !== undefined) return repeated;
    this.#written.set(path, members);
    const texts = entries.map((entry) =>
      formatMember(entry.key, this.write(entry.node, entry.path)),
    );
    return `{${texts.join(", ")}}`;
  }

  /** Returns a reference to an object with these members; undefined if there is none. */
  #refer(members: readonly string[]): string | undefined {
    for (const [path, known] of this.#written) {
      const lacking = known.filter((member) => !members.includes(member));
      const isPart = members.length === known.length - lacking.length;
      if (!isPart || lacking.length > MAX_LACKING) continue;
      return lacking.length === 0 ? `as ${path}` : `as ${path} without ${lacking.join(", ")}`;
    }
    return undefined;
  }
}

/** A number that may also be written as text is listed as a number. */
function formatChoice(types: readonly string[]): string {
  return types.includes("number") ? "number" : [...new Set(types)].join(" or ");
}

function formatList(entry: string): string {
  return entry.startsWith("as ") ? entry : `[${entry}]`;
}

function formatMember(key: string, type: string): string {
  const isNamed = type === "date" && /date!?$/i.test(key);
  return type === "text" || isNamed ? key : `${key}: ${type}`;
}

function formatScalar(node: SchemaNode): string {
  const { enum: choices = [], format } = node;
  if (choices.length > 0 && choices.length <= MAX_NESTED_CHOICES) return choices.join("|");
  if (format === "date") return "date";
  const types = getTypes(node).map((type) => (type === "string" ? "text" : type));
  return types.join(" or ") || "text";
}
