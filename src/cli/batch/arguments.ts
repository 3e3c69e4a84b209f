import { existsSync, readFileSync, statSync } from "node:fs";
import { availableParallelism } from "node:os";
import { ValidationError } from "../../lib/errors.ts";
import { isJsonObject } from "../../lib/text/parse-json.ts";
import {
  type BatchOutput,
  getDefaultOutput,
  OUTPUTS,
  parseBatchOptions,
  type BatchOptions,
} from "../../jobs/options.ts";
import { BODY_EXTENSIONS, type BodyKind } from "../../jobs/rows/body.ts";
import type { Tool } from "../../tools/define.ts";
import { parseArguments } from "../arguments.ts";

/** The arguments of `sundry batch`. */
export interface BatchArgs {
  tool: Tool;
  /** `-` is standard input. */
  file: string;
  kind: BodyKind | undefined;
  /** A file, a folder with a slash at its end, or `-`. */
  output: string;
  outputKind: BatchOutput;
  /** The members of the tool's own query. */
  query: Record<string, unknown>;
  options: BatchOptions;
  threads: number;
  server: string | undefined;
}

/** Flags with a value, beside those of the tool. */
const FLAGS = [
  "output",
  "map",
  "defaults",
  "group-by",
  "name",
  "on-error",
  "input",
  "parallel",
] as const;

type BatchFlag = (typeof FLAGS)[number];

const MAX_THREADS = 256;

/** Parses the arguments after the tool's name. Throws a ValidationError. */
export function parseBatchArguments(tool: Tool, argv: readonly string[]): BatchArgs {
  const { flags, toolArguments } = takeFlags(argv);
  const args = parseArguments(tool, toolArguments);
  const [file, second] = args.files;
  if (file === undefined) throw ValidationError.at(["FILE"], "is missing; - is standard input");
  if (second !== undefined) throw ValidationError.at([second], "is one file too many");
  if (args.json || args.check) throw ValidationError.at(["--json"], "is not a flag of batch");
  const { output, outputKind } = chooseOutput(tool, flags.get("output")?.at(-1));
  return {
    tool,
    file,
    kind: parseKind(flags.get("input")?.at(-1)),
    output,
    outputKind,
    query: outputKind === "pdf" ? addPdfFormat(tool, args.query) : args.query,
    options: parseBatchOptions({
      ...parseOptions(flags),
      defaults: { ...readDefaults(flags.get("defaults")?.at(-1)), ...args.input },
    }),
    threads: parseThreads(flags.get("parallel")?.at(-1)),
    server: args.server,
  };
}

/** Separates the flags of batches from those of the tool. */
function takeFlags(argv: readonly string[]) {
  const flags = new Map<BatchFlag, string[]>();
  const toolArguments: string[] = [];
  for (let index = 0; index < argv.length; index += 1) {
    const word = argv[index] ?? "";
    const [, name, inline] = /^--([a-z-]+)(?:=(.*))?$/s.exec(word) ?? [];
    const flag = word === "-o" ? "output" : FLAGS.find((candidate) => candidate === name);
    if (flag === undefined) {
      toolArguments.push(word);
      continue;
    }
    const value = inline ?? argv[(index += 1)];
    if (value === undefined) throw ValidationError.at([word], "needs a value");
    flags.set(flag, [...(flags.get(flag) ?? []), value]);
  }
  return { flags, toolArguments };
}

function parseOptions(flags: ReadonlyMap<BatchFlag, readonly string[]>): Record<string, unknown> {
  const options: Record<string, unknown> = {};
  const set = (name: string, flag: BatchFlag) => {
    const value = flags.get(flag)?.at(-1);
    if (value !== undefined) options[name] = value;
  };
  set("name", "name");
  set("groupBy", "group-by");
  set("onError", "on-error");
  const mapping = flags.get("map");
  if (mapping) options["mapping"] = Object.fromEntries(mapping.map(parseMapping));
  return options;
}

/** Parses `COLUMN=PATH`; nothing after the sign leaves the column out. */
function parseMapping(text: string): [column: string, path: string | null] {
  const sign = text.lastIndexOf("=");
  if (sign === -1) throw ValidationError.at(["--map"], "must be COLUMN=PATH");
  return [text.slice(0, sign), text.slice(sign + 1) || null];
}

function parseKind(text: string | undefined): BodyKind | undefined {
  if (text === undefined) return undefined;
  const kind = BODY_EXTENSIONS.get(text.toLowerCase());
  if (kind) return kind;
  throw ValidationError.at(["--input"], `must be ${[...BODY_EXTENSIONS.keys()].join(", ")}`);
}

function parseThreads(text: string | undefined): number {
  if (text === undefined) return availableParallelism();
  const count = Number(text);
  if (/^\d+$/.test(text) && count >= 1 && count <= MAX_THREADS) return count;
  throw ValidationError.at(["--parallel"], `must be a whole number from 1 to ${MAX_THREADS}`);
}

function chooseOutput(tool: Tool, output: string | undefined) {
  const byDefault = getDefaultOutput(tool);
  if (output === undefined && byDefault !== "ndjson")
    throw ValidationError.at(
      ["-o"],
      "must name the output: out.zip, out.csv, out.ndjson, out.pdf or a folder/",
    );
  if (output === undefined || output === "-") return { output: "-", outputKind: byDefault };
  if (output.endsWith("/") || isFolder(output)) {
    if (existsSync(`${output}/results.csv`))
      throw ValidationError.at([output], "has a results.csv already: choose another folder");
    return { output: output.replace(/\/*$/, "/"), outputKind: "zip" as const };
  }
  const ending = /\.([a-z]+)$/i.exec(output)?.[1]?.toLowerCase() ?? "";
  const outputKind = OUTPUTS.find((kind) => kind === (ending === "jsonl" ? "ndjson" : ending));
  if (!outputKind)
    throw ValidationError.at([output], "must end with .zip, .csv, .ndjson, .pdf or /");
  return { output, outputKind };
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function addPdfFormat({ query }: Tool, members: Record<string, unknown>) {
  return query?.properties["format"] ? { format: "pdf", ...members } : members;
}

function readDefaults(file: string | undefined): Record<string, unknown> {
  if (file === undefined) return {};
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw ValidationError.at(["--defaults"], `cannot be read: ${(error as Error).message}`);
  }
  if (isJsonObject(value)) return value;
  throw ValidationError.at(["--defaults"], "must be a file with a JSON object");
}
