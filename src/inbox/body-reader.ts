import type { IncomingMessage } from "node:http";

/** A body as far as it is kept: whole, or its beginning when there was more than is allowed. */
export interface ReadBody {
  bytes: Buffer;
  truncated?: { declaredSize: number | null };
}

/** Of a body over the limit this much is kept. */
const STUB_BYTES = 65_536;

/** How long the beginning of a body that is too large by its own word is waited for. */
const STUB_WAIT_MS = 250;

/** Bytes of bodies on their way in, over all senders. Past it senders are told to come back. */
const MAX_ARRIVING = 192 * 1024 ** 2;

/** Bodies on their way in, counted together: senders cannot fill the memory by sending slowly. */
export class BodyReader {
  #bytes = 0;

  /** Whether there is room for another body. */
  hasRoom(): boolean {
    return this.#bytes < MAX_ARRIVING;
  }

  /**
   * Reads a body. Resolves with undefined when the sender went away before its end. A body that declares to be
   * too large is read no further than its first 64 KiB.
   */
  receive(message: IncomingMessage, mostBytes: number): Promise<ReadBody | undefined> {
    const declaredSize = declared(message);
    const tooLarge = declaredSize !== null && declaredSize > mostBytes;
    const kept = tooLarge ? Math.min(STUB_BYTES, mostBytes) : mostBytes;
    return new Promise((resolve) => {
      const chunks: Buffer[] = [];
      let size = 0;
      const finish = (body: ReadBody | undefined) => {
        clearTimeout(timer);
        message.off("data", take).off("end", end).off("close", onAborted).off("error", onAborted);
        this.#bytes -= size;
        resolve(body);
      };
      const truncate = () => {
        const bytes = Buffer.concat(chunks).subarray(0, STUB_BYTES);
        finish({ bytes, truncated: { declaredSize } });
        // The rest is let pass unread, so that the sender gets to read the answer.
        message.resume();
      };
      const take = (chunk: Buffer) => {
        chunks.push(chunk);
        size += chunk.length;
        this.#bytes += chunk.length;
        if (size > mostBytes || (tooLarge && size >= kept)) truncate();
      };
      const end = () => (tooLarge ? truncate() : finish({ bytes: concat(chunks) }));
      const onAborted = () => finish(undefined);
      const timer = tooLarge ? setTimeout(truncate, STUB_WAIT_MS) : undefined;
      message.on("data", take).on("end", end).on("close", onAborted).on("error", onAborted);
    });
  }
}

function concat(chunks: Buffer[]): Buffer {
  const [first] = chunks;
  return first && chunks.length === 1 ? first : Buffer.concat(chunks);
}

function declared(message: IncomingMessage): number | null {
  const length = message.headers["content-length"];
  return length === undefined ? null : Number(length);
}
