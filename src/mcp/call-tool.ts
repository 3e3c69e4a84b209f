import { isDeepStrictEqual } from "node:util";
import type { CallToolResult } from "@modelcontextprotocol/server";
import { getExtension } from "../domain/files/media-type.ts";
import { ValidationError } from "../lib/errors.ts";
import type { SchemaNode } from "../lib/schema.ts";
import { parseMediaType } from "../lib/net/http-headers.ts";
import type { Tool } from "../tools/define.ts";
import { findFormat } from "../tools/file-format.ts";
import { computeResult, type FormatReply, startStream } from "../tools/run.ts";
import type { ToolContext } from "../tools/tool-context.ts";
import { type FileLink, MAX_INLINE_BYTES, type SaveTarget } from "./files/result-files.ts";
import type { McpCall } from "./tool.ts";

type Content = CallToolResult["content"][number];
type Members = Record<string, unknown>;

interface CallOptions {
  context: ToolContext;
  call: McpCall;
  /** True for a tool with the member `saveTo`. */
  isSaved: boolean;
}

interface ToolFile {
  mimeType: string;
  body: string | Uint8Array;
  /** The link that replaces the file in the result; undefined: the result contains it. */
  link?: FileLink | undefined;
}

/** Runs a tool. Its result has the output as JSON, and the file that the tool makes. */
export async function callTool(
  tool: Tool,
  args: unknown,
  { context, call, isSaved }: CallOptions,
): Promise<CallToolResult> {
  const sent = typeof args === "object" && args !== null ? (args as Members) : {};
  const { saveTo, ...input } = sent;
  const hasTarget = isSaved && saveTo !== undefined && saveTo !== null;
  const target = hasTarget ? await call.files.prepareSave(saveTo) : undefined;
  const members = target ? chooseFormat(tool, input, target) : sent;
  const streamed = await runOnFile(tool, members, call);
  if (streamed) return toResult(tool, streamed, undefined);
  const { ipPrefix: client, signal, onProgress, countUse, source: files } = call;
  const options = { context, client, signal, onProgress, countUse, files, query: members };
  const formatReply = await computeResult(tool, members, options);
  signal.throwIfAborted();
  const output = (await formatReply("json")).body as Members;
  const file = await createFile(tool, members, { formatReply, output, isSaved: hasTarget });
  if (file) file.link = await createLink(tool, file, { call, target });
  return toResult(tool, output, file);
}

/**
 * Runs a tool that reads bodies of any size on a file of a folder, and returns its output;
 * undefined when the input names none.
 */
async function runOnFile(
  tool: Tool,
  members: Members,
  { source, signal }: McpCall,
): Promise<Members | undefined> {
  const name = tool.streamedBody && findBytesMember(tool, members);
  if (name === undefined || !source.open) return undefined;
  const { [name]: reference, ...streamedInput } = members;
  if (typeof reference !== "string" || !source.isReference(reference)) return undefined;
  const stream = startStream(tool, streamedInput);
  const chunks = await source.open(reference);
  if (chunks === undefined) return undefined;
  if (typeof chunks === "string") throw ValidationError.at([name], chunks);
  for await (const chunk of chunks) {
    signal.throwIfAborted();
    stream.write(chunk);
  }
  return stream.end().body as Members;
}

/** Returns the member that takes the bytes instead of a text; undefined when both are sent. */
function findBytesMember({ input }: Tool, members: Members): string | undefined {
  const { "x-exactly-one": names = [] }: SchemaNode = input;
  const sent = names.filter((name) => members[name] != null);
  return sent.length > 1
    ? undefined
    : sent.find((name) => (input.properties[name] as SchemaNode).contentEncoding === "base64");
}

/** Adds the format that the extension of a file chooses, unless the caller chose one. */
function chooseFormat(tool: Tool, members: Members, { extension }: SaveTarget): Members {
  const format = findFormat(tool, extension);
  return format ? { [format.member]: format.value, ...members } : members;
}

/**
 * Returns the file that the tool makes, or that the call chooses; undefined if it is in the output.
 */
