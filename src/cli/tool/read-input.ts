import { isJsonObject, tryParseJson } from "../../lib/text/parse-json.ts";
import { basename } from "node:path";
import { ValidationError } from "../../lib/errors.ts";
import { mergeDefaults } from "../../lib/input/merge-defaults.ts";
import type { SchemaNode } from "../../lib/schema.ts";
import type { Tool } from "../../tools/define.ts";
import type { CliArgs } from "../arguments.ts";
import { readBytes, readContent } from "../content.ts";

/**
 * Adds members that no flag sets, from the file or standard input. The content is the value of the
 * tool's required text member (`text`, `code`) if it has one, else the input as JSON. Flags take
 * precedence.
 */
async function readMembers(tool: Tool, args: CliArgs): Promise<Record<string, unknown>> {
  const { file, input } = args;
  const isComplete = hasRequired(tool, input);
  if (file === undefined && (isComplete || process.stdin.isTTY)) return input;
  const table = findTableMember(tool);
  if (table !== undefined) return mergeMembers(input, await readTable(tool, args, table));
  const name = findTextMember(tool);
  if (name === undefined || file?.endsWith(".json")) return readJsonInput(tool, args);
  const schema = tool.input.properties[name] as SchemaNode;
  const value = await readText(tool, file, schema);
  return { ...getFileName(tool, file), [name]: value, ...input };
}

/** Returns true when the flags have every required member. */
function hasRequired(tool: Tool, input: Record<string, unknown>): boolean {
  const alternatives = listAlternatives(tool);
  const required = tool.input.required ?? [];
  const hasAlternative = alternatives.length === 0 || alternatives.some((name) => name in input);
  const isComplete = Object.entries(tool.input.properties).every(
    ([name, schema]) => !isMissing(name, schema, input),
  );
  return hasAlternative && isComplete && required.every((name) => name in input);
}

/** Returns true for a member that is required unless others are sent, when none of them is. */
function isMissing(name: string, schema: SchemaNode, input: Record<string, unknown>): boolean {
  const alternatives = schema["x-required-unless"];
  return alternatives !== undefined && ![name, ...alternatives].some((member) => member in input);
}

/** Returns the members of which exactly one must be sent, the text first. */
function listAlternatives({ input }: Tool): readonly string[] {
  return (input as SchemaNode)["x-exactly-one"] ?? [];
}

/** Returns true for a tool that reads files of any size, unless a flag already sets its input. */
export function readsStream(tool: Tool, { file, check, input }: CliArgs): boolean {
  if (!tool.streamedBody) return false;
  return check || (!hasRequired(tool, input) && (file !== undefined || !process.stdin.isTTY));
}

/** Returns the input of a tool. Adds schemes to URLs without one. */
export async function readInput(tool: Tool, args: CliArgs): Promise<Record<string, unknown>> {
  const given = { ...args.defaults, ...(await readMembers(tool, args)) };
  const members = Object.entries(given).map(([name, value]) => {
    const schema: SchemaNode | undefined = tool.input.properties[name];
    const scheme = schema?.["x-default-scheme"];
    return [name, scheme === undefined ? value : addScheme(value, scheme)];
  });
  return Object.fromEntries(members) as Record<string, unknown>;
}

function addScheme(value: unknown, scheme: string): unknown {
  if (typeof value !== "string") return value;
  const isComplete = value === "" || value.includes("://") || /^https?:/i.test(value);
  return isComplete ? value : `${scheme}://${value}`;
}

function findTextMember(tool: Tool): string | undefined {
  const { required, properties } = tool.input;
  return [...(required ?? []), ...listAlternatives(tool).slice(0, 1)].find((name) => {
    const schema = properties[name] as SchemaNode;
    return schema.type === "string" && !schema.enum;
  });
}

async function readJsonInput(
  tool: Tool,
  { file, input }: CliArgs,
): Promise<Record<string, unknown>> {
  const content = await readContent(file, tool.bodyLimitBytes);
  // Without piped input the errors name the missing members.
  if (file === undefined && content.trim() === "") return input;
  return mergeMembers(input, parseObject(content));
}

/** Returns the members of the flags and those of the file; objects are merged. */
function mergeMembers(input: Record<string, unknown>, file: object): Record<string, unknown> {
  return mergeDefaults(input, file) as Record<string, unknown>;
}

/** Finds the required member that takes a list of rows or a table as text. */
function findTableMember({ input: { required, properties } }: Tool): string | undefined {
  return (required ?? []).find((name) => {
    const types = (properties[name] as SchemaNode).anyOf?.map(({ type }) => type) ?? [];
    return types.includes("array") && types.includes("string");
  });
}

/** Reads rows: a list or a whole input as JSON, anything else is a table. */
async function readTable(tool: Tool, { file }: CliArgs, member: string): Promise<object> {
  const content = await readContent(file, tool.bodyLimitBytes);
  const isTable = /\.[ct]sv$/i.test(file ?? "") || !/^\s*[[{]/.test(content);
  if (isTable) return content === "" ? {} : { [member]: content };
  const value = tryParseJson(content);
  return Array.isArray(value) ? { [member]: value } : parseObject(content);
}

/**
 * Returns the content of a file in its member's form: bytes as base64, text without its last line
 * break.
 */
async function readText(
  { bodyLimitBytes }: Tool,
  file: string | undefined,
  schema: SchemaNode,
): Promise<string> {
  if (schema.contentEncoding === "base64") {
    return (await readBytes(file, bodyLimitBytes)).toString("base64");
  }
  const content = await readContent(file, bodyLimitBytes);
  return schema["x-text"] === "bytes" ? content : content.replace(/\r?\n$/, "");
}

/** Returns the name of a file as a member, for tools with a member for it. */
function getFileName({ input }: Tool, file = "-"): { filename?: string } {
  return "filename" in input.properties && file !== "-" ? { filename: basename(file) } : {};
}

function parseObject(content: string): object {
  const value = tryParseJson(content);
  if (isJsonObject(value)) return value;
  throw ValidationError.at(["input"], "must be a JSON object");
}
