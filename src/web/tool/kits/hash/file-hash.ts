import { extractDigest } from "./find-match.ts";

/**
 * The digits of a digest in hex, by algorithm: first what most download pages have, last what takes
 * longest.
 */
const DIGITS = { sha256: 64, sha1: 40, md5: 32, sha512: 128, sha384: 96 };

/** Algorithms that the page computes for files. */
export type FileAlgorithm = keyof typeof DIGITS;

const ALGORITHMS = Object.keys(DIGITS) as FileAlgorithm[];

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
  /** Returns the digest to compare with, whose algorithm does not wait for the others. */
  getExpected(): string;
  /** Called with the share of the file that an algorithm has read. */
  onProgress(algorithm: FileAlgorithm, share: number): void;
  onDigests(digests: Digests): void;
}

/**
 * Larger files get a worker for each algorithm, because starting one takes longer than hashing a
 * small file.
 */
const MAX_SMALL_BYTES = 4 * 1024 * 1024;

/** Returns the algorithm whose digests are as long as the one in `expected`. */
export function findAlgorithm(expected: string): FileAlgorithm | undefined {
  const { length } = extractDigest(expected);
  return ALGORITHMS.find((algorithm) => DIGITS[algorithm] === length);
}

/**
 * Hashes a file in workers, whose script is loaded with the first file. Rejects when it cannot be
 * read.
 */
export async function hashFile(file: File, options: HashOptions): Promise<void> {
  const { signal, getExpected, onProgress, onDigests } = options;
  signal.throwIfAborted();
  const waiting = [...ALGORITHMS];
  // The workers end together: none goes on when the file cannot be read or the user cancels.
  const failed = new AbortController();
  const either = AbortSignal.any([signal, failed.signal]);
  const takeNext = () => {
    if (file.size <= MAX_SMALL_BYTES) return waiting.splice(0);
    const expected = waiting.findIndex((algorithm) => algorithm === findAlgorithm(getExpected()));
    return waiting.splice(Math.max(expected, 0), 1);
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
    const cores = Math.min(navigator.hardwareConcurrency, ALGORITHMS.length);
    await Promise.all(Array.from({ length: cores }, runNext));
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
