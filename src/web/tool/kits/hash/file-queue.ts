import { type Signal, useSignal } from "../../../shell/signal.ts";
import { useRef } from "preact/hooks";
import { type FileAlgorithm, type Digests, hashFile } from "./file-hash.ts";

/** A file in the list. */
export interface HashedFile {
  id: number;
  name: string;
  /** In bytes. */
  size: number;
  state: "waiting" | "hashing" | "done" | "cancelled" | "failed";
  /** The share of the file that each algorithm has read. */
  progress: Partial<Record<FileAlgorithm, number>>;
  digests: Digests;
  cancel(): void;
}

/** Maximum files in the list, because each adds its digests to the page. */
export const MAX_FILES = 100;

/** The list of files, and the function that appends more, which are hashed one after the other. */
export interface FileQueue {
  rows: Signal<readonly HashedFile[]>;
  /** Returns how many were left out because the list is full. */
  add(files: readonly File[]): number;
}

/** Returns this component's list of files to hash, whose digest to compare with comes first. */
export function useFileQueue(expected: Signal<string>): FileQueue {
  const rows = useSignal<readonly HashedFile[]>([]);
  const last = useRef(Promise.resolve());
  const added = useRef(0);
  const getExpected = () => expected.value;
  const append = (file: File) => {
    const controller = new AbortController();
    const id = added.current++;
    const change = (update: (row: HashedFile) => Partial<HashedFile>) => {
      rows.value = rows.value.map((row) => (row.id === id ? { ...row, ...update(row) } : row));
    };
    const cancel = () => {
      controller.abort();
      change(() => ({ state: "cancelled" }));
    };
    const { name, size } = file;
    const row: HashedFile = { id, name, size, state: "waiting", progress: {}, digests: {}, cancel };
    rows.value = [...rows.value, row];
    const { signal } = controller;
    last.current = last.current.then(() => hashRow({ file, signal, getExpected, change }));
  };
  const add = (files: readonly File[]) => {
    const taken = files.slice(0, MAX_FILES - rows.value.length);
    for (const file of taken) append(file);
    return files.length - taken.length;
  };
  return { rows, add };
}

interface RowTask {
  file: File;
  signal: AbortSignal;
  getExpected(): string;
  change(update: (row: HashedFile) => Partial<HashedFile>): void;
}

/**
 * Hashes the file of a row, which follows it. Never rejects, so that the next file has its turn.
 */
async function hashRow({ file, signal, getExpected, change }: RowTask): Promise<void> {
  if (signal.aborted) return;
  change(() => ({ state: "hashing" }));
  try {
    await hashFile(file, {
      signal,
      getExpected,
      onProgress: (algorithm, share) =>
        change(({ progress }) => ({ progress: { ...progress, [algorithm]: share } })),
      onDigests: (computed) => change(({ digests }) => ({ digests: { ...digests, ...computed } })),
    });
    change(() => ({ state: "done" }));
  } catch {
    if (!signal.aborted) change(() => ({ state: "failed" }));
  }
}
