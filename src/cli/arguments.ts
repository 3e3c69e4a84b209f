import { extname } from "node:path";
import { parseArgs } from "node:util";
import { ValidationError } from "../lib/errors.ts";
import type { SchemaNode } from "../lib/schema.ts";
import type { FileReport, Tool } from "../tools/define.ts";
import { findFormat } from "../tools/file-format.ts";
import {
  findAliasFlag,
  type Flag,
  getCommandOptions,
  isEntryFlag,
  listFlagForms,
  listFlags,
  listServerFlags,
} from "./flags.ts";
import { parseServerUrl } from "./server-client.ts";
import { formatSuggestion } from "../lib/text/suggest.ts";

/** The parsed arguments of a tool's command. */
export interface CliArgs {
  input: Record<string, unknown>;
  query: Record<string, unknown>;
  /**
   * Defaults of members that neither the flags nor the file contain: the format of the output
   * file's extension.
   */
  defaults: Record<string, unknown>;
  /** The file with the members that no flag has; `-` is standard input. */
  file?: string;
  /** Every file, for tools that take several. */
  files: string[];
  /** The least level of findings that fails, for tools that report on files. */
  failOn?: string;
  /** Folder that files in the files are written to. */
  attachments?: string;
  /** True: the files are lists of files to verify. */
  check: boolean;
  /** File of the reply. Default: standard output. */
  output?: string;
  /** URL of the server that runs the tool. Default: this process does. */
  server?: string;
  json: boolean;
  help: boolean;
}

type OptionToken = Extract<ReturnType<typeof tokenize>[number], { kind: "option" }>;

/**
 * Parses the arguments after the tool's name. Throws ValidationError for unknown flags and missing
 * values.
 */
export function parseArguments(tool: Tool, argv: readonly string[]): CliArgs {
  const flags = new Map(
    listFlags(tool).flatMap((flag) =>
      [flag, findAliasFlag(flag)].flatMap((form) => (form ? [[form.name, form] as const] : [])),
    ),
  );
  const args: CliArgs = {
    input: {},
    query: {},
    defaults: {},
    files: [],
    check: false,
    json: false,
    help: false,
  };
  const tokens = tokenize(tool, argv, flags);
  for (const token of tokens) {
    if (token.kind === "option") setOption({ args, flags, tool }, token);
    else if (token.kind === "positional") setFile(args, tool, token.value);
    else if (token.index === argv.length - 1) throwInvalid("--", "is not a flag of this command");
  }
  setFormat(tool, args);
  const [, second] = args.files;
  const isOne = args.output !== undefined || args.query["format"] !== undefined;
  if (tool.fileReport && isOne && second !== undefined)
    throwInvalid(second, "is one file too many");
  return args;
}

/**
 * Chooses the format by the extension of the output, as in `-o invoice.pdf`, unless a flag already
 * does.
 */
function setFormat(tool: Tool, args: CliArgs): void {
  if (args.output === undefined || args.json) return;
  const format = findFormat(tool, extname(args.output));
  if (!format) return;
  const { member, from, value } = format;
  if (from === "query") args.query = { [member]: value, ...args.query };
  else args.defaults[member] = value;
}

function tokenize(tool: Tool, argv: readonly string[], flags: ReadonlyMap<string, Flag>) {
  const { tokens } = parseArgs({
    args: [...argv],
    strict: false,
    allowPositionals: true,
    tokens: true,
    options: {
      ...Object.fromEntries(
        [...flags].map(([name, { schema }]) => [name, { type: toOptionType(schema) }]),
      ),
      ...Object.fromEntries(
        listServerFlags(tool).map((name) => [name.slice(2), { type: "string" as const }]),
      ),
      ...getCommandOptions(tool),
    },
  });
  return tokens;
}

function toOptionType({ type }: SchemaNode): "boolean" | "string" {
  return type === "boolean" ? "boolean" : "string";
}

interface ParseTarget {
  args: CliArgs;
  flags: ReadonlyMap<string, Flag>;
  tool: Tool;
}

function setOption(target: ParseTarget, option: OptionToken): void {
  const { args, tool } = target;
  const { name, rawName } = option;
  if (name === "output") args.output = requireValue(option);
  else if (listServerFlags(tool).includes(rawName)) {
    args.server = parseServerUrl(rawName, requireValue(option));
  } else if (name === "json") args.json = true;
  else if (name === "help") args.help = true;
  else if (name === "check" && tool.streamedBody) args.check = true;
  else if (name === "attachments" && tool.fileReport) args.attachments = requireValue(option);
  else if (name === "fail-on" && tool.fileReport) args.failOn = parseLevel(tool.fileReport, option);
  else setMember(target, option);
}

function parseLevel({ levels }: FileReport, option: OptionToken): string {
  const value = requireValue(option);
  return levels.includes(value)
    ? value
    : throwInvalid(option.rawName, `must be ${levels.join(" or ")}`);
}

function setMember({ args, flags, tool }: ParseTarget, option: OptionToken): void {
  const { name, value, inlineValue } = option;
  const flag = flags.get(name);
  const negated = name.startsWith("no-") ? flags.get(name.slice(3)) : undefined;
  if (flag) {
    const isSwitch = flag.schema.type === "boolean" && !inlineValue;
    const schema = isEntryFlag(flag) ? (flag.schema.items ?? {}) : flag.schema;
    setValue(args, flag, isSwitch || parseValue(schema, requireValue(option)));
  } else if (negated?.schema.type === "boolean" && value === undefined) {
    setValue(args, negated, false);
  } else rejectFlag(tool, option.rawName, [...flags.values()].flatMap(listFlagForms));
}

/** Sets a member. A list with a flag for its entries gets another one. */
function setValue(args: CliArgs, flag: Flag, value: unknown): void {
  const { from, parents, member } = flag;
  let object = args[from];
  for (const parent of parents) object = (object[parent] ??= {}) as Record<string, unknown>;
  object[member] = isEntryFlag(flag) ? [...((object[member] as unknown[]) ?? []), value] : value;
}

function requireValue({ rawName, value }: OptionToken): string {
  return typeof value === "string" ? value : throwInvalid(rawName, "needs a value");
}

function setFile(args: CliArgs, { streamedBody, fileReport }: Tool, value: string): void {
  if (args.file !== undefined && !streamedBody && !fileReport)
    throwInvalid(value, "is one file too many");
  args.file ??= value;
  args.files.push(value);
}

function rejectFlag({ name }: Tool, rawName: string, forms: readonly string[]): never {
  const hint = formatSuggestion(rawName, [...forms, "--output", "--json", "--help", "--server"]);
  throwInvalid(rawName, `is not a flag of this command${hint}; sundry ${name} --help lists them`);
}

/**
 * Parses text as the schema's type. Text that does not fit is unchanged, so that the schema rejects
 * it by name.
 */
function parseValue({ type, enum: values, anyOf }: SchemaNode, text: string): unknown {
  if (type === "string" || (values && type === undefined)) return text;
  try {
    const value: unknown = JSON.parse(text);
    const accepts = (wanted: string) =>
      anyOf?.some(({ type: option }) => !option || option === wanted);
    // A secret of digits stays text, because no alternative of its union is a number.
    if (anyOf && !accepts(formatType(value))) return text;
    // A decimal stays text where a number would lose its digits.
    const isExact = typeof value !== "number" || String(value) === text;
    return isExact || !accepts("string") ? value : text;
  } catch {
    return text;
  }
}

/** Returns the value's type as JSON Schema names it. */
function formatType(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

function throwInvalid(name: string, message: string): never {
  throw ValidationError.at([name], message);
}
