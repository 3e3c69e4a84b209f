import type { TaskWaiter } from "../../lib/workers/fair-queue.ts";
import { MAX_QUEUED_BYTES } from "../../lib/workers/task-pool.ts";
import { WorkerError } from "../../lib/workers/worker-client.ts";
import type { WorkerClient } from "../../lib/workers/worker-client.ts";
import { createWorkerPool } from "../../lib/workers/worker-pool.ts";
import { MAX_KEPT_BYTES } from "./decoded-bytes.ts";
import type { BarcodeReader, FoundCode, BarcodeReadOptions, ReadOutcome } from "./reader.ts";
import type { BarcodeReadRequest, ReadResponse } from "./read-worker.ts";

/** A barcode reader with threads, which `close` terminates. */
export interface ClosableBarcodeReader extends BarcodeReader {
  read(...args: [...Parameters<BarcodeReader["read"]>, waiter?: TaskWaiter]): Promise<ReadOutcome>;
  close(): Promise<void>;
}

/** Limits of a reader; tests set their own. */
export interface ReaderLimits {
  /** Maximum milliseconds for both searches of an image. */
  deadlineMs?: number;
  workers?: number;
}

/**
 * Maximum milliseconds for a worker to start and load its module, which does not depend on the
 * image.
 */
const MAX_START_MS = 20_000;
/** Minimum milliseconds that must remain for a thorough search. */
const MIN_SEARCH_MS = 20;

/** Creates a reader. No worker starts before the first image. */
export function createBarcodeReader(limits: ReaderLimits = {}): ClosableBarcodeReader {
  const { deadlineMs = 2000, workers = 2 } = limits;
  const pool = createWorkerPool({
    script: new URL("./read-worker.js", import.meta.url),
    workers,
    maxQueued: 64,
    maxQueuedBytes: MAX_QUEUED_BYTES,
    resourceLimits: { maxOldGenerationSizeMb: 128 },
  });
  return {
    read: (image, options, waiter) =>
      pool.run((worker) => search(worker, { image, options, deadlineMs }), {
        ...waiter,
        measureInput: () => image.length,
      }),
    close: () => pool.close(),
  };
}

/**
 * Searches quickly, then thoroughly in the remaining time; returns the codes found before the
 * deadline.
 */
async function search(
  worker: WorkerClient,
  request: { image: Uint8Array<ArrayBuffer>; options: BarcodeReadOptions; deadlineMs: number },
): Promise<ReadOutcome> {
  const { image, options, deadlineMs } = request;
  const quick = await call(worker, { ...options, image, isThorough: false, deadlineMs });
  if (!quick) return { codes: [], isComplete: false };
  const { codes, failure, usedMs } = quick;
  if (failure || codes.length >= options.max) {
    restartIfGrown(worker, quick);
    return { codes, isComplete: true, failure };
  }
  const remainingMs = Math.floor(deadlineMs - usedMs);
  const thorough =
    remainingMs < MIN_SEARCH_MS
      ? undefined
      : await call(worker, { ...options, isThorough: true, deadlineMs: remainingMs });
  restartIfGrown(worker, thorough ?? quick);
  const all = thorough ? mergeCodes(codes, thorough.codes) : codes;
  return { codes: all, isComplete: thorough !== undefined };
}

/** Ends a worker whose memory a large image has grown. The next image starts another. */
function restartIfGrown(worker: WorkerClient, { memoryBytes, failure }: ReadResponse): void {
  if (memoryBytes > MAX_KEPT_BYTES || failure === "too-large") worker.restart();
}

const LATE_REASONS = new Set<WorkerError["reason"]>(["timeout", "starved"]);

/**
 * Returns undefined when the deadline terminated the worker, also one that other work kept from the
 * processor.
 */
async function call(
  worker: WorkerClient,
  request: BarcodeReadRequest,
): Promise<ReadResponse | undefined> {
  try {
    return await worker.call<ReadResponse>(request, { deadlineMs: MAX_START_MS });
  } catch (error) {
    const isLate = error instanceof WorkerError && LATE_REASONS.has(error.reason);
    if (isLate) return undefined;
    throw error;
  }
}

/** Merges codes of both searches, which usually find the same symbols, without duplicates. */
function mergeCodes(quick: readonly FoundCode[], thorough: readonly FoundCode[]): FoundCode[] {
  const missed = quick.filter((code) => !thorough.some((same) => isSameSymbol(code, same)));
  return [...thorough, ...missed];
}

function isSameSymbol(first: FoundCode, second: FoundCode): boolean {
  return first.format === second.format && Buffer.from(first.bytes).equals(second.bytes);
}
