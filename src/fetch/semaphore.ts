import { UnavailableError } from "../lib/errors.ts";

/** Jobs that run at once: each may hold thirty megabytes of text. */
const MAX_RUNNING = 12;
/** Jobs that wait for one of them to end: as many as end meanwhile where pages are of the common kind. */
const MAX_WAITING = 100;
const WAIT_MS = 5_000;
const BUSY_SECONDS = 5;

/** The places of the jobs that run. */
export interface Semaphore {
  /** Waits for a place, first come, first served. Throws NotNowError ("busy"). The function that comes back gives it up. */
  acquire(): Promise<() => void>;
}

/** Makes a guard's places. */
export function createPlaces(): Semaphore {
  const waiting = new Set<() => void>();
  let running = 0;
  const leave = () => {
    running -= 1;
    const [next] = waiting;
    next?.();
  };
  const begin = () => {
    running += 1;
    return once(leave);
  };
  return {
    acquire() {
      if (running < MAX_RUNNING) return Promise.resolve(begin());
      if (waiting.size >= MAX_WAITING) return Promise.reject(busy());
      return new Promise((resolve, reject) => {
        const settle = (outcome: () => void) => {
          waiting.delete(go);
          clearTimeout(timer);
          outcome();
        };
        const go = () => settle(() => resolve(begin()));
        const timer = setTimeout(() => settle(() => reject(busy())), WAIT_MS);
        waiting.add(go);
      });
    },
  };
}

function once(task: () => void): () => void {
  let done = false;
  return () => {
    if (!done) task();
    done = true;
  };
}

function busy(): UnavailableError {
  return new UnavailableError("too many measurements are running", "busy", BUSY_SECONDS);
}
