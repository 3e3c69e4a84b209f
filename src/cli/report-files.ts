import { ValidationError } from "../lib/errors.ts";
import type { SchemaNode } from "../lib/schema.ts";
import { toPrintable } from "../lib/text/printable.ts";
import type { Tool, ToolReply } from "../tools/define.ts";
import type { CliArgs } from "./arguments.ts";
import { ServerError } from "./request.ts";

/** The printed lines about files. `isGood` is false if one cannot be read or is not good. */
export interface FilesOutcome {
  reply: ToolReply;
  isGood: boolean;
}

/** Returns true for a tool that describes its files, unless flags ask for a reply of its own. */
export function reportsFiles({ fileReport, input }: Tool, args: CliArgs): boolean {
  if (!fileReport || args.query["format"] !== undefined || args.output !== undefined) return false;
  const { "x-exactly-one": sources = [] } = input as SchemaNode;
  return !sources.some((name) => name in args.input);
}

/** Runs the tool on each file, or on standard input. With `--json` each line is one output. */
export async function reportFiles(
  tool: Tool,
  args: CliArgs,
  run: (args: CliArgs) => Promise<ToolReply>,
): Promise<FilesOutcome> {
  const lines: string[] = [];
  let isGood = true;
  for (const file of args.files.length > 0 ? args.files : ["-"]) {
    const output = await tryRun(file, () => run({ ...args, file, json: true }));
    const described = output && tool.fileReport?.(output, toPrintable(file));
    isGood &&= described?.isGood ?? false;
    if (output && args.json) lines.push(JSON.stringify({ file, ...output }));
    else lines.push(...(described?.lines ?? []).map(toPrintable));
  }
  const body = lines.map((line) => `${line}\n`).join("");
  return { reply: { type: "text/plain", body }, isGood };
}

/** Returns undefined for a file that the tool refuses, after printing the reason. */
async function tryRun(file: string, run: () => Promise<ToolReply>): Promise<object | undefined> {
  try {
    return (await run()).body as object;
  } catch (error) {
    if (!(error instanceof ValidationError || error instanceof ServerError)) throw error;
    process.stderr.write(`sundry: ${toPrintable(`${file}: ${error.message}`)}\n`);
    return undefined;
  }
}
