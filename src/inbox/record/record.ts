import { hash } from "node:crypto";
import type { NewRecord } from "../../store/store.ts";
import { decodeText, decompress, releaseInflated } from "./body-text.ts";
import { validateJsonText } from "./json-text.ts";
import { parseCharset, parseMediaType } from "../../lib/net/http-headers.ts";

export { readRawBody } from "../../domain/record/record-text.ts";

/** A received request, with as much of its body as is kept. */
export interface IncomingRequest {
  method: string;
  /** The path after the inbox, still escaped: empty or with a leading `/`. */
  path: string;
  /** Still escaped, without the question mark. */
  query: string;
  /** Names and values alternately, as in Node's `rawHeaders`. */
  rawHeaders: readonly string[];
  ip: string;
  body: Buffer;
  preflight: boolean;
  /**
   * Set when the body exceeded the limit; `declaredSize` is its Content-Length, or null without
   * one.
   */
  truncated?: { declaredSize: number | null };
}

/**
 * Returns the stored form of a request: its JSON text without the prefix that the store adds.
 * `maxDecodedBytes` limits the size of a decompressed body.
 */
export function buildRecord(request: IncomingRequest, maxDecodedBytes: number): NewRecord {
  const { method, path, query, rawHeaders, ip, body, preflight, truncated } = request;
  const headers = joinHeaders(rawHeaders);
  // One concatenated text, because this runs for every request and objects would cost twice as
  // much.
  const members =
    `"method":${quote(method)},"path":${quote(path)},"query":${quote(query)}` +
    `,"contentType":${quote(headers.get("content-type") ?? "")},"ip":${quote(ip)}` +
    (preflight ? ',"preflight":true' : "") +
    (truncated ? `,"truncated":true,"declaredSize":${truncated.declaredSize}` : "") +
    formatBody(body, headers, truncated ? 0 : maxDecodedBytes) +
    `,"headers":${formatHeaders(headers)},"rawHeaders":${formatPairs(rawHeaders)}`;
  return { members: Buffer.from(members), method, preflight };
}

/**
 * Returns the members about the body. `maxDecodedBytes` of 0 marks part of a body, which is not
 * interpreted.
 */
function formatBody(body: Buffer, headers: Map<string, string>, maxDecodedBytes: number): string {
  const contentType = headers.get("content-type") ?? "";
  const encoding = headers.get("content-encoding")?.trim() || "identity";
  const plain = encoding.toLowerCase() === "identity";
  const decoded = plain ? undefined : decompress(body, encoding, maxDecodedBytes);
  const { text, exact, valid } = decodeText(decoded ?? body, parseCharset(contentType));
  if (decoded) releaseInflated(decoded);
  const asSent = exact && !decoded;
  const readable = maxDecodedBytes > 0 && (plain || decoded !== undefined);
  return (
    `,"bodySize":${body.length},"bodySha256":"${hash("sha256", body)}"` +
    `,"bodyEncoding":"${asSent ? "utf8" : "base64"}"` +
    (decoded ? ',"bodyDecoded":true' : "") +
    `,"body":${JSON.stringify(text)}` +
    formatJson(text, parseMediaType(contentType), readable && valid) +
    (asSent ? "" : `,"bodyBase64":"${body.toString("base64")}"`)
  );
}

function formatJson(text: string, type: string, readable: boolean): string {
  const declared = type === "application/json" || type.endsWith("+json");
  const guessed = GUESSED_TYPES.has(type) && /^\uFEFF?\s*[{[]/.test(text);
  if (!declared && !guessed) return ',"bodyJson":null';
  const result = readable ? validateJsonText(text) : { error: "the body cannot be read as text" };
  if ("json" in result) return `,"bodyJson":${result.json}`;
  // Invalid JSON is not an error where the type was only guessed.
  const reported = declared || !NOT_JSON.has(result.error);
  return reported ? `,"bodyJson":null,"jsonError":${quote(result.error)}` : ',"bodyJson":null';
}

/** Types under which JSON is often sent by mistake: no type, and the defaults of fetch and curl. */
const GUESSED_TYPES = new Set(["", "text/plain", "application/x-www-form-urlencoded"]);
const NOT_JSON = new Set([
  "the body is empty",
  "the body is not valid JSON",
  "the body cannot be read as text",
]);

/** Joins repeated headers into one value per lower-case name, in the order of first appearance. */
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

/** Not `JSON.stringify` of an object, which would lose `__proto__` and reorder names like `7`. */
function formatHeaders(headers: Map<string, string>): string {
  let members = "";
  for (const [name, value] of headers) members += `,${quote(name)}:${quote(value)}`;
  return `{${members.slice(1)}}`;
}

function formatPairs(rawHeaders: readonly string[]): string {
  let pairs = "";
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    pairs += `,[${quote(rawHeaders[at] ?? "")},${quote(rawHeaders[at + 1] ?? "")}]`;
  }
  return `[${pairs.slice(1)}]`;
}

/** Matches text that needs no JSON escapes, as most header names and values. */
const UNESCAPED = /^[ !#-[\]-~]*$/;

function quote(text: string): string {
  return UNESCAPED.test(text) ? `"${text}"` : JSON.stringify(text);
}
