import { hash } from "node:crypto";
import type { NewRecord } from "../../store/store.ts";
import { decompress, readText } from "./body-text.ts";
import { readJsonText } from "./json-text.ts";

/** A request as it came in, read as far as it is kept. */
export interface IncomingRequest {
  method: string;
  /** What follows the inbox in the path, as it was sent: empty or beginning with `/`. */
  path: string;
  /** As it was sent, without the question mark. */
  query: string;
  /** Names and values by turns, as they were sent. */
  rawHeaders: readonly string[];
  ip: string;
  body: Buffer;
  preflight: boolean;
  /** There was more of the body than may be kept; `declaredSize` is its Content-Length, if it had one. */
  truncated?: { declaredSize: number | null };
}

/** Makes the stored form of a request: complete JSON text, but for its place in the inbox. */
export function makeRecord(arrival: IncomingRequest, mostBytes: number): NewRecord {
  const { method, path, query, rawHeaders, ip, body, preflight, truncated } = arrival;
  const headers = joinHeaders(rawHeaders);
  const type = headers.get("content-type");
  // One text built from front to back: every request pays for what is made on the way.
  const jsonFields =
    `"method":${quote(method)},"path":${quote(path)},"query":${quote(query)}` +
    `,"contentType":${type === undefined ? "null" : quote(type)},"ip":${quote(ip)}` +
    (preflight ? ',"preflight":true' : "") +
    (truncated ? `,"truncated":true,"declaredSize":${truncated.declaredSize}` : "") +
    bodyMembers(body, headers, truncated ? 0 : mostBytes) +
    `,"headers":${headersText(headers)},"rawHeaders":${pairsText(rawHeaders)}`;
  return { members: Buffer.from(jsonFields), method, preflight };
}

/** `mostBytes`: how large a compressed body may grow; 0 for part of a body, of which nothing is read. */
function bodyMembers(body: Buffer, headers: Map<string, string>, mostBytes: number): string {
  const { essence, charset } = mediaType(headers.get("content-type") ?? "");
  const encoding = headers.get("content-encoding")?.trim() || "identity";
  const plain = encoding.toLowerCase() === "identity";
  const decoded = plain ? undefined : decompress(body, encoding, mostBytes);
  const { text, exact, valid } = readText(decoded ?? body, charset);
  const asSent = exact && !decoded;
  const readable = mostBytes > 0 && (plain || decoded !== undefined);
  return (
    `,"bodySize":${body.length},"bodySha256":"${hash("sha256", body)}"` +
    `,"bodyEncoding":"${asSent ? "utf8" : "base64"}"` +
    (decoded ? ',"bodyDecoded":true' : "") +
    `,"body":${JSON.stringify(text)}` +
    jsonMembers(text, essence, readable && valid) +
    (asSent ? "" : `,"bodyBase64":"${body.toString("base64")}"`)
  );
}

function jsonMembers(text: string, essence: string, readable: boolean): string {
  const declared = essence === "application/json" || essence.endsWith("+json");
  const guessed = GUESSED.has(essence) && /^\uFEFF?\s*[{[]/.test(text);
  if (!declared && !guessed) return ',"bodyJson":null';
  const read = readable ? readJsonText(text) : { error: "the body cannot be read as text" };
  if ("json" in read) return `,"bodyJson":${read.json}`;
  // Text that was merely taken for JSON may well be none: that is no error.
  const told = declared || !NOT_JSON.has(read.error);
  return told ? `,"bodyJson":null,"jsonError":${quote(read.error)}` : ',"bodyJson":null';
}

/** Types under which JSON is sent by mistake: none at all, curl's and fetch's defaults. */
const GUESSED = new Set(["", "text/plain", "application/x-www-form-urlencoded"]);
const NOT_JSON = new Set([
  "the body is empty",
  "the body is not valid JSON",
  "the body cannot be read as text",
]);

function mediaType(value: string): { essence: string; charset: string | undefined } {
  const end = value.indexOf(";");
  const essence = (end === -1 ? value : value.slice(0, end)).trim().toLowerCase();
  if (end === -1) return { essence, charset: undefined };
  return { essence, charset: /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(value)?.[1] };
}

/** One text for each name, in the order of first appearance; repeats are joined, none is dropped. */
function joinHeaders(rawHeaders: readonly string[]): Map<string, string> {
  const joined = new Map<string, string>();
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = (rawHeaders[at] ?? "").toLowerCase();
    const value = rawHeaders[at + 1] ?? "";
    const before = joined.get(name);
    const separator = name === "cookie" ? "; " : ", ";
    joined.set(name, before === undefined ? value : `${before}${separator}${value}`);
  }
  return joined;
}

/** Written by hand: an object would lose or misplace names like `__proto__` and `7`. */
function headersText(headers: Map<string, string>): string {
  let members = "";
  for (const [name, value] of headers) members += `,${quote(name)}:${quote(value)}`;
  return `{${members.slice(1)}}`;
}

function pairsText(rawHeaders: readonly string[]): string {
  let pairs = "";
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    pairs += `,[${quote(rawHeaders[at] ?? "")},${quote(rawHeaders[at + 1] ?? "")}]`;
  }
  return `[${pairs.slice(1)}]`;
}

/** Text that JSON shows as it is, as most names and values of headers are. */
const PLAIN = /^[ !#-[\]-~]*$/;

function quote(text: string): string {
  return PLAIN.test(text) ? `"${text}"` : JSON.stringify(text);
}

/**
 * The received bytes of a stored record. Only the one member that holds them is read: the whole text of a large
 * record would keep the process busy for long. What is looked for cannot stand inside a JSON string, where its
 * quotes would be escaped; the sender's JSON lies between the members searched from the beginning and from the end.
 */
export function rawBytes(text: Buffer): Buffer {
  const encoding = text.indexOf('"bodyEncoding":"') + '"bodyEncoding":"'.length;
  if (text.toString("latin1", encoding, encoding + 4) === "utf8") {
    const start = text.indexOf('"body":', encoding) + '"body":'.length;
    const json = text.toString("utf8", start, endOfString(text, start) + 1);
    return Buffer.from(JSON.parse(json) as string);
  }
  const start = text.lastIndexOf('"bodyBase64":"') + '"bodyBase64":"'.length;
  return Buffer.from(text.toString("latin1", start, text.indexOf(QUOTE, start)), "base64");
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Where the JSON string that begins at `at` has its closing quote. */
function endOfString(text: Buffer, at: number): number {
  for (;;) {
    at = text.indexOf(QUOTE, at + 1);
    let slashes = 0;
    while (text[at - 1 - slashes] === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return at;
  }
}
