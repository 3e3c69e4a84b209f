import { getHeapStatistics, setFlagsFromString } from "node:v8";

/**
 * Percent by which the heap may grow between two full collections. V8's own limit, up to 300,
 * wastes more under attack.
 */
const MAX_GROWTH_PERCENT = 100;

const CHECK_INTERVAL_MS = 5_000;

/**
 * Minimum checks between two collections, because each stops the process for a tenth of a second.
 */
const MIN_CHECKS_BETWEEN = 4;

/** Smaller heaps are not collected. The server itself takes 20 to 40 MiB. */
const MIN_HEAP_BYTES = 96 * 1024 ** 2;

/** Utilization of the event loop below which there was no work, and so no new garbage. */
const MIN_BUSY_UTILIZATION = 0.02;

/** Utilization of the event loop above which a collection would delay requests. */
const MAX_IDLE_UTILIZATION = 0.2;

/** Properties of the process that decide when to collect. */
interface HeapProbe {
  /** Returns the utilization of the event loop since the last call, from 0 (idle) to 1. */
  readUtilization(): number;
  /** Returns the bytes that the heap has from the operating system, used or not. */
  readHeapBytes(): number;
  collect(): void;
}

/**
 * Limits the growth of the heap, and returns its garbage to the operating system when the event
 * loop is idle.
 */
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
    // Avoids process.memoryUsage, because it reads /proc, which some containers lack.
    readHeapBytes: () => getHeapStatistics().total_heap_size,
    collect: () => void collectGarbage(),
  });
  setInterval(check, CHECK_INTERVAL_MS).unref();
}

/**
 * Returns a function to call at intervals. It collects once after each busy period, as soon as the
 * event loop is idle. V8 itself collects only when the heap grows, so that the garbage of a burst
 * would stay until the next one.
 */
export function createIdleCollector(probe: HeapProbe): () => void {
  let wasBusy = false;
  let checksLeft = 0;
  return () => {
    const utilization = probe.readUtilization();
    wasBusy ||= utilization > MIN_BUSY_UTILIZATION;
    checksLeft -= 1;
    const isIdle = utilization < MAX_IDLE_UTILIZATION && checksLeft <= 0;
    if (!isIdle || !wasBusy || probe.readHeapBytes() < MIN_HEAP_BYTES) return;
    probe.collect();
    wasBusy = false;
    checksLeft = MIN_CHECKS_BETWEEN;
  };
}

/**
 * Collects all garbage, through the debugger's protocol, because only its collection also compacts,
 * which returns pages with few objects. Disconnecting inside the callback would block the process
 * forever.
 */
export async function collectGarbage(): Promise<void> {
  // Imported on first use, because that takes a hundredth of a start.
  const { Session } = await import("node:inspector");
  const session = new Session();
  session.connect();
  await new Promise<void>((resolve) => {
    session.post("HeapProfiler.collectGarbage", () => setImmediate(resolve));
  });
  session.disconnect();
}
