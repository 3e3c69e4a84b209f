import type { ServerResponse } from "node:http";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { ReplyBody } from "../reply.ts";
import type { ByteBudget, ByteReservation } from "../socket/byte-budget.ts";

/**
 * Larger bodies are written in pieces of this size, the next one when the client took the one
 * before.
 */
const PIECE_BYTES = 65_536;

/** Bytes that one turn of the event loop writes, because a client may read as fast as it writes. */
const TURN_BYTES = 1024 ** 2;

/** The limits of clients that read slowly. */
export interface ReaderLimits {
  /** Limits the bytes of responses that wait for their clients. */
  unsentResponses: ByteBudget;
  /** Milliseconds a client may read nothing before it is disconnected. */
  readerTimeoutMs: number;
}

type SmallBody = string | Uint8Array | readonly Uint8Array[];

interface UnsentBody<B extends ReplyBody = ReplyBody> {
  body?: B | undefined;
  /** In bytes; undefined for a stream. */
  length: number | undefined;
  /** The key of its client in the budget. */
  client: string;
}

/** Writes bodies as fast as their clients read. */
export class BodyWriter {
  readonly #limits: ReaderLimits;

  constructor(limits: ReaderLimits) {
    this.#limits = limits;
  }

  /** Writes a body and ends the response; undefined: everything is written already. */
  write(response: ServerResponse, unsent: UnsentBody): Promise<void> | undefined {
    const { length } = unsent;
    if (length === undefined || length > PIECE_BYTES) return this.#writePieces(response, unsent);
    this.end(response, unsent as UnsentBody<SmallBody>);
    return undefined;
  }

  /**
   * Ends a response. Bytes that the client does not take immediately are counted and may wait until
   * the timeout.
   */
  end(response: ServerResponse, { body, length, client }: UnsentBody<SmallBody>): void {
    endWith(response, body);
    if (response.writableFinished) return;
    const abort = () => void response.destroy();
    const reservation = this.#limits.unsentResponses.reserve(client, { abort });
    const timer = setTimeout(abort, this.#limits.readerTimeoutMs);
    response.once("close", () => {
      clearTimeout(timer);
      reservation.release();
    });
    reservation.set(length ?? 0);
  }

  /**
   * Counts a buffered body as a whole until its end, and of a stream the chunk that is being
   * written.
   */
  async #writePieces(
    response: ServerResponse,
    { body, length, client }: UnsentBody,
  ): Promise<void> {
    /** Undefined until something waits, because thousands of idle streams may be open. */
    let reservation: ByteReservation | undefined;
    let written = 0;
    const abort = () => void response.destroy();
    const reserve = (bytes: number) => {
      reservation ??= this.#limits.unsentResponses.reserve(client, { abort });
      reservation.set(bytes);
    };
    if (length === undefined) flattenHead(response);
    try {
      for await (const chunk of toChunks(body ?? "")) {
        const bytes = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
        if (length !== undefined || bytes.length > PIECE_BYTES) reserve(length ?? bytes.length);
        for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
          if (response.closed) return;
          const writing = this.#writePiece(response, bytes.subarray(at, at + PIECE_BYTES));
          written += PIECE_BYTES;
          const waiting = writing ?? (written % TURN_BYTES === 0 ? nextTurn() : undefined);
          if (waiting) {
            reserve(length ?? bytes.length);
            await waiting;
          }
        }
        if (length === undefined) reservation?.set(0);
      }
    } catch (error) {
      response.destroy();
      throw error;
    } finally {
      reservation?.release();
    }
    if (!response.closed) this.end(response, { length: 0, client });
  }

  /**
   * Resolves when the operating system has the piece or the client is gone; undefined: it has it
   * already.
   */
  #writePiece(response: ServerResponse, piece: Uint8Array): Promise<void> | undefined {
    let onTaken: (() => void) | undefined;
    response.write(piece, () => onTaken?.());
    // Node would hold the piece back until the next tick, for others to join it.
    response.socket?.uncork();
    if (response.writableLength === 0) return undefined;
    return new Promise((resolve) => {
      const timer = setTimeout(() => response.destroy(), this.#limits.readerTimeoutMs);
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
 * Makes Node write the head, with the first chunk still in the same packet. Node keeps the head of
 * a response, joined from 60 strings, until its end. Only writing it joins them in memory as well,
 * which saves 3 kB of each stream.
 */
function flattenHead(response: ServerResponse): void {
  response.socket?.cork();
  response.flushHeaders();
}

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
