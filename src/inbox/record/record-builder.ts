import { UnavailableError } from "../../lib/errors.ts";
import { WorkerClient } from "../../lib/workers/worker-client.ts";
import type { NewRecord } from "../../store/store.ts";
import { toTransferable } from "../../lib/workers/transferable.ts";
import { type IncomingRequest, buildRecord } from "./record.ts";
import type { BuildTask } from "./worker.ts";

/** Larger bodies are built in a worker, because parsing four megabytes takes a third of a second. */
const MAX_INLINE_BYTES = 16_384;

/** Maximum bytes of bodies that wait for the worker; above it senders are asked to retry later. */
const MAX_WAITING_BYTES = 64 * 1024 ** 2;

/** Builds records: small ones synchronously, large and compressed ones in a worker that the first of them starts. */
export class RecordBuilder {
  readonly #maxDecodedBytes: number;
  readonly #worker = new WorkerClient({ script: new URL("./worker.js", import.meta.url) });
  #waitingBytes = 0;

  /** `maxDecodedBytes` limits the size of a decompressed body. */
  constructor(maxDecodedBytes: number) {
    this.#maxDecodedBytes = maxDecodedBytes;
  }

  /**
   * Returns the stored form of a request, whose body must not be used afterwards, because it may be transferred.
   * Rejects with an UnavailableError when too many bytes wait.
   */
  build(request: IncomingRequest): NewRecord | Promise<NewRecord> {
    const inline = request.body.length <= MAX_INLINE_BYTES && !isEncoded(request);
    return inline ? buildRecord(request, this.#maxDecodedBytes) : this.#buildInWorker(request);
  }

  /** Ends the worker. */
  close(): Promise<void> {
    return this.#worker.close();
  }

  async #buildInWorker(request: IncomingRequest): Promise<NewRecord> {
    const { method, preflight } = request;
    if (this.#waitingBytes > MAX_WAITING_BYTES)
      throw new UnavailableError("too many large bodies wait", "overloaded", 2);
    const size = request.body.length;
    const body = toTransferable(request.body);
    const task: BuildTask = {
      request: { ...request, body },
      maxDecodedBytes: this.#maxDecodedBytes,
    };
    this.#waitingBytes += size;
    try {
      const bytes = await this.#worker.call<Uint8Array>(task, { transfer: [body.buffer] });
      const members = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      return { members, method, preflight };
    } finally {
      this.#waitingBytes -= size;
    }
  }
}

function isEncoded({ rawHeaders }: IncomingRequest): boolean {
  return rawHeaders.some(
    (name, index) =>
      index % 2 === 0 && name.length === 16 && name.toLowerCase() === "content-encoding",
  );
}
