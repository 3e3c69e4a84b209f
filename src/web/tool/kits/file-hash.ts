/** The digests of a file in lowercase hex, by algorithm. */
export type Digests = Record<string, string>;

/** What the worker reports: the bytes that it has read so far, at last the digests, or that the file cannot be read. */
export type Report = { bytesRead: number } | { digests: Digests } | { isUnreadable: true };

interface HashOptions {
  /** Aborting it ends the worker; the promise then rejects with an `AbortError`. */
  signal: AbortSignal;
  /** Called with the bytes that have been read so far. */
  onProgress(bytesRead: number): void;
}

/** Hashes a file in a worker of its own, whose script is loaded with the first file. Rejects when it cannot be read. */
export async function hashFile(file: File, { signal, onProgress }: HashOptions): Promise<Digests> {
  signal.throwIfAborted();
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
      worker.postMessage(file);
    });
  } finally {
    worker.terminate();
  }
}

/** Returns the algorithm whose digest is `expected`, in either case and with spaces around; undefined when none is. */
export function findMatch(digests: Digests, expected: string): string | undefined {
  const wanted = expected.trim().toLowerCase();
  return Object.keys(digests).find((algorithm) => digests[algorithm] === wanted);
}
