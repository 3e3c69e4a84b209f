import { Readable } from "node:stream";
import { ValidationError } from "../../lib/errors.ts";
import { toPrintable } from "../../lib/text/printable.ts";
import type { FileList, ListedFile, Tool, ToolReply } from "../../tools/define.ts";
import { startStream } from "../../tools/run.ts";
import type { CliArgs } from "../arguments.ts";
import { readContent } from "../content.ts";
import { openFileStream, readFileBytes } from "./file-stream.ts";
import type { FilesOutcome } from "./report-files.ts";
import { parseJson, request, toQuery } from "../server-client.ts";

/** Maximum bytes of a list of files. */
const MAX_LIST_BYTES = 64 * 1024 ** 2;

function getList({ name, streamedBody }: Tool): FileList {
  if (!streamedBody) throw new Error(`${name} does not accept streams`);
  return streamedBody.list;
}

/**
 * Runs the tool on files of any size, or on standard input. One file prints the response as JSON,
 * several print a list, and `--check` verifies lists. The reason why a file cannot be read goes to
 * standard error.
 */
export async function streamFiles(tool: Tool, args: CliArgs): Promise<FilesOutcome> {
  const files = args.files.length > 0 ? args.files : ["-"];
  if (args.check) return checkLists(tool, args, files);
  const [first = "-", ...others] = files;
  if (others.length > 0) return listFiles(tool, args, files);
  const output = await tryFile(tool, args, { file: first, members: args.input });
  if (!output) return { reply: toTextReply(""), isGood: false };
  return { reply: toJsonReply(output), isGood: getList(tool).isGood(output) };
}

async function listFiles(tool: Tool, args: CliArgs, files: string[]): Promise<FilesOutcome> {
  const list = getList(tool);
  for (const name of list.singleMembers) {
    if (name in args.input) throw ValidationError.at([`--${name}`], "is for one file only");
  }
  const outputs: { file: string }[] = [];
  for (const file of files) {
    const output = await tryFile(tool, args, { file, members: args.input });
    if (output) outputs.push({ file, ...output });
  }
  const lines = outputs.map((output) => list.formatLine(output, output.file)).join("");
  return {
    reply: args.json ? toJsonReply(outputs) : toTextReply(lines),
    isGood: outputs.length === files.length,
  };
}

function tryFile(tool: Tool, args: CliArgs, file: ListedFile): Promise<object | undefined> {
  return tryRead(() => runOnFile(tool, args, file));
}

/** Returns undefined for a file that cannot be read, after printing the reason. */
async function tryRead<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof ValidationError) || !/ cannot be read: /.test(error.message)) {
      throw error;
    }
    warn(error.message);
    return undefined;
  }
}

async function checkLists(tool: Tool, args: CliArgs, lists: string[]): Promise<FilesOutcome> {
  const { parse, terms } = getList(tool);
  const states: State[] = [];
  let output = "";
  for (const list of lists) {
    const text = await tryRead(() => readContent(list, MAX_LIST_BYTES));
    if (text === undefined) states.push("unreadable");
    const { files, malformed } = parse(text ?? "");
    states.push(...Array<State>(malformed).fill("malformed"));
    for (const file of files) {
      const state = await checkFile(tool, args, file);
      states.push(state);
      if (state !== "malformed") output += `${toPrintable(file.file)}: ${STATE_TEXTS[state]}\n`;
    }
  }
  return { reply: toTextReply(output), isGood: reportStates(states, terms) };
}

type State = "ok" | "mismatch" | "unreadable" | "malformed";

const STATE_TEXTS = { ok: "OK", mismatch: "FAILED", unreadable: "FAILED open or read" } as const;

async function checkFile(
  tool: Tool,
  args: CliArgs,
  { file, members: listed }: ListedFile,
): Promise<State> {
  const members = { ...args.input, ...listed };
  // Members that the tool rejects make the line malformed, before the file is read.
  if (!isValid(tool, members)) return "malformed";
  const output = await tryFile(tool, args, { file, members });
  if (!output) return "unreadable";
  return getList(tool).isGood(output) ? "ok" : "mismatch";
}

function isValid(tool: Tool, members: object): boolean {
  try {
    startStream(tool, members);
    return true;
  } catch (error) {
    if (error instanceof ValidationError) return false;
    throw error;
  }
}

/**
 * Reports failures on standard error. Returns true when something was verified and nothing failed.
 */
function reportStates(states: readonly State[], { line, values }: FileList["terms"]): boolean {
  const count = (counted: State) => states.filter((state) => state === counted).length;
  const malformed = count("malformed");
  if (malformed === states.length) {
    warn(`no line is ${line}`);
    return false;
  }
  if (malformed > 0) warn(`lines that are not ${line}: ${malformed}`);
  if (count("unreadable") > 0) warn(`files that could not be read: ${count("unreadable")}`);
  if (count("mismatch") > 0) warn(`${values} that did not match: ${count("mismatch")}`);
  return count("mismatch") + count("unreadable") === 0;
}

function warn(message: string): void {
  process.stderr.write(`sundry: ${toPrintable(message)}\n`);
}

async function runOnFile(
  tool: Tool,
  { server }: CliArgs,
  { file, members }: ListedFile,
): Promise<object> {
  if (server !== undefined) return uploadFile(tool, server, { file, members });
  const stream = startStream(tool, members);
  await readFileBytes(file, (bytes) => stream.write(bytes));
  return stream.end().body as object;
}

async function uploadFile(
  { path, streamedBody }: Tool,
  server: string,
  { file, members }: ListedFile,
): Promise<object> {
  const query = toQuery(members);
  const source = await openFileStream(file);
  const response = await request(`${server}${path}?${query.toString()}`, {
    method: "POST",
    headers: { "content-type": streamedBody?.mediaTypes[0] ?? "" },
    body: Readable.toWeb(source) as ReadableStream,
    // `duplex` is required by fetch for a body of unknown length.
    duplex: "half",
  } as RequestInit);
  return parseJson(response) as object;
}

function toJsonReply(body: object): ToolReply {
  return { type: "application/json", body };
}

function toTextReply(body: string): ToolReply {
  return { type: "text/plain", body };
}
