/** The digests of a file in lowercase hex, by algorithm. */
export type Digests = Record<string, string>;

type Algorithm = "md5" | "sha1" | "sha256" | "sha384" | "sha512";

/** A request to a worker: the digests of a file to compute. */
export interface HashTask {
  file: File;
  algorithms: readonly Algorithm[];
}

/** A report of the worker: the bytes read so far, finally the digests, or that the file cannot be read. */
export type Report = { bytesRead: number } | { digests: Digests } | { isUnreadable: true };

interface HashOptions {
  /** Aborting it ends the workers; the promise then rejects with an `AbortError`. */
  signal: AbortSignal;
  /** Called with the bytes that every worker has read. */
  onProgress(bytesRead: number): void;
}

/** The algorithms by worker: SHA-384 and SHA-512 each take as long as the others together. */
const SHARES: readonly (readonly Algorithm[])[] = [
  ["md5", "sha1", "sha256"],
  ["sha384"],
  ["sha512"],
];

/** Hashes a file in workers, whose script is loaded with the first file. Rejects when it cannot be read. */
export async function hashFile(file: File, { signal, onProgress }: HashOptions): Promise<Digests> {
  signal.throwIfAborted();
  const read = SHARES.map(() => 0);
  // The workers end together: none goes on when the file cannot be read or the user cancels.
  const failed = new AbortController();
  const either = AbortSignal.any([signal, failed.signal]);
  const parts = SHARES.map((algorithms, index) =>
    runWorker({ file, algorithms }, either, (bytesRead) => {
      read[index] = bytesRead;
      onProgress(Math.min(...read));
    }),
  );
  try {
    return Object.assign({}, ...(await Promise.all(parts))) as Digests;
  } finally {
    failed.abort();
  }
}

/** Runs one worker to its end. */
async function runWorker(
  task: HashTask,
  signal: AbortSignal,
  onProgress: HashOptions["onProgress"],
): Promise<Digests> {
  // In one expression, because only so does the bundler see that it is a worker's script.
  const worker = new Worker(new URL("../../client/file-hash-worker.ts", import.meta.url), {
    type: "module",
  });
  try {
    return await new Promise<Digests>((resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason as Error));
      worker.addEventListener("error", () => reject(new Error("the worker failed")));
      worker.addEventListener("message", ({ data }: MessageEvent<Report>) => {
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
