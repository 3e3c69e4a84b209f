import { type FileHandle, open } from "node:fs/promises";

/** Bytes that are collected before they are written. */
const BUFFER_BYTES = 262_144;

interface PendingFileEvents {
  /** Called before the file grows to `bytes`. Rejects where it must not. */
  onGrow?: ((bytes: number) => Promise<void>) | undefined;
  commit(): Promise<void>;
  discard(): Promise<void>;
}

/** A file that is written under another name until all of it is on the disk. */
export class PendingFile {
  readonly #handle: FileHandle;
  readonly #events: PendingFileEvents;
  #parts: Uint8Array[] = [];
  #buffered = 0;
  #written = 0;

  constructor(handle: FileHandle, events: PendingFileEvents) {
    this.#handle = handle;
    this.#events = events;
  }

  /** Bytes of the file so far. */
  get length(): number {
    return this.#written + this.#buffered;
  }

  /** Appends bytes, which must not change until `commit`. */
  async write(bytes: Uint8Array): Promise<void> {
    this.#parts.push(bytes);
    this.#buffered += bytes.length;
    if (this.#buffered >= BUFFER_BYTES) await this.#flush();
  }

  /** Syncs and renames the file. Resolves with its bytes. */
  async commit(): Promise<number> {
    await this.#flush();
    await this.#handle.sync();
    await this.#handle.close();
    await this.#events.commit();
    return this.#written;
  }

  /** Deletes the file. Without effect after `commit`. */
  async discard(): Promise<void> {
    await this.#handle.close().catch(() => undefined);
    await this.#events.discard();
  }

  /** Resolves with the result of `work`. Deletes the file if it rejects. */
  async discardOnError<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      await this.discard();
      throw error;
    }
  }

  async #flush(): Promise<void> {
    const bytes = Buffer.concat(this.#parts, this.#buffered);
    await this.#events.onGrow?.(this.#written + bytes.length);
    this.#parts = [];
    this.#buffered = 0;
    for (let at = 0; at < bytes.length;) {
      const { bytesWritten } = await this.#handle.write(bytes, at);
      at += bytesWritten;
    }
    this.#written += bytes.length;
  }
}

/** Makes the names in a folder durable. */
export async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
