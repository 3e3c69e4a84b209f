import type { FileAlgorithm } from "./checksum.ts";

/** The digests of a file in lowercase hex, by algorithm. */
export type Digests = Partial<Record<FileAlgorithm, string>>;

/** A request to a worker: the digests of a file to compute. */
export interface HashTask {
  file: File;
  algorithms: readonly FileAlgorithm[];
}

/**
 * A report of the worker: the bytes read so far, finally the digests, or that the file cannot be
 * read.
 */
export type HashReport = { bytesRead: number } | { digests: Digests } | { isUnreadable: true };

interface HashOptions {
  /** Aborting it ends the workers; the promise then rejects with an `AbortError`. */
  signal: AbortSignal;
  /** Returns the algorithms to compute, the most urgent first. They change with the page. */
  listWanted(): readonly FileAlgorithm[];
  /** Called with the share of the file that an algorithm has read. */
  onProgress(algorithm: FileAlgorithm, share: number): void;
  onDigests(digests: Digests): void;
}

/**
 * Larger files get a worker for each algorithm, because starting one takes longer than hashing a
 * small file.
 */
const MAX_SMALL_BYTES = 4 * 1024 * 1024;

/**
 * Hashes a file in workers, whose script is loaded with the first file. Rejects when it cannot be
 * read.
 */
export async function hashFile(file: File, options: HashOptions): Promise<void> {
  const { signal, listWanted, onProgress, onDigests } = options;
  signal.throwIfAborted();
  const started = new Set<FileAlgorithm>();
  // The workers end together: none goes on when the file cannot be read or the user cancels.
  const failed = new AbortController();
  const either = AbortSignal.any([signal, failed.signal]);
  const takeNext = () => {
    const waiting = listWanted().filter((algorithm) => !started.has(algorithm));
    const next = file.size <= MAX_SMALL_BYTES ? waiting : waiting.slice(0, 1);
    for (const algorithm of next) started.add(algorithm);
    return next;
  };
  const runNext = async (): Promise<void> => {
    const algorithms = takeNext();
    if (algorithms.length === 0) return;
    const report = (bytesRead: number) => {
      for (const algorithm of algorithms) onProgress(algorithm, bytesRead / file.size);
    };
    onDigests(await runWorker({ file, algorithms }, either, report));
    await runNext();
  };
  try {
    await Promise.all(Array.from({ length: navigator.hardwareConcurrency }, runNext));
  } finally {
    failed.abort();
  }
}

/** Runs one worker to its end. */
async function runWorker(
  task: HashTask,
  signal: AbortSignal,
  onProgress: (bytesRead: number) => void,
): Promise<Digests> {
  // In one expression, because only so does the bundler see that it is a worker's script.
  const worker = new Worker(new URL("../../../client/file-hash-worker.ts", import.meta.url), {
    type: "module",
  });
  try {
    return await new Promise<Digests>((resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason as Error));
      worker.addEventListener("error", () => reject(new Error("the worker failed")));
      worker.addEventListener("message", ({ data }: MessageEvent<HashReport>) => {
        if ("digests" in data) resolve(data.digests);
        else if ("bytesRead" in data) onProgress(data.bytesRead);
        else reject(new Error("the file cannot be read"));
      });
      worker.postMessage(task);
    });
  } finally {
    worker.terminate();
  }
}
