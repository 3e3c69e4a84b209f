import { connect } from "node:net";
import { parseHead } from "../../support/raw.ts";

/** A request as bytes on a connection of its own. */
export interface WireRequest {
  method: string;
  target: string;
  headers?: [name: string, value: string][];
  body?: Buffer;
}

/** A response as it was received. */
export interface WireResponse {
  status: number;
  headers: Map<string, string>;
  body: Buffer;
  ms: number;
}

/**
 * Sends exactly these header lines (Host, Content-Length and Connection are added) and reads to the
 * end.
 */
export function sendOverWire(port: number, request: WireRequest): Promise<WireResponse> {
  const { method, target, headers = [], body = Buffer.alloc(0) } = request;
  const lines = [
    `${method} ${target} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    "Connection: close",
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(body.length > 0 ? [`Content-Length: ${body.length}`] : []),
  ];
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    const chunks: Buffer[] = [];
    socket.on("data", (chunk) => chunks.push(chunk));
    socket.on("error", (error) => (chunks.length > 0 ? undefined : reject(error)));
    socket.on("close", () => {
      try {
        resolve(parseResponse(Buffer.concat(chunks), method, performance.now() - started));
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    });
    socket.write(`${lines.join("\r\n")}\r\n\r\n`);
    socket.write(body);
  });
}

function parseResponse(bytes: Buffer, method: string, ms: number): WireResponse {
  const end = bytes.indexOf("\r\n\r\n");
  if (end === -1) throw new Error(`no response: ${bytes.toString().slice(0, 200)}`);
  const head = parseHead(bytes.toString("latin1", 0, end));
  const headers = new Map(Object.entries(head.headers));
  const rest = bytes.subarray(end + 4);
  const chunked = headers.get("transfer-encoding") === "chunked" && method !== "HEAD";
  return { status: head.status, headers, body: chunked ? unchunk(rest) : rest, ms };
}

function unchunk(bytes: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length;) {
    const end = bytes.indexOf("\r\n", at);
    const size = Number.parseInt(bytes.subarray(at, end).toString(), 16);
    parts.push(bytes.subarray(end + 2, end + 2 + size));
    at = end + 2 + size + 2;
  }
  return Buffer.concat(parts);
}
