import { Readable } from "node:stream";
import type { Handle } from "./handle.ts";
import type { ClientConnection, RequestContext, RequestSource } from "./context.ts";
import type { EncodedReply } from "./encode-reply.ts";
import { closeStream, type Reply } from "./reply.ts";
import type { ResponseWriter } from "./response-writer.ts";

/** A request of this process to itself. */
interface InjectedRequest {
  method: string;
  /** Path and query, without the base path. */
  url: string;
  headers: Record<string, string>;
  body?: string;
  /** False: the request does not count for the client's daily quota. Default: true. */
  isCounted?: boolean;
  /** True: the request goes on when the client of its parent has gone. */
  isDetached?: boolean;
}

/** Its response, with the whole body. */
export interface InjectedResponse {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** Sends a request for the caller of another one, its parent. */
export type Inject = (
  parent: RequestContext,
  request: InjectedRequest,
) => Promise<InjectedResponse>;

interface InjectDeps {
  createContext(source: RequestSource): RequestContext;
  handle: Handle;
  writer: ResponseWriter;
}

/** The connection of a request that no client waits for. */
const DETACHED: ClientConnection = {
  destroyed: false,
  once: () => undefined,
  destroy: () => undefined,
};

/** Creates the function that sends requests through `handle` without a socket. */
export function createInject({ createContext, handle, writer }: InjectDeps): Inject {
  return async (parent, { method, url, headers, body = "", isCounted = true, isDetached }) => {
    const { host } = parent.headers;
    const length = body === "" ? {} : { "content-length": String(Buffer.byteLength(body)) };
    const allHeaders = { ...(host !== undefined && { host }), ...headers, ...length };
    const message = Object.assign(Readable.from(body === "" ? [] : [Buffer.from(body)]), {
      method,
      url,
      httpVersion: "1.1",
      headers: allHeaders,
      rawHeaders: Object.entries(allHeaders).flat(),
    });
    const { socketAddress } = parent;
    const connection = isDetached ? DETACHED : parent.connection;
    const context = createContext({ message, connection, socketAddress });
    context.actFor(parent);
    context.isCounted = isCounted;
    const reply = await new Promise<Reply>((resolve) => handle(context, resolve));
    const encoded = writer.prepare(context, reply);
    const { status, headers: sent } = encoded;
    try {
      return { status, headers: toObject(sent), body: await collect(encoded) };
    } finally {
      if (encoded.body === undefined) await closeStream(reply.body);
      reply.afterSend?.();
    }
  };
}

function toObject(headers: readonly string[]): Record<string, string> {
  const names = headers.filter((_, index) => index % 2 === 0);
  return Object.fromEntries(names.map((name, index) => [name, headers[index * 2 + 1] ?? ""]));
}

async function collect({ body }: EncodedReply): Promise<Buffer> {
  if (body === undefined) return Buffer.alloc(0);
  if (typeof body === "string") return Buffer.from(body);
  if (body instanceof Uint8Array) return Buffer.from(body);
  const parts: Uint8Array[] = [];
  // Copied, because a stream may free a part when the next one is asked for.
  for await (const part of body) parts.push(Buffer.from(part));
  return Buffer.concat(parts);
}
