import { setTimeout as delay } from "node:timers/promises";

/** A clock that tests can control. */
export interface Clock {
  /** Milliseconds since an arbitrary moment. */
  now(): number;
  /** Resolves after `ms`, or when `signal` aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

/** The time of this machine. */
export const SYSTEM_CLOCK: Clock = {
  now: () => performance.now(),
  sleep: (ms, signal) => delay(ms, undefined, { signal }).catch(() => undefined),
};

const MAX_BACKOFF_SECONDS = 30;

/** Returns the seconds to wait before a retry: 1, 2, 4 … 30. `failures` is at least 1. */
export function getBackoffSeconds(failures: number): number {
  return Math.min(2 ** (failures - 1), MAX_BACKOFF_SECONDS);
}
