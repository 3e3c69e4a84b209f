import { FetchError } from "../../../lib/net/network.ts";

/** The fetches of one crawl: each URL once. A failed fetch is counted instead of thrown. */
interface FetchQueue {
  /** Marks a URL as fetched, so that it is not fetched again. */
  markVisited(url: string): void;
  /** Runs the fetch of a URL unless the URL was visited. */
  enqueue(url: string, fetchAndRead: () => Promise<void>): void;
  /**
   * Resolves when all fetches have settled, including those that they enqueued. Rejects with other
   * errors than FetchError.
   */
  onIdle(): Promise<void>;
  /** Returns how many fetches failed. */
  failedCount(): number;
  /** Returns false if a limit of ours prevented a fetch. */
  isComplete(): boolean;
}

/** Maximum URLs of one crawl. It only bounds memory, because the budget of the session is lower. */
const MAX_URLS = 1_000;

export function createFetchQueue(): FetchQueue {
  const visited = new Set<string>();
  const pending = new Set<Promise<void>>();
  let failed = 0;
  let complete = true;
  /** The first unexpected error. `onIdle` throws it once no fetch is running. */
  let fatalError: unknown;
  const countFailure = (error: unknown) => {
    if (!(error instanceof FetchError)) fatalError ??= error;
    else if (error.code === "timeout" || error.code === "too-large") complete = false;
    else failed += 1;
  };
  return {
    markVisited: (url) => void visited.add(url),
    enqueue(url, fetchAndRead) {
      if (visited.has(url) || fatalError !== undefined) return;
      if (visited.size >= MAX_URLS) {
        complete = false;
        return;
      }
      visited.add(url);
      const task = fetchAndRead()
        .catch(countFailure)
        .finally(() => pending.delete(task));
      pending.add(task);
    },
    async onIdle() {
      while (pending.size > 0) await Promise.all(pending);
      if (fatalError !== undefined) throw fatalError;
    },
    failedCount: () => failed,
    isComplete: () => complete,
  };
}
