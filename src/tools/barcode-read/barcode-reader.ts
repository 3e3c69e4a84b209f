import { WorkerError } from "../../lib/workers/worker-client.ts";
import type { WorkerClient } from "../../lib/workers/worker-client.ts";
import { createWorkerPool } from "../../lib/workers/worker-pool.ts";
import type { BarcodeReader, FoundCode, ReadOptions, ReadOutcome } from "./reader.ts";
import type { ReadRequest, ReadResponse } from "./read-worker.ts";

/** A barcode reader with threads, which `close` terminates. */
export interface ClosableBarcodeReader extends BarcodeReader {
  close(): Promise<void>;
}

/** Limits of a reader; tests set their own. */
export interface ReaderLimits {
  /** Maximum milliseconds for both searches of an image. */
  deadlineMs?: number;
  workers?: number;
}

/** Maximum milliseconds for a worker to start and load its module, which does not depend on the image. */
const MAX_START_MS = 20_000;
/** Minimum milliseconds that must remain for a thorough search. */
const MIN_SEARCH_MS = 20;

/** Creates a reader. No worker starts before the first image. */
export function createBarcodeReader(limits: ReaderLimits = {}): ClosableBarcodeReader {
  const { deadlineMs = 2000, workers = 2 } = limits;
  const pool = createWorkerPool({
    script: new URL("./read-worker.js", import.meta.url),
    workers,
    maxQueued: 32,
    resourceLimits: { maxOldGenerationSizeMb: 128 },
  });
  return {
    read: (image, options) => pool.run((worker) => search(worker, { image, options, deadlineMs })),
    close: () => pool.close(),
  };
}

interface Search {
  image: Uint8Array<ArrayBuffer>;
  options: ReadOptions;
  deadlineMs: number;
}

/** Searches quickly, then thoroughly in the remaining time; returns the codes found before the deadline. */
async function search(
  worker: WorkerClient,
  { image, options, deadlineMs }: Search,
): Promise<ReadOutcome> {
  const quick = await call(worker, { ...options, image, isThorough: false, deadlineMs });
  if (!quick) return { codes: [], isComplete: false, isImage: true };
  const { codes, isImage, elapsedMs } = quick;
  if (!isImage || codes.length >= options.max) return { codes, isComplete: true, isImage };
  const left = Math.floor(deadlineMs - elapsedMs);
  const thorough =
    left < MIN_SEARCH_MS
      ? undefined
      : await call(worker, { ...options, isThorough: true, deadlineMs: left });
  const all = thorough ? mergeCodes(codes, thorough.codes) : codes;
  return { codes: all, isComplete: thorough !== undefined, isImage };
}

/** Returns undefined when the deadline terminated the worker. */
async function call(worker: WorkerClient, request: ReadRequest): Promise<ReadResponse | undefined> {
  try {
    return await worker.call<ReadResponse>(request, { deadlineMs: MAX_START_MS });
  } catch (error) {
    if (error instanceof WorkerError && error.reason === "timeout") return undefined;
    throw error;
  }
}

/** Merges codes of both searches, which usually find the same symbols, without duplicates. */
function mergeCodes(quick: readonly FoundCode[], thorough: readonly FoundCode[]): FoundCode[] {
  const missed = quick.filter((code) => !thorough.some((other) => isSameSymbol(code, other)));
  return [...thorough, ...missed];
}

function isSameSymbol(one: FoundCode, other: FoundCode): boolean {
  return one.format === other.format && Buffer.from(one.bytes).equals(other.bytes);
}
