import { KeyedSlots } from "../../lib/concurrency/keyed-slots.ts";
import { UnavailableError } from "../../lib/errors.ts";
import { toTransferable } from "../../lib/workers/transferable.ts";
import { createWorkerPool } from "../../lib/workers/worker-pool.ts";
import type { NewRecord } from "../../store/store.ts";
import { MAX_GROWTH } from "./body-text.ts";
import { type IncomingRequest, buildRecord } from "./record.ts";
import type { BuildTask } from "./worker.ts";

/** Larger bodies go to a worker: parsing four megabytes takes a third of a second. */
const MAX_INLINE_BYTES = 16_384;

/** Maximum bytes that wait for the worker, half of them of one client; else senders retry. */
const MAX_WAITING_BYTES = 64 * 1024 ** 2;

/** Maximum bodies that wait; a full queue rejects the client with most. */
const MAX_WAITING = 4096;

/** Longest wait of a body in milliseconds, which is a few seconds of the worker's time. */
const MAX_WAIT_MS = 5_000;

/** Maximum processor time of a body in milliseconds. The largest takes less than one second. */
const DEADLINE_MS = 10_000;

/**
 * Builds records: small ones synchronously, large and compressed ones in a worker that the first of
 * them starts. Clients take turns, in which a body counts by the bytes that it may inflate to.
 */
export class RecordBuilder {
  readonly #maxDecodedBytes: number;
  readonly #pool = createWorkerPool({
    script: new URL("./worker.js", import.meta.url),
    workers: 1,
    maxQueued: MAX_WAITING,
    maxWaitMs: MAX_WAIT_MS,
  });
  readonly #waitingBytes = new KeyedSlots({
    max: MAX_WAITING_BYTES,
    maxPerKey: MAX_WAITING_BYTES / 2,
  });

  /** `maxDecodedBytes` limits the size of a decompressed body. */
  constructor(maxDecodedBytes: number) {
    this.#maxDecodedBytes = maxDecodedBytes;
  }

  /**
   * Returns the stored form of a request, whose body must not be used afterwards, because it may be
   * transferred. `client` is the sender's address, as limits count it. Rejects with an
   * UnavailableError when too much waits.
   */
  build(request: IncomingRequest, client: string): NewRecord | Promise<NewRecord> {
    const inline = request.body.length <= MAX_INLINE_BYTES && !isEncoded(request);
    return inline
      ? buildRecord(request, this.#maxDecodedBytes)
      : this.#buildInWorker(request, client);
  }

  close(): Promise<void> {
    return this.#pool.close();
  }

  async #buildInWorker(request: IncomingRequest, client: string): Promise<NewRecord> {
    const { method, preflight } = request;
    const size = request.body.length;
    const release = this.#waitingBytes.take(client, size);
    if (!release) throw new UnavailableError("Too many large bodies are waiting.", "overloaded", 2);
    const maxDecodedBytes = this.#maxDecodedBytes;
    const weight = isEncoded(request) ? Math.min(maxDecodedBytes, size * MAX_GROWTH) : size;
    const body = toTransferable(request.body);
    const task: BuildTask = { request: { ...request, body }, maxDecodedBytes };
    const options = { transfer: [body.buffer], deadlineMs: DEADLINE_MS };
    try {
      const bytes = await this.#pool.run((worker) => worker.call<Uint8Array>(task, options), {
        client,
        weight,
      });
      const members = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      return { members, method, preflight };
    } finally {
      release();
    }
  }
}

function isEncoded({ rawHeaders }: IncomingRequest): boolean {
  return rawHeaders.some(
    (name, index) =>
      index % 2 === 0 && name.length === 16 && name.toLowerCase() === "content-encoding",
  );
}
