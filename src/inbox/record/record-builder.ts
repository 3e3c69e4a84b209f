import { Worker } from "node:worker_threads";
import { UnavailableError } from "../../lib/errors.ts";
import type { NewRecord } from "../../store/store.ts";
import { toTransferable } from "../transferable.ts";
import { type IncomingRequest, makeRecord } from "./record.ts";
import type { BuiltRecord, RecordTask } from "./worker.ts";

/** Larger bodies are read in a thread: decoding four megabytes takes a third of a second. */
const INLINE_BYTES = 16_384;

/** Bytes of bodies that may wait for the thread. Past it senders are told to come back. */
const MAX_WAITING = 64 * 1024 ** 2;

interface Waiting {
  bytes: number;
  resolve: (members: Buffer) => void;
  reject: (error: Error) => void;
}

/** Makes records: small ones at once, large and compressed ones in a thread that starts with the first of them. */
export class RecordBuilder {
  readonly #mostBytes: number;
  readonly #waiting = new Map<number, Waiting>();
  #waitingBytes = 0;
  #lastTask = 0;
  #thread: Worker | undefined;

  /** `mostBytes`: how large a compressed body may grow. */
  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  /** The stored form of a request, whose body is gone then. Rejects with NotNowError when too much waits. */
  build(arrival: IncomingRequest): NewRecord | Promise<NewRecord> {
    const compressed = arrival.rawHeaders.some(
      (name, index) =>
        index % 2 === 0 && name.length === 16 && name.toLowerCase() === "content-encoding",
    );
    const small = arrival.body.length <= INLINE_BYTES && !compressed;
    return small ? makeRecord(arrival, this.#mostBytes) : this.#inThread(arrival);
  }

  /** Ends the thread. */
  async close(): Promise<void> {
    await this.#thread?.terminate();
  }

  async #inThread(arrival: IncomingRequest): Promise<NewRecord> {
    const { body, method, preflight } = arrival;
    if (this.#waitingBytes > MAX_WAITING)
      throw new UnavailableError("too many large bodies wait", "busy", 2);
    const task = ++this.#lastTask;
    const members = await new Promise<Buffer>((resolve, reject) => {
      this.#waiting.set(task, { bytes: body.length, resolve, reject });
      this.#waitingBytes += body.length;
      const own = toTransferable(body);
      const message: RecordTask = {
        task,
        arrival: { ...arrival, body: own },
        mostBytes: this.#mostBytes,
      };
      this.#thread ??= this.#start();
      this.#thread.postMessage(message, [own.buffer]);
    });
    return { members, method, preflight };
  }

  #start(): Worker {
    const thread = new Worker(new URL("./worker.js", import.meta.url));
    thread.on("message", ({ task, members }: BuiltRecord) => {
      const { resolve, reject } = this.#take(task) ?? {};
      if (members) resolve?.(Buffer.from(members.buffer, members.byteOffset, members.byteLength));
      else reject?.(new Error("the record could not be made"));
    });
    thread.on("error", (error) => this.#onWorkerExit(thread, error));
    thread.on("exit", () => this.#onWorkerExit(thread, new Error("the thread ended")));
    // It must not keep the process alive.
    thread.unref();
    return thread;
  }

  #take(task: number): Waiting | undefined {
    const waiting = this.#waiting.get(task);
    this.#waiting.delete(task);
    this.#waitingBytes -= waiting?.bytes ?? 0;
    return waiting;
  }

  /** The next large body starts another thread. */
  #onWorkerExit(thread: Worker, error: Error): void {
    if (this.#thread !== thread) return;
    this.#thread = undefined;
    for (const task of this.#waiting.keys()) this.#take(task)?.reject(error);
  }
}
