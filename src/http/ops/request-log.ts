import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { RequestLine } from "../../lib/logging/request-line.ts";
import type { RequestContext } from "../context.ts";

/** The status of nginx for a client that disconnected before its response. It is never sent. */
export const CLIENT_CLOSED = 499;

/** Probes, whose lines would hide the others. */
const UNLOGGED = new Set(["/healthz", "/readyz", "/metrics"]);

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** Bytes of a connection that the lines of its earlier requests have counted. */
interface CountedBytes {
  read: number;
  written: number;
}

const NO_BYTES: CountedBytes = { read: 0, written: 0 };

export type LogRequest = (line: RequestLine) => void;

/**
 * Logs a line for each response: what was asked by its pattern, never by its path, query, headers,
 * address, key or body.
 */
export class RequestLog {
  readonly #log: LogRequest;
  readonly #counted = new WeakMap<Socket, CountedBytes>();
  readonly #patterns = new Map<string, string>();

  constructor(log: LogRequest) {
    this.#log = log;
  }

  /** Logs a request when its response is finished or its client is gone. */
  watch(response: ServerResponse, context: RequestContext): void {
    const path = context.route?.path;
    if (path !== undefined && UNLOGGED.has(path)) return;
    const { socket } = context.message;
    const write = () => {
      const status = response.writableFinished ? response.statusCode : CLIENT_CLOSED;
      this.#write(context, status, socket);
    };
    if (response.writableFinished || response.closed) write();
    else response.once("close", write);
  }

  #write(context: RequestContext, status: number, socket: Socket | undefined): void {
    const { id: requestId, method, route, tool, startMs } = context;
    const { read, written } = this.#countBytes(socket);
    this.#log({
      requestId,
      method: METHODS.has(method) ? method : "other",
      route: route ? this.#getPattern(route.path) : "unmatched",
      status,
      durationMs: performance.now() - startMs,
      bytesIn: read,
      bytesOut: written,
      tool,
    });
  }

  /** Formats each path once, because that takes longer than the rest of a line. */
  #getPattern(path: string): string {
    const pattern = this.#patterns.get(path) ?? formatPattern(path);
    this.#patterns.set(path, pattern);
    return pattern;
  }

  /** Counts the bytes of a connection since its last line. */
  #countBytes(socket: Socket | undefined): CountedBytes {
    if (!socket) return NO_BYTES;
    const { bytesRead: read, bytesWritten: written } = socket;
    const counted = this.#counted.get(socket) ?? NO_BYTES;
    this.#counted.set(socket, { read, written });
    return { read: read - counted.read, written: written - counted.written };
  }
}

/** Formats the path of a route as the documentation does. The rest of a path is an inbox's id. */
function formatPattern(path: string): string {
  return path.replace("*", "{id}").replaceAll(/:(\w+)/g, "{$1}");
}
