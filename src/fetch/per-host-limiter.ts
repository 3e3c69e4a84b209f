import { UnavailableError } from "../lib/errors.ts";
import { LruCache } from "../lib/lru.ts";

const WINDOW_MS = 60_000;
const MAX_PER_WINDOW = 12;
/** Maximum hosts to remember; above it the least recently used one is evicted. */
const MAX_HOSTS = 10_000;
const BUSY_RETRY_SECONDS = 2;

/** Limits jobs per target host, so that callers cannot use this service to attack it. */
interface PerHostLimiter {
  /**
   * Starts a job and returns the function that ends it. Throws UnavailableError ("rate-limited").
   */
  acquire(host: string): () => void;
}

/** Creates a limiter that allows 12 jobs a minute and one at a time for each host. */
export function createPerHostLimiter(now: () => number): PerHostLimiter {
  const startTimes = new LruCache<string, number[]>(MAX_HOSTS);
  const busyHosts = new Set<string>();
  return {
    acquire(name) {
      // A fully qualified name may end in a dot and is the same host.
      const host = name.replace(/\.$/, "");
      if (busyHosts.has(host)) {
        throw createRateError(`${host} is being measured already`, BUSY_RETRY_SECONDS);
      }
      const time = now();
      const recent = (startTimes.get(host) ?? []).filter((start) => start > time - WINDOW_MS);
      checkWindow(host, recent, time);
      startTimes.set(host, [...recent, time]);
      busyHosts.add(host);
      return () => void busyHosts.delete(host);
    },
  };
}

function checkWindow(host: string, recent: readonly number[], time: number): void {
  const [oldest = time] = recent;
  if (recent.length < MAX_PER_WINDOW) return;
  const seconds = Math.ceil((oldest + WINDOW_MS - time) / 1000);
  throw createRateError(
    `${host} has been measured ${MAX_PER_WINDOW} times within a minute`,
    seconds,
  );
}

function createRateError(reason: string, seconds: number): UnavailableError {
  return new UnavailableError(`${reason}; try again in ${seconds} s`, "rate-limited", seconds);
}
