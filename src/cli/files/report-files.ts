import { type Issue, ValidationError } from "../../lib/errors.ts";
import { InvalidInputError } from "../../lib/input/input.ts";
import type { SchemaNode } from "../../lib/schema.ts";
import { toPrintable } from "../../lib/text/printable.ts";
import type { FileReport, Tool, ToolReply } from "../../tools/define.ts";
import type { CliArgs } from "../arguments.ts";
import { readBytes } from "../content.ts";
import { ServerError } from "../server-client.ts";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { addSuffix, toFileName } from "../../lib/text/file-name.ts";

/** The printed lines about files. `isGood` is false if one cannot be read or is not good. */
export interface FilesOutcome {
  reply: ToolReply;
  isGood: boolean;
}

/** Returns true for a tool that reports on files, unless flags ask for a reply of its own. */
export function reportsFiles({ fileReport, input }: Tool, args: CliArgs): boolean {
  if (!fileReport || args.query["format"] !== undefined || args.output !== undefined) return false;
  const { "x-exactly-one": sources = [] } = input as SchemaNode;
  return !sources.some((name) => name in args.input);
}

type Run = (args: CliArgs) => Promise<ToolReply>;

/** Runs the tool on each file, or on standard input. With `--json` each line is one output. */
export async function reportFiles(tool: Tool, args: CliArgs, run: Run): Promise<FilesOutcome> {
  const { fileReport } = tool;
  if (!fileReport) throw new Error(`${tool.name} does not report on files`);
  const lines: string[] = [];
  let isGood = true;
  for (const file of args.files.length > 0 ? args.files : ["-"]) {
    const output = await tryRun(file, args, async () =>
      runOnFile(fileReport, await readSource(tool, args, file), run),
    );
    isGood &&= output !== undefined && isPassed(output, fileReport, args.failOn);
    if (output && args.json) lines.push(JSON.stringify({ file, ...output }));
    else if (output) lines.push(...fileReport.describe(output, toPrintable(file)).map(toPrintable));
  }
  const body = lines.map((line) => `${line}\n`).join("");
  return { reply: { type: "text/plain", body }, isGood };
}

/** Returns arguments for one file, which is read now if it is needed more than once. */
async function readSource(tool: Tool, args: CliArgs, file: string): Promise<CliArgs> {
  if (args.attachments === undefined) return { ...args, file };
  const { file: _file, ...others } = args;
  const { "x-exactly-one": [member = ""] = [] } = tool.input as SchemaNode;
  const bytes = await readBytes(file, tool.bodyLimitBytes);
  return { ...others, input: { ...args.input, [member]: bytes.toString("base64") } };
}

/** Runs the tool on a file, and writes the files in it. */
async function runOnFile(fileReport: FileReport, args: CliArgs, run: Run): Promise<object> {
  const output = (await run({ ...args, json: true })).body as object;
  const { attachments } = args;
  if (attachments === undefined) return output;
  for (const { name, query } of fileReport.listAttachments(output)) {
    const { body } = await run({ ...args, json: false, query });
    await writeNewFile(attachments, name, body as Uint8Array);
  }
  return output;
}

/** Returns true unless a file has a finding of the level that fails, or a graver one. */
function isPassed(output: object, { levels, findLevel }: FileReport, failOn = levels[0]): boolean {
  const level = findLevel(output);
  return level === undefined || levels.indexOf(level) > levels.indexOf(failOn ?? "");
}

/**
 * Returns undefined for a file that the tool refuses, after printing the reason. Throws for flags
 * that are wrong for every file.
 */
async function tryRun(
  file: string,
  { input, query }: CliArgs,
  run: () => Promise<object>,
): Promise<object | undefined> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof ValidationError || error instanceof ServerError)) throw error;
    const isFlag = ({ path: [name = ""] }: Issue) => name in input || name in query;
    if (error instanceof InvalidInputError && error.issues.every(isFlag)) throw error;
    process.stderr.write(`sundry: ${toPrintable(`${file}: ${error.message}`)}\n`);
    return undefined;
  }
}

/** Writes a file to a folder, which is created, under a name that no file has there. */
async function writeNewFile(folder: string, name: string, bytes: Uint8Array): Promise<void> {
  await mkdir(folder, { recursive: true });
  const [, stem = name, extension = ""] = /^(.*)(\.[A-Za-z0-9]{1,10})$/s.exec(name) ?? [];
  const base = toFileName(stem) || "attachment";
  for (let number = 1; ; number += 1) {
    const path = join(folder, `${number === 1 ? base : addSuffix(base, number)}${extension}`);
    try {
      return await writeFile(path, bytes, { flag: "wx" });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}
