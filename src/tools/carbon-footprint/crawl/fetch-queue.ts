import { FetchError } from "../../../lib/network.ts";

/** What one measurement goes out for: each address once; what cannot be had is counted, not thrown. */
export interface FetchQueue {
  /** Nobody needs to go to this address any more. */
  markVisited(url: string): void;
  /** Runs the task of an address, where it has not been run for this one. */
  enqueue(url: string, task: () => Promise<void>): void;
  /** Waits for all under way, and those that they give rise to. Throws what is no FetchFailure. */
  onIdle(): Promise<void>;
  /** How many could not be had. */
  failed(): number;
  /** Whether no limit of ours kept one from being had. */
  complete(): boolean;
}

/** URLs that are tried; the visit refuses most of them. */
const MAX_REQUESTED = 1_000;

/** Errands of a measurement that begins. */
export function createErrands(): FetchQueue {
  const asked = new Set<string>();
  const pending = new Set<Promise<void>>();
  let failed = 0;
  let complete = true;
  /** What ended the measurement, thrown once everything under way has come to rest. */
  let broken: unknown;
  const note = (error: unknown) => {
    if (!(error instanceof FetchError)) broken ??= error;
    else if (error.kind === "timeout" || error.kind === "too-large") complete = false;
    else failed += 1;
  };
  return {
    markVisited: (url) => void asked.add(url),
    enqueue(url, task) {
      if (asked.has(url) || broken !== undefined) return;
      if (asked.size >= MAX_REQUESTED) {
        complete = false;
        return;
      }
      asked.add(url);
      const errand = task()
        .catch(note)
        .finally(() => pending.delete(errand));
      pending.add(errand);
    },
    async onIdle() {
      while (pending.size > 0) await Promise.all(pending);
      if (broken !== undefined) throw broken;
    },
    failed: () => failed,
    complete: () => complete,
  };
}
