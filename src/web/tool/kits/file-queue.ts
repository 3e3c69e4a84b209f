import { type Signal, useSignal } from "../../shell/signal.ts";
import { useRef } from "preact/hooks";
import { type Digests, hashFile } from "./file-hash.ts";

/** A file in the list. */
export interface FileRow {
  id: number;
  name: string;
  /** In bytes. */
  size: number;
  state: "waiting" | "hashing" | "done" | "cancelled" | "failed";
  bytesRead: number;
  digests?: Digests;
  cancel(): void;
}

/** Maximum files in the list, because each adds its digests to the page. */
export const MAX_FILES = 100;

/** The list of files, and the function that appends more, which are hashed one after the other. */
export interface FileQueue {
  rows: Signal<readonly FileRow[]>;
  /** Returns how many were left out because the list is full. */
  add(files: readonly File[]): number;
}

/** Returns this component's list of files to hash. */
export function useFileQueue(): FileQueue {
  const rows = useSignal<readonly FileRow[]>([]);
  const last = useRef(Promise.resolve());
  const added = useRef(0);
  const append = (file: File) => {
    const controller = new AbortController();
    const id = added.current++;
    const change = (part: Partial<FileRow>) => {
      rows.value = rows.value.map((row) => (row.id === id ? { ...row, ...part } : row));
    };
    const cancel = () => {
      controller.abort();
      change({ state: "cancelled" });
    };
    const { name, size } = file;
    rows.value = [...rows.value, { id, name, size, state: "waiting", bytesRead: 0, cancel }];
    last.current = last.current.then(() => hashRow(file, controller.signal, change));
  };
  const add = (files: readonly File[]) => {
    const taken = files.slice(0, MAX_FILES - rows.value.length);
    for (const file of taken) append(file);
    return files.length - taken.length;
  };
  return { rows, add };
}

/** Hashes the file of a row, which follows it. Never rejects, so that the next file has its turn. */
async function hashRow(
  file: File,
  signal: AbortSignal,
  change: (part: Partial<FileRow>) => void,
): Promise<void> {
  if (signal.aborted) return;
  change({ state: "hashing" });
  try {
    const onProgress = (bytesRead: number) => change({ bytesRead });
    change({ state: "done", digests: await hashFile(file, { signal, onProgress }) });
  } catch {
    if (!signal.aborted) change({ state: "failed" });
  }
}
