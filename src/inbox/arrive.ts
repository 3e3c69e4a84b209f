import type { IncomingMessage } from "node:http";

/** A body as far as it is kept: whole, or its beginning when there was more than is allowed. */
export interface ArrivedBody {
  bytes: Buffer;
  truncated?: { declaredSize: number | null };
}

/** Of a body over the limit this much is kept. */
const STUB_BYTES = 65_536;

/** How long the beginning of a body that is too large by its own word is waited for. */
const STUB_WAIT_MS = 250;

/** Bytes of bodies on their way in, over all senders. Past it senders are told to come back. */
const MOST_ARRIVING = 192 * 1024 ** 2;

/** Bodies on their way in, counted together: senders cannot fill the memory by sending slowly. */
export class Arrivals {
  #bytes = 0;

  /** Whether there is room for another body. */
  hasRoom(): boolean {
    return this.#bytes < MOST_ARRIVING;
  }

  /**
   * Reads a body. Resolves with undefined when the sender went away before its end. A body that declares to be
   * too large is read no further than its first 64 KiB.
   */
  receive(message: IncomingMessage, mostBytes: number): Promise<ArrivedBody | undefined> {
    const declaredSize = declared(message);
    const tooLarge = declaredSize !== null && declaredSize > mostBytes;
    const kept = tooLarge ? Math.min(STUB_BYTES, mostBytes) : mostBytes;
    return new Promise((resolve) => {
      const chunks: Buffer[] = [];
      let size = 0;
      const finish = (body: ArrivedBody | undefined) => {
        clearTimeout(timer);
        message.off("data", take).off("end", end).off("close", away).off("error", away);
        this.#bytes -= size;
        resolve(body);
      };
      const stub = () => {
        const bytes = Buffer.concat(chunks).subarray(0, STUB_BYTES);
        finish({ bytes, truncated: { declaredSize } });
        // The rest is let pass unread, so that the sender gets to read the answer.
        message.resume();
      };
      const take = (chunk: Buffer) => {
        chunks.push(chunk);
        size += chunk.length;
        this.#bytes += chunk.length;
        if (size > mostBytes || (tooLarge && size >= kept)) stub();
      };
      const end = () => (tooLarge ? stub() : finish({ bytes: concat(chunks) }));
      const away = () => finish(undefined);
      const timer = tooLarge ? setTimeout(stub, STUB_WAIT_MS) : undefined;
      message.on("data", take).on("end", end).on("close", away).on("error", away);
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
