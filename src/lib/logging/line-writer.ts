import { write, writeSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";

/** Gathered lines are written when they have this size, or after the time below. */
const BATCH_BYTES = 65_536;

const BATCH_MS = 50;

/** Bytes of lines that wait for a reader; further ones are dropped. */
const MAX_WAITING_BYTES = 1024 ** 2;

/** Milliseconds between attempts to write to a pipe that is full. */
const RETRY_MS = 10;

/** Milliseconds that the end waits for a reader. */
const END_MS = 500;

/** Of UTF-8, for each unit of a string. */
const MAX_BYTES_PER_UNIT = 3;

const LINE_FEED = 10;

/**
 * Writes lines to a descriptor in their order. It never waits for a pipe that is full: Node makes
 * pipes non-blocking when `process.stdout` is first read.
 */
export class LineWriter {
  readonly #descriptor: number;
  readonly #onDrop: (lines: number) => void;
  /** Batches that wait for the operating system, the first of them perhaps on its way. */
  readonly #batches: Buffer[] = [];
  #waitingBytes = 0;
  /** Gathers lines. By writes into a buffer, which cost half of joining strings. */
  #batch = Buffer.allocUnsafe(BATCH_BYTES);
  #batchBytes = 0;
  #isWriting = false;
  #batchTimer: NodeJS.Timeout | undefined;
  #retryTimer: NodeJS.Timeout | undefined;

  constructor(descriptor: number, onDrop: (lines: number) => void) {
    this.#descriptor = descriptor;
    this.#onDrop = onDrop;
  }

  /** Writes a line, and those before it, before it returns if the reader is not behind. */
  write(line: string): void {
    if (!this.#add(line)) return;
    this.#closeBatch();
    if (!this.#isWriting && this.#retryTimer === undefined) this.#writeNow();
  }

  /** Writes a line soon, together with those that follow it. */
  gather(line: string): void {
    if (this.#add(line)) this.#batchTimer ??= setTimeout(() => this.#flush(), BATCH_MS).unref();
  }

  /** Resolves when all lines are written, or nothing reads them. */
  async end(): Promise<void> {
    this.#flush();
    const endMs = performance.now() + END_MS;
    while (this.#batches.length > 0 && performance.now() < endMs) await delay(RETRY_MS);
  }

  /** Writes what a process that ends now has not written. */
  endNow(): void {
    this.#closeBatch();
    // The operating system has the batch that it is writing.
    if (this.#isWriting) this.#batches.shift();
    this.#writeNow();
  }

  #add(line: string): boolean {
    const maxBytes = line.length * MAX_BYTES_PER_UNIT;
    if (this.#waitingBytes + this.#batchBytes + line.length > MAX_WAITING_BYTES) {
      this.#onDrop(1);
      return false;
    }
    if (this.#batchBytes + maxBytes > this.#batch.length) {
      this.#flush();
      if (maxBytes > this.#batch.length) this.#batch = Buffer.allocUnsafe(maxBytes);
    }
    this.#batchBytes += this.#batch.write(line, this.#batchBytes);
    return true;
  }

  #flush(): void {
    this.#closeBatch();
    if (!this.#isWriting && this.#retryTimer === undefined) this.#writeNext();
  }

  /** Lines that follow belong to the next batch. */
  #closeBatch(): void {
    clearTimeout(this.#batchTimer);
    this.#batchTimer = undefined;
    if (this.#batchBytes === 0) return;
    this.#batches.push(this.#batch.subarray(0, this.#batchBytes));
    this.#waitingBytes += this.#batchBytes;
    this.#batch = Buffer.allocUnsafe(BATCH_BYTES);
    this.#batchBytes = 0;
  }

  #writeNow(): void {
    try {
      for (let batch = this.#batches[0]; batch; batch = this.#batches[0])
        this.#advance(batch, writeSync(this.#descriptor, batch));
    } catch (error) {
      this.#handle(error as NodeJS.ErrnoException);
    }
  }

  #writeNext(): void {
    const [batch] = this.#batches;
    this.#isWriting = batch !== undefined;
    if (!batch) return;
    write(this.#descriptor, batch, (error, bytes) => {
      this.#isWriting = false;
      if (error) this.#handle(error);
      else {
        this.#advance(batch, bytes);
        this.#writeNext();
      }
    });
  }

  /** Removes the bytes that were written from the first batch. */
  #advance(batch: Buffer, bytes: number): void {
    this.#waitingBytes -= bytes;
    if (bytes === batch.length) this.#batches.shift();
    else this.#batches[0] = batch.subarray(bytes);
  }

  /** Tries again soon where the reader is behind; where there is none, the lines are lost. */
  #handle(error: NodeJS.ErrnoException): void {
    if (error.code === "EAGAIN") {
      this.#retryTimer = setTimeout(() => {
        this.#retryTimer = undefined;
        this.#writeNext();
      }, RETRY_MS).unref();
      return;
    }
    const lost = Buffer.concat(this.#batches.splice(0));
    this.#waitingBytes = 0;
    this.#onDrop(lost.filter((byte) => byte === LINE_FEED).length);
  }
}
