import { Agent as HttpAgent, type IncomingMessage, request as httpRequest } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { urlToHttpOptions } from "node:url";
import { ValidationError } from "../../lib/errors.ts";
import { selectEndToEndHeaders } from "../../domain/record/forwarding.ts";
import type { HeaderPair, RecordFields } from "../../domain/record/inbox-record.ts";
import { toBodyBytes } from "../../domain/record/record-text.ts";
import { checkHttpUrl } from "../server-client.ts";

/** The outcome of one attempt: the status of a response, or the reason for none. */
type Delivery = { status: number; ms: number } | { problem: string; ms: number };

/** The server that requests are forwarded to. */
export interface ForwardTarget {
  /** Sends a request once. Never rejects. Redirects are not followed. */
  send(record: RecordFields, signal: AbortSignal): Promise<Delivery>;
}

/** Maximum bytes of a response to read. The connection of a longer one is closed. */
const MAX_RESPONSE_BYTES = 65_536;

const MAX_HEADER_BYTES = 65_536;

/** Methods that need no `Content-Length` without a body; Node would send others chunked. */
const BODILESS = new Set(["GET", "HEAD", "DELETE", "OPTIONS", "TRACE", "CONNECT"]);

/**
 * Creates a target. `timeoutMs` limits one attempt until the end of the response's headers; the
 * body is not awaited. Throws a ValidationError for text that is not an http(s) URL.
 */
export function createTarget(text: string, timeoutMs: number): ForwardTarget {
  const url = parseTarget(text);
  const isHttps = url.protocol === "https:";
  const request = isHttps ? httpsRequest : httpRequest;
  // Uses a connection for each request, because one that the target closes between requests would
  // look like a failure.
  const agent = isHttps ? new HttpsAgent() : new HttpAgent();
  const { protocol, hostname, port } = urlToHttpOptions(url);
  return {
    send(record, signal) {
      const body = toBodyBytes(record);
      const started = performance.now();
      const getElapsedMs = () => Math.round(performance.now() - started);
      return new Promise((resolve) => {
        let outcome: Delivery | undefined;
        const sent = request({
          protocol,
          hostname,
          port,
          agent,
          maxHeaderSize: MAX_HEADER_BYTES,
          method: record.method,
          path: toPath(url, record),
          headers: toHeaders(record, url.host, body).flat(),
        });
        const finish = (fallback: string) => {
          clearTimeout(timer);
          signal.removeEventListener("abort", abort);
          sent.destroy();
          resolve(outcome ?? { problem: fallback, ms: getElapsedMs() });
        };
        const abort = () => finish("stopped");
        const timer = setTimeout(finish, timeoutMs, `no response in ${timeoutMs} ms`);
        signal.addEventListener("abort", abort);
        sent.on("response", (response) => {
          outcome = { status: response.statusCode ?? 0, ms: getElapsedMs() };
          discard(response, () => finish(""));
        });
        sent.on("upgrade", ({ statusCode = 101 }) => {
          outcome = { status: statusCode, ms: getElapsedMs() };
          finish("");
        });
        sent.on("error", (error: NodeJS.ErrnoException) => finish(error.code ?? error.message));
        sent.on("close", () => finish("the connection was closed"));
        sent.end(body);
      });
    },
  };
}

/** The path in error messages. */
const TARGET = "the target";

function parseTarget(text: string): URL {
  const url = new URL(checkHttpUrl(TARGET, text));
  if (url.username !== "" || url.password !== "")
    throw ValidationError.at([TARGET], "must not contain a user name");
  return url;
}

/** Appends sub-path and query as sent. */
function toPath({ pathname, search }: URL, { path, query }: RecordFields): string {
  const base = path === "" ? pathname : pathname.replace(/\/$/, "");
  const queries = [search.slice(1), query].filter((part) => part !== "");
  return `${base}${path}${queries.length > 0 ? `?${queries.join("&")}` : ""}`;
}

/** Returns the captured headers in their order and spelling, plus those of the new connection. */
function toHeaders(record: RecordFields, host: string, body: Buffer): HeaderPair[] {
  const headers = selectEndToEndHeaders(record.rawHeaders);
  const isForwarded = headers.some(([name]) => name.toLowerCase() === "x-forwarded-host");
  const original = headers.find(([name]) => name.toLowerCase() === "host");
  const forwardedHeaders = headers.flatMap((header): HeaderPair[] => {
    const name = header[0].toLowerCase();
    if (name === "x-sundry-record" || (name === "host" && header !== original)) return [];
    if (header !== original) return [header];
    const forwarded: HeaderPair = ["X-Forwarded-Host", header[1]];
    return isForwarded ? [[header[0], host]] : [[header[0], host], forwarded];
  });
  const needsLength = body.length > 0 || !BODILESS.has(record.method);
  return [
    ...(original ? [] : [["Host", host] satisfies HeaderPair]),
    ...forwardedHeaders,
    ["X-Sundry-Record", record.id],
    ...(needsLength ? [["Content-Length", String(body.length)] satisfies HeaderPair] : []),
  ];
}

function discard(response: IncomingMessage, done: () => void): void {
  let size = 0;
  response.on("data", (chunk: Buffer) => {
    size += chunk.length;
    if (size > MAX_RESPONSE_BYTES) done();
  });
  response.on("error", done);
  response.on("end", done);
}
