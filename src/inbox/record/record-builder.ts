import { KeyedSlots } from "../../lib/concurrency/keyed-slots.ts";
import { UnavailableError } from "../../lib/errors.ts";
import { toTransferable } from "../../lib/workers/transferable.ts";
import { createWorkerPool } from "../../lib/workers/worker-pool.ts";
import type { WorkerClient } from "../../lib/workers/worker-client.ts";
import type { NewRecord } from "../../store/store.ts";
import { MAX_GROWTH } from "./body-text.ts";
import { type IncomingRequest, buildRecord } from "./record.ts";
import type { BuildTask } from "./worker.ts";

/**
 * Larger bodies are built in a worker, because parsing four megabytes takes a third of a second.
 */
const MAX_INLINE_BYTES = 16_384;

/**
 * Maximum bytes of bodies that wait for the worker, half of them of one client; above it senders
 * have to retry.
 */
const MAX_WAITING_BYTES = 64 * 1024 ** 2;

/**
 * Records of more bytes keep the worker until they are stored, because compressed bodies are
 * inflated faster than a disk writes them.
 */
const MAX_AHEAD_BYTES = 256 * 1024;

/** Maximum bodies that wait; a full queue rejects the client with most. */
const MAX_WAITING = 4096;

/** Longest wait of a body in milliseconds, which is a few seconds of the worker's time. */
const MAX_WAIT_MS = 5_000;

/** Maximum processor time of a body in milliseconds. The largest takes less than one second. */
const DEADLINE_MS = 10_000;

type StoreRecord<T> = (record: NewRecord) => Promise<T>;

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
    keepsLast: false,
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
   * Passes the stored form of a request to `store` and resolves with its result. The body must not
   * be used afterwards, because it may be transferred. `client` is the sender's address, as limits
   * count it. Rejects with an UnavailableError when too much waits.
   */
  build<T>(request: IncomingRequest, client: string, store: StoreRecord<T>): Promise<T> {
    const inline = request.body.length <= MAX_INLINE_BYTES && !isEncoded(request);
    return inline
      ? store(buildRecord(request, this.#maxDecodedBytes))
      : this.#buildInWorker(request, client, store);
  }

  /** Ends the worker. */
  close(): Promise<void> {
    return this.#pool.close();
  }

  async #buildInWorker<T>(
    request: IncomingRequest,
    client: string,
    store: StoreRecord<T>,
  ): Promise<T> {
    const size = request.body.length;
    const release = this.#waitingBytes.take(client, size);
    if (!release) throw new UnavailableError("Too many large bodies are waiting.", "overloaded", 2);
    const maxDecodedBytes = this.#maxDecodedBytes;
    const weight = isEncoded(request) ? Math.min(maxDecodedBytes, size * MAX_GROWTH) : size;
    const body = toTransferable(request.body);
    const task: BuildTask = { request: { ...request, body }, maxDecodedBytes };
    const run = async (worker: WorkerClient) => {
      const options = { transfer: [body.buffer], deadlineMs: DEADLINE_MS };
      const record = toRecord(request, await worker.call<Uint8Array>(task, options));
      const isLarge = record.members.length > MAX_AHEAD_BYTES;
      const stored = store(record);
      if (isLarge) await Promise.allSettled([stored]);
      // In an object, because a failure to store is none of the worker.
      return { stored };
    };
    try {
      return await (
        await this.#pool.run(run, { client, weight })
      ).stored;
    } finally {
      release();
    }
  }
}

function toRecord({ method, preflight }: IncomingRequest, bytes: Uint8Array): NewRecord {
  return {
    members: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    method,
    preflight,
  };
}

function isEncoded({ rawHeaders }: IncomingRequest): boolean {
  return rawHeaders.some(
    (name, index) =>
      index % 2 === 0 && name.length === 16 && name.toLowerCase() === "content-encoding",
  );
}