async function createFile(
  tool: Tool,
  members: Members,
  { formatReply, output, isSaved }: { formatReply: FormatReply; output: Members; isSaved: boolean },
): Promise<ToolFile | undefined> {
  const isChosen = Object.keys(tool.query?.properties ?? {}).some((name) => members[name] != null);
  if (!isSaved && !isChosen && tool.media.every(isInOutput)) return undefined;
  const { type, body } = await formatReply("file");
  const mimeType = parseMediaType(type);
  if (typeof body === "string" || body instanceof Uint8Array) {
    return isSaved || isChosen || !isInOutput(mimeType) ? { mimeType, body } : undefined;
  }
  const isFile = isSaved || (isChosen && !isDeepStrictEqual(body, output));
  return isFile ? { mimeType, body: JSON.stringify(body) } : undefined;
}

/**
 * Returns true for media types that the output already contains: JSON, and documents that are text
 * in it.
 */
function isInOutput(type: string): boolean {
  return /^(application\/json|text\/)/.test(type);
}

/** Writes or keeps a file that the caller wants to have, or that is too large for the result. */
async function createLink(
  { name }: Tool,
  { mimeType, body }: ToolFile,
  { call, target }: { call: McpCall; target: SaveTarget | undefined },
): Promise<FileLink | undefined> {
  const isLarge = Buffer.byteLength(body) > call.files.inlineBytes;
  if (!target && (!isLarge || mimeType === "application/json")) return undefined;
  const bytes = Buffer.from(body);
  if (target) return target.write(bytes);
  return call.files.keep({ name: `${name}.${getExtension(mimeType)}`, type: mimeType, bytes });
}

function toResult(tool: Tool, output: Members, file: ToolFile | undefined): CallToolResult {
  if (!file) {
    const text = JSON.stringify(shortenLists(tool, output));
    return { content: [{ type: "text", text }], structuredContent: output };
  }
  const { link } = file;
  if (!link) return { content: [toContent(tool, file)], structuredContent: output };
  const meta = link.written && { _meta: { "sundry/file": link.written } };
  const { mimeType, body } = file;
  const { uri, name } = link;
  const size = Buffer.byteLength(body);
  return {
    content: [{ type: "resource_link", uri, name, mimeType, size, ...meta }],
    structuredContent: replaceBytes(tool, output, uri),
    ...meta,
  };
}

/** Returns an output with the first entries of lists that are long for a model. */
function shortenLists({ output: schema }: Tool, output: Members): Members {
  const { properties = {} }: SchemaNode = schema;
  const entries = Object.entries(output).map(([name, value]) => {
    const max = properties[name]?.["x-brief-items"];
    return [name, max !== undefined && Array.isArray(value) ? value.slice(0, max) : value];
  });
  return Object.fromEntries(entries) as Members;
}

/** Returns an output with the URI of its file instead of the bytes. */
function replaceBytes({ output: schema }: Tool, output: Members, uri: string): Members {
  const { properties = {} }: SchemaNode = schema;
  const names = Object.keys(properties).filter((name) => properties[name]?.["x-file"]);
  const isSent = (name: string) => typeof output[name] === "string";
  return { ...output, ...Object.fromEntries(names.filter(isSent).map((name) => [name, uri])) };
}

/** Returns a file as content: its text, its image, or a resource with a URI of its own. */
export function toContent(
  { name, path }: Tool,
  { mimeType, body }: ToolFile,
  uri = `sundry://${name}/result`,
): Content {
  const bytes = Buffer.byteLength(body);
  if (bytes > MAX_INLINE_BYTES) {
    return { type: "text", text: `the file has ${bytes} bytes: request it with POST ${path}` };
  }
  if (isText(mimeType)) return { type: "text", text: Buffer.from(body).toString() };
  if (mimeType.startsWith("image/")) return { type: "image", mimeType, data: toBase64(body) };
  return { type: "resource", resource: { uri, mimeType, blob: toBase64(body) } };
}

/**
 * Returns true for text that a model can read. SVG too, because clients that show images do not
 * accept it.
 */
export function isText(mimeType: string): boolean {
  return /^text\/|[/+](json|xml)$/.test(mimeType);
}

function toBase64(body: string | Uint8Array): string {
  return Buffer.from(body).toString("base64");
}
