import { detachBuffer } from "../../lib/workers/transferable.ts";

/** Larger bodies get memory of their own from the operating system. */
const MAX_SHARED_BYTES = 65_536;

/**
 * Bytes by which the memory of a large body grows. Pages that nothing was written to yet take no
 * memory.
 */
const GROWTH_BYTES = 262_144;

const EMPTY = Buffer.alloc(0);

/**
 * The bytes of a body as they arrive. A large body is a resizable buffer, because V8 returns its
 * memory to the operating system when it shrinks. The C library kept half of the memory of hundreds
 * of uploads.
 */
export class BodyBytes {
  /** Bytes that have arrived, including those over the limit, which are not kept. */
  size = 0;
  readonly #maxBytes: number;
  #bytes: Buffer = EMPTY;
  #memory: ArrayBuffer | undefined;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Adds a chunk, which must not be used afterwards. A body of one chunk is not copied. */
  add(chunk: Buffer): void {
    const start = this.size;
    this.size += chunk.length;
    if (start === 0) {
      this.#bytes = chunk;
      return;
    }
    if (this.size > this.#bytes.length) this.#grow(start);
    chunk.copy(this.#bytes, start);
    detachBuffer(chunk);
  }

  /** Returns the body as far as it is kept. Nothing may be added afterwards. */
  view(): Buffer {
    const length = Math.min(this.size, this.#bytes.length);
    if (!this.#memory) return this.#bytes.subarray(0, length);
    // Exactly as long as the body, so that it can be transferred.
    this.#memory.resize(length);
    this.#bytes = Buffer.from(this.#memory);
    return this.#bytes;
  }

  /**
   * Frees the memory immediately, because the garbage collector is too slow when many uploads are
   * cut.
   */
  release(): void {
    detachBuffer(this.#bytes);
    this.#bytes = EMPTY;
    this.#memory = undefined;
  }

  /** Makes room for `size` bytes, the first `used` of which are there already. */
  #grow(used: number): void {
    if (this.#memory) {
      this.#memory.resize(this.#roundUp(this.size));
      this.#bytes = Buffer.from(this.#memory);
      return;
    }
    const before = this.#bytes;
    if (this.size > MAX_SHARED_BYTES) {
      const options = { maxByteLength: Math.max(this.#maxBytes, used) };
      this.#memory = new ArrayBuffer(this.#roundUp(this.size), options);
      this.#bytes = Buffer.from(this.#memory);
    } else {
      // At most twice what has arrived, so that a hostile body of few bytes costs little.
      this.#bytes = Buffer.allocUnsafeSlow(Math.min(2 * this.size, MAX_SHARED_BYTES));
    }
    before.copy(this.#bytes, 0, 0, used);
    detachBuffer(before);
  }

  #roundUp(bytes: number): number {
    const rounded = Math.ceil(bytes / GROWTH_BYTES) * GROWTH_BYTES;
    return Math.min(rounded, this.#memory?.maxByteLength ?? this.#maxBytes);
  }
}
