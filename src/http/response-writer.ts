import type { ServerResponse } from "node:http";
import type { ByteBudget, ByteHold } from "./byte-budget.ts";
import type { WireReply } from "./send.ts";
import type { ReplyBody } from "./types.ts";

/** Larger bodies are written in pieces of this size, the next one when the client took the one before. */
const PIECE_BYTES = 65_536;

/** Options of a response writer. */
interface WriterOptions {
  /** Limits the bytes of responses that wait for their clients. */
  waiting: ByteBudget;
  /** Milliseconds a client may read nothing before it is disconnected. */
  readerTimeoutMs: number;
}

/** Writes all responses to sockets, except errors of Node's parser. */
export class ResponseWriter {
  readonly #waiting: ByteBudget;
  readonly #readerTimeoutMs: number;

  constructor({ waiting, readerTimeoutMs }: WriterOptions) {
    this.#waiting = waiting;
    this.#readerTimeoutMs = readerTimeoutMs;
  }

  /** Writes one response of a client. Rejects when its body fails on the way; the connection is cut then. */
  write(response: ServerResponse, reply: WireReply, client: string): void | Promise<void> {
    const { status, headers, body, length } = reply;
    response.writeHead(status, headers);
    if (body === undefined || response.req.method === "HEAD") this.#end(response, client, 0);
    else if (length === undefined || length > PIECE_BYTES) {
      return this.#writePieces(response, { body, length, client });
    } else this.#end(response, client, length, body as SmallBody);
    return undefined;
  }

  /** Ends a response. What the client does not take at once is counted and may wait until the timeout. */
  #end(response: ServerResponse, client: string, length: number, body?: SmallBody): void {
    endWith(response, body);
    if (response.writableFinished) return;
    const cut = () => void response.destroy();
    const hold = this.#waiting.open(client, { cut });
    const timer = setTimeout(cut, this.#readerTimeoutMs);
    response.once("close", () => {
      clearTimeout(timer);
      hold.release();
    });
    hold.set(length);
  }

  /** Counts a buffered body as a whole until its end, and of a stream the chunk that is being written. */
  async #writePieces(
    response: ServerResponse,
    { body, length, client }: { body: ReplyBody; length: number | undefined; client: string },
  ): Promise<void> {
    /** Undefined until something waits, because thousands of idle streams may be open. */
    let hold: ByteHold | undefined;
    const setHeld = (held: number) => {
      hold ??= this.#waiting.open(client, { cut: () => void response.destroy() });
      hold.set(held);
    };
    if (length === undefined) flattenHead(response);
    try {
      for await (const chunk of toChunks(body)) {
        const bytes = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
        if (length !== undefined || bytes.length > PIECE_BYTES) setHeld(length ?? bytes.length);
        for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
          if (response.closed) return;
          const writing = this.#writePiece(response, bytes.subarray(at, at + PIECE_BYTES));
          if (writing) {
            setHeld(length ?? bytes.length);
            await writing;
          }
        }
        if (length === undefined) hold?.set(0);
      }
    } catch (error) {
      response.destroy();
      throw error;
    } finally {
      hold?.release();
    }
    if (!response.closed) this.#end(response, client, 0);
  }

  /** Resolves when the operating system has the piece or the client is gone; undefined when it has it already. */
  #writePiece(response: ServerResponse, piece: Uint8Array): Promise<void> | undefined {
    let onTaken: (() => void) | undefined;
    response.write(piece, () => onTaken?.());
    // Node would hold the piece back until the next tick, for others to join it.
    response.socket?.uncork();
    if (response.writableLength === 0) return undefined;
    return new Promise((resolve) => {
      const timer = setTimeout(() => response.destroy(), this.#readerTimeoutMs);
      const settle = () => {
        clearTimeout(timer);
        response.off("close", settle);
        resolve();
      };
      onTaken = settle;
      response.once("close", settle);
    });
  }
}

/**
 * Makes Node write the head, with the first chunk still in the same packet. Node keeps the head of a response, joined
 * from 60 strings, until its end. Only writing it joins them in memory as well, which saves 3 kB of each stream.
 */
function flattenHead(response: ServerResponse): void {
  response.socket?.cork();
  response.flushHeaders();
}

type SmallBody = string | Uint8Array | readonly Uint8Array[];

/** Parts are not joined, because for a hundred records the copy is a quarter of the work. */
function endWith(response: ServerResponse, body: SmallBody | undefined): void {
  if (body === undefined) response.end();
  else if (typeof body === "string" || body instanceof Uint8Array) response.end(body);
  else {
    response.cork();
    for (const part of body) response.write(part);
    response.end();
  }
}

function toChunks(
  body: ReplyBody,
): Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array> {
  return typeof body === "string" || body instanceof Uint8Array ? [body] : body;
}
