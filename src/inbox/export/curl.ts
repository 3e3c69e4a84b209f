import { selectEndToEndHeaders } from "../../domain/record/forwarding.ts";
import type { RecordFields } from "../../domain/record/inbox-record.ts";
import { toBodyBytes } from "../../domain/record/record-text.ts";
import { escapeTarget, type ExportContext, toRequestTarget } from "./target.ts";

/** The first lines of an exported script. */
export const CURL_PREFIX = "#!/bin/sh\n";

/** Larger bodies are written in base64, because the length of an argument is limited. */
const MAX_ARGUMENT_BYTES = 8_192;

/** Larger bodies are sent with `Expect`, which the command suppresses. */
const MAX_UNANNOUNCED_BYTES = 1_024;

/** Ends the base64 of a body. */
const BODY_END = "END_OF_BODY";

const BASE64_LINE = 76;

/** Headers that curl adds unless they are named. */
const CURL_HEADERS = ["User-Agent", "Accept"];

/** URLs that curl sends as they are written. Dot segments are not among them. */
const PLAIN_TARGET = /^[\w\-.~!$&'()*+,;=:@/?%]*$/;
const DOT_SEGMENT = /\/\.{1,2}(\/|\?|$)/;

/**
 * Returns a curl command that sends a captured request to this server again. The bytes are the
 * same, and so are the headers and their order, except those of a connection. A truncated record
 * becomes a comment.
 */
export function formatCurl(record: RecordFields, context: ExportContext): Buffer {
  const { seq, receivedAt, method, path, truncated } = record;
  const comment = `\n# ${seq} ${receivedAt} ${method} ${escapeTarget(path) || "/"}\n`;
  if (truncated) {
    return Buffer.from(`${comment}# Not exported: the body was too large to be stored.\n`);
  }
  const body = toBodyBytes(record);
  const isArgument = record.bodyEncoding === "utf8" && isPrintable(body);
  // Every string has one character a byte, because header bytes need not be UTF-8.
  const words = [
    ...toMethod(method, body),
    ...toHeaders(record, body),
    ...(body.length === 0
      ? []
      : [isArgument ? `--data-raw ${quote(body.toString("latin1"))}` : "--data-binary @-"]),
    ...toAddress(toRequestTarget(record, context), context),
  ];
  const curl = `curl -sS --http1.1 ${words.join(" \\\n  ")}`;
  const command = isArgument || body.length === 0 ? `${curl}\n` : decode(body, curl);
  return Buffer.from(comment + command, "latin1");
}

function isPrintable(body: Buffer): boolean {
  return body.length <= MAX_ARGUMENT_BYTES && !body.some((byte) => byte < 0x20 && !isSpace(byte));
}

function isSpace(byte: number): boolean {
  return byte === 0x09 || byte === 0x0a;
}

/** Returns a command that gets the body on its standard input. */
function decode(body: Buffer, command: string): string {
  const lines = body.toString("base64").match(new RegExp(`.{1,${BASE64_LINE}}`, "g")) ?? [];
  return `base64 -d <<'${BODY_END}' | ${command}\n${lines.join("\n")}\n${BODY_END}\n`;
}

function toMethod(method: string, body: Buffer): string[] {
  if (method !== "HEAD") return [`-X ${quote(method)}`];
  if (body.length === 0) return ["--head"];
  // curl would wait for the body that the response's Content-Length announces, so the server ends
  // the connection.
  return ["-X HEAD", "--ignore-content-length", "-H 'Connection: close'"];
}

function toHeaders({ rawHeaders }: RecordFields, body: Buffer): string[] {
  const headers = selectEndToEndHeaders(rawHeaders).filter(
    ([name]) => name.toLowerCase() !== "host",
  );
  const names = new Set(headers.map(([name]) => name.toLowerCase()));
  const added = [
    ...CURL_HEADERS,
    ...(body.length > 0 ? ["Content-Type"] : []),
    ...(body.length > MAX_UNANNOUNCED_BYTES ? ["Expect"] : []),
  ];
  return [
    ...headers.map(([name, value]) => (value === "" ? `${name};` : `${name}: ${value}`)),
    // A name without a value suppresses the header.
    ...added.filter((name) => !names.has(name.toLowerCase())).map((name) => `${name}:`),
  ].map((header) => `-H ${quote(header)}`);
}

/** Returns the URL; with the target apart from it where curl would change the path. */
function toAddress(target: string, { origin }: ExportContext): string[] {
  const server = new URL(origin).origin;
  if (PLAIN_TARGET.test(target) && !DOT_SEGMENT.test(target)) return [quote(server + target)];
  return [`--request-target ${quote(target)}`, quote(`${server}/`)];
}

/** Quotes a text of any bytes but NUL for a POSIX shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
