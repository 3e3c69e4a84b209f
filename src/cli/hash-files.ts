import { Readable } from "node:stream";
import { ValidationError } from "../lib/errors.ts";
import type { Tool, ToolReply } from "../tools/define.ts";
import { startStream } from "../tools/run.ts";
import { toPrintable } from "../lib/text/printable.ts";
import type { CliArgs } from "./arguments.ts";
import { readContent } from "./content.ts";
import { openFileStream, readFileBytes } from "./file-stream.ts";
import { formatHashLine, type HashEntry, parseHashList } from "./hash-list.ts";
import { parseJson, request, toQuery } from "./request.ts";

/**
 * The lines that a command prints. `isVerified` is false when a file cannot be hashed or its hash
 * is not the expected one.
 */
export interface HashOutcome {
  reply: ToolReply;
  isVerified: boolean;
}

/** The members of a response that the command reads. */
interface HashedFile {
  hash: string;
  matches?: boolean;
}

/** Maximum bytes of a list of hashes. */
const MAX_LIST_BYTES = 64 * 1024 ** 2;

/**
 * Hashes files of any size, or standard input. One file prints the response as JSON, several print
 * lines as `sha256sum` does, and `--check` verifies such lines. The reason why a file cannot be
 * read goes to standard error.
 */
export async function hashFiles(tool: Tool, args: CliArgs): Promise<HashOutcome> {
  const files = args.files.length > 0 ? args.files : ["-"];
  if (args.check) return checkLists(tool, args, files);
  const [first = "-", ...others] = files;
  if (others.length > 0) return listHashes(tool, args, files);
  const hashed = await tryHash(tool, args, { file: first, members: args.input });
  if (!hashed) return { reply: toTextReply(""), isVerified: false };
  return { reply: toJsonReply(hashed), isVerified: hashed.matches !== false };
}

async function listHashes(tool: Tool, args: CliArgs, files: string[]): Promise<HashOutcome> {
  for (const name of ["all", "expected"]) {
    if (name in args.input) throw ValidationError.at([`--${name}`], "is for one file only");
  }
  const hashed: (HashedFile & { file: string })[] = [];
  for (const file of files) {
    const hashedFile = await tryHash(tool, args, { file, members: args.input });
    if (hashedFile) hashed.push({ file, ...hashedFile });
  }
  const lines = hashed.map(formatHashLine).join("");
  return {
    reply: args.json ? toJsonReply(hashed) : toTextReply(lines),
    isVerified: hashed.length === files.length,
  };
}

function tryHash(tool: Tool, args: CliArgs, file: FileRequest): Promise<HashedFile | undefined> {
  return tryRead(() => hashFile(tool, args, file));
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

async function checkLists(tool: Tool, args: CliArgs, lists: string[]): Promise<HashOutcome> {
  const states: State[] = [];
  let output = "";
  for (const list of lists) {
    const text = await tryRead(() => readContent(list, MAX_LIST_BYTES));
    if (text === undefined) states.push("unreadable");
    const { entries, malformed } = parseHashList(text ?? "");
    states.push(...Array<State>(malformed).fill("malformed"));
    for (const entry of entries) {
      const state = await checkEntry(tool, args, entry);
      states.push(state);
      if (state !== "malformed") output += `${toPrintable(entry.file)}: ${STATE_TEXTS[state]}\n`;
    }
  }
  return { reply: toTextReply(output), isVerified: reportStates(states) };
}

type State = "ok" | "mismatch" | "unreadable" | "malformed";

const STATE_TEXTS = { ok: "OK", mismatch: "FAILED", unreadable: "FAILED open or read" } as const;

async function checkEntry(
  tool: Tool,
  args: CliArgs,
  { file, hash, algorithm }: HashEntry,
): Promise<State> {
  const members = {
    ...args.input,
    ...(algorithm !== undefined && { algorithm }),
    expected: hash,
  };
  // A hash of an unknown size makes the line malformed, before the file is read.
  if (!isValid(tool, members)) return "malformed";
  const hashed = await tryHash(tool, args, { file, members });
  if (!hashed) return "unreadable";
  return hashed.matches ? "ok" : "mismatch";
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
function reportStates(states: readonly State[]): boolean {
  const count = (counted: State) => states.filter((state) => state === counted).length;
  const malformed = count("malformed");
  if (malformed === states.length) {
    warn("no line is a hash and a file name");
    return false;
  }
  if (malformed > 0) warn(`lines that are not a hash and a file name: ${malformed}`);
  if (count("unreadable") > 0) warn(`files that could not be read: ${count("unreadable")}`);
  if (count("mismatch") > 0) warn(`hashes that did not match: ${count("mismatch")}`);
  return count("mismatch") + count("unreadable") === 0;
}

function warn(message: string): void {
  process.stderr.write(`sundry: ${toPrintable(message)}\n`);
}

interface FileRequest {
  file: string;
  members: Record<string, unknown>;
}

async function hashFile(
  tool: Tool,
  { server }: CliArgs,
  { file, members }: FileRequest,
): Promise<HashedFile> {
  if (server !== undefined) return uploadFile(tool, server, { file, members });
  const stream = startStream(tool, members);
  await readFileBytes(file, (bytes) => stream.write(bytes));
  return stream.end().body as HashedFile;
}

async function uploadFile(
  { path, streamedBody }: Tool,
  server: string,
  { file, members }: FileRequest,
): Promise<HashedFile> {
  const query = toQuery(members);
  const source = await openFileStream(file);
  const response = await request(`${server}${path}?${query.toString()}`, {
    method: "POST",
    headers: { "content-type": streamedBody?.mediaTypes[0] ?? "" },
    body: Readable.toWeb(source) as ReadableStream,
    // `duplex` is required by fetch for a body of unknown length.
    duplex: "half",
  } as RequestInit);
  return parseJson(response) as HashedFile;
}

function toJsonReply(body: object): ToolReply {
  return { type: "application/json", body };
}

function toTextReply(body: string): ToolReply {
  return { type: "text/plain", body };
}
