import { hash } from "node:crypto";
import { createRandomText } from "../../lib/text/random-text.ts";
import {
  type FileLimits,
  type FileShares,
  type FileStore,
  type KeptFile,
  type NewFile,
  toFileShares,
} from "./file-store.ts";

/** Returns the file with an id, its hash and the time of its end. */
export function identifyFile({ name, type, bytes: sent }: NewFile, expiresAtMs: number): KeptFile {
  const id = createRandomText(16);
  // A copy, where the bytes are part of a larger buffer, which would be kept with them.
  const bytes = sent.byteLength === sent.buffer.byteLength ? sent : Uint8Array.from(sent);
  return { id, name, type, bytes, sha256: hash("sha256", bytes), expiresAtMs };
}

/** Keeps files in the memory of this process. */
export class MemoryFiles implements FileStore {
  readonly maxFileBytes: number;
  readonly #ttlMs: number;
  readonly #shares: FileShares;
  readonly #now: () => number;
  /** In the order of their age. */
  readonly #entries = new Map<string, { file: KeptFile; client: string; timer: NodeJS.Timeout }>();
  #bytes = 0;
  readonly #clients = new Map<string, { bytes: number; files: number }>();

  constructor(limits: FileLimits, now: () => number) {
    this.#ttlMs = limits.ttlMs;
    this.#shares = toFileShares(limits);
    this.#now = now;
    this.maxFileBytes = this.#shares.maxClientBytes;
  }

  put(newFile: NewFile, client: string): Promise<KeptFile> {
    this.#makeRoom(newFile.bytes.length, client);
    const file = identifyFile(newFile, this.#now() + this.#ttlMs);
    const timer = setTimeout(() => this.#drop(file.id), this.#ttlMs).unref();
    this.#entries.set(file.id, { file, client, timer });
    this.#count(client, file.bytes.length, 1);
    return Promise.resolve(file);
  }

  get(id: string, name: string): Promise<KeptFile | undefined> {
    return Promise.resolve(this.#find(id, name));
  }

  remove(id: string, name: string): Promise<boolean> {
    const isKept = this.#find(id, name) !== undefined;
    if (isKept) this.#drop(id);
    return Promise.resolve(isKept);
  }

  #find(id: string, name: string): KeptFile | undefined {
    const file = this.#entries.get(id)?.file;
    return file && file.name === name && file.expiresAtMs > this.#now() ? file : undefined;
  }

  #makeRoom(bytes: number, client: string): void {
    const { maxBytes, maxFiles, maxClientBytes, maxClientFiles } = this.#shares;
    const getUse = () => this.#clients.get(client) ?? { bytes: 0, files: 0 };
    const isClientFull = () =>
      getUse().bytes + bytes > maxClientBytes || getUse().files >= maxClientFiles;
    const isFull = () => this.#bytes + bytes > maxBytes || this.#entries.size >= maxFiles;
    for (const [id, entry] of this.#entries) {
      if (!isClientFull() && !isFull()) return;
      if (entry.client === client) this.#drop(id);
    }
    for (const id of this.#entries.keys()) {
      if (!isFull()) return;
      this.#drop(id);
    }
  }

  #drop(id: string): void {
    const entry = this.#entries.get(id);
    if (!entry) return;
    clearTimeout(entry.timer);
    this.#entries.delete(id);
    this.#count(entry.client, -entry.file.bytes.length, -1);
  }

  #count(client: string, bytes: number, files: number): void {
    const before = this.#clients.get(client) ?? { bytes: 0, files: 0 };
    const after = { bytes: before.bytes + bytes, files: before.files + files };
    if (after.files > 0) this.#clients.set(client, after);
    else this.#clients.delete(client);
    this.#bytes += bytes;
  }
}
