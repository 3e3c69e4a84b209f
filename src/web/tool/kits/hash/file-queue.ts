import { useEffect, useRef } from "preact/hooks";
import { type Signal, useSignal } from "../../../shell/signal.ts";
import { FILE_ALGORITHMS, type FileAlgorithm } from "./checksum.ts";
import { type Digests, hashFile } from "./file-hash.ts";

/** A file in the list. */
export interface HashedFile {
  id: number;
  file: File;
  state: "ready" | "hashing" | "cancelled" | "failed";
  /** True: all algorithms are wanted, also with a checksum. */
  isExpanded: boolean;
  /** The share of the file that each algorithm has read. */
  progress: Partial<Record<FileAlgorithm, number>>;
  digests: Digests;
}

/** Maximum files in the list, because each adds its digests to the page. */
export const MAX_FILES = 100;

/** The list of files, which are hashed one after the other. */
export interface FileQueue {
  rows: readonly HashedFile[];
  /** Appends files. Returns how many were left out because the list is full. */
  add(files: readonly File[]): number;
  cancel(id: number): void;
  /** Computes all algorithms of a file. */
  expand(id: number): void;
}

/**
 * Returns this component's list of files to hash. With the algorithm of a checksum, no others are
 * computed until a row is expanded.
 */
export function useFileQueue(algorithm: FileAlgorithm | undefined): FileQueue {
  const rows = useSignal<readonly HashedFile[]>([]);
  const queue = useRef<RowQueue>(undefined);
  queue.current ??= new RowQueue(rows);
  const { current } = queue;
  current.algorithm = algorithm;
  // A file may have been hashed by another algorithm.
  useEffect(() => void current.run(), [algorithm]);
  return {
    rows: rows.value,
    add: (files) => current.add(files),
    cancel: (id) => current.cancel(id),
    expand: (id) => current.expand(id),
  };
}

/** Returns the algorithms to compute of a row, the most urgent first. */
export function listWanted(
  { isExpanded }: HashedFile,
  algorithm: FileAlgorithm | undefined,
): FileAlgorithm[] {
  if (!algorithm) return FILE_ALGORITHMS;
  return isExpanded ? [...new Set([algorithm, ...FILE_ALGORITHMS])] : [algorithm];
}

class RowQueue {
  /** The algorithm of the checksum to compare with. */
  algorithm: FileAlgorithm | undefined;
  readonly #rows: Signal<readonly HashedFile[]>;
  readonly #controllers = new Map<number, AbortController>();
  #isRunning = false;

  constructor(rows: Signal<readonly HashedFile[]>) {
    this.#rows = rows;
  }

  add(files: readonly File[]): number {
    const { length } = this.#rows.value;
    const added = files.slice(0, MAX_FILES - length).map((file, index): HashedFile => {
      const id = length + index;
      this.#controllers.set(id, new AbortController());
      return { id, file, state: "ready", isExpanded: false, progress: {}, digests: {} };
    });
    this.#rows.value = [...this.#rows.value, ...added];
    void this.run();
    return files.length - added.length;
  }

  cancel(id: number): void {
    this.#controllers.get(id)?.abort();
    this.#change(id, () => ({ state: "cancelled" }));
  }

  expand(id: number): void {
    this.#change(id, () => ({ isExpanded: true }));
    void this.run();
  }

  /** Hashes what is missing, file by file, until nothing is. */
  async run(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    for (let row = this.#findNext(); row; row = this.#findNext()) await this.#hash(row);
    this.#isRunning = false;
  }

  #findNext(): HashedFile | undefined {
    return this.#rows.value.find(
      (row) => row.state === "ready" && this.#listMissing(row).length > 0,
    );
  }

  #listMissing(row: HashedFile): FileAlgorithm[] {
    return listWanted(row, this.algorithm).filter((name) => row.digests[name] === undefined);
  }

  /** Never rejects, so that the next file has its turn. */
  async #hash({ id, file }: HashedFile): Promise<void> {
    const { signal } = this.#controllers.get(id) as AbortController;
    this.#change(id, () => ({ state: "hashing" }));
    try {
      await hashFile(file, {
        signal,
        listWanted: () => this.#listMissing(this.#rows.value[id] as HashedFile),
        onProgress: (name, share) =>
          this.#change(id, ({ progress }) => ({ progress: { ...progress, [name]: share } })),
        onDigests: (computed) =>
          this.#change(id, ({ digests }) => ({ digests: { ...digests, ...computed } })),
      });
      if (!signal.aborted) this.#change(id, () => ({ state: "ready" }));
    } catch {
      if (!signal.aborted) this.#change(id, () => ({ state: "failed" }));
    }
  }

  #change(id: number, update: (row: HashedFile) => Partial<HashedFile>): void {
    this.#rows.value = this.#rows.value.map((row) =>
      row.id === id ? { ...row, ...update(row) } : row,
    );
  }
}
