import { Session } from "node:inspector";
import { getHeapStatistics, setFlagsFromString } from "node:v8";

/** Percent by which the heap may grow between two full collections. V8's own limit, up to 300, wastes more under attack. */
const MAX_GROWTH_PERCENT = 100;

const CHECK_INTERVAL_MS = 5_000;

/** Checks from one collection to the next, because each stops the process for a tenth of a second. */
const MIN_CHECKS = 4;

/** Smaller heaps are left alone. The server's own heap takes 20 to 40 MiB. */
const MIN_HEAP_BYTES = 96 * 1024 ** 2;

/** Share of the time that the event loop is busy: below it there was no work, so that there is no new garbage. */
const MIN_WORK = 0.02;

/** Share of the time that the event loop is busy: above it a collection would delay requests. */
const MAX_IDLE = 0.2;

/** Properties of the process that decide when to collect. */
export interface HeapProbe {
  /** Returns the share of the time since its last call that the event loop was busy, from 0 to 1. */
  readUtilization(): number;
  /** Returns the bytes that the heap has from the operating system, used or not. */
  readHeapBytes(): number;
  collect(): void;
}

/** Limits the growth of the heap, and returns its garbage to the operating system when the event loop is idle. */
export function limitHeap(): void {
  setFlagsFromString(`--heap-growing-percent=${MAX_GROWTH_PERCENT}`);
  let before = performance.eventLoopUtilization();
  const check = createIdleCollector({
    readUtilization() {
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, before);
      before = now;
      return utilization;
    },
    // Not process.memoryUsage, because that reads /proc, which a bare root lacks.
    readHeapBytes: () => getHeapStatistics().total_heap_size,
    collect: collectGarbage,
  });
  setInterval(check, CHECK_INTERVAL_MS).unref();
}

/**
 * Returns a function to be called at intervals, which collects once after each time of work, as soon as the event loop is
 * idle. V8 itself collects only when the heap grows, so that the garbage of a burst would stay until the next one.
 */
export function createIdleCollector(probe: HeapProbe): () => void {
  let hasWorked = false;
  let checksLeft = 0;
  return () => {
    const utilization = probe.readUtilization();
    hasWorked ||= utilization > MIN_WORK;
    checksLeft -= 1;
    const isIdle = utilization < MAX_IDLE && checksLeft <= 0;
    if (!isIdle || !hasWorked || probe.readHeapBytes() < MIN_HEAP_BYTES) return;
    probe.collect();
    hasWorked = false;
    checksLeft = MIN_CHECKS;
  };
}

/**
 * Collects all garbage, through the debugger's protocol, because only its collection also compacts, which returns pages with
 * few objects. Disconnecting inside the callback would block the process forever.
 */
export function collectGarbage(done?: () => void): void {
  const session = new Session();
  session.connect();
  session.post("HeapProfiler.collectGarbage", () => {
    setImmediate(() => {
      session.disconnect();
      done?.();
    });
  });
}
