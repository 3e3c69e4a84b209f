import type { TaskWaiter } from "../../lib/workers/fair-queue.ts";
import type { WorkerClient } from "../../lib/workers/worker-client.ts";
import { createWorkerPool, type WorkerPool } from "../../lib/workers/worker-pool.ts";
import {
  type EncodedSymbol,
  type EncodeRequest,
  type EncodeResult,
  type SymbolEncoder,
  toSymbol,
} from "../../domain/barcode/symbol.ts";

/** A symbol encoder with threads, which `close` terminates. */
export interface ClosableSymbolEncoder extends SymbolEncoder {
  encode(request: EncodeRequest, waiter?: TaskWaiter): Promise<EncodedSymbol>;
  close(): Promise<void>;
}

/**
 * Maximum characters to encode inline, in less than about 30 ms on a slow machine; longer texts go
 * to a worker.
 */
const MAX_INLINE_LENGTHS: Readonly<Record<string, number>> = { pdf417: 300, aztec: 100 };

/**
 * Maximum milliseconds of a call. The longest texts take about one second; the rest is for busy
 * machines.
 */
const DEADLINE_MS = 8000;

/** Creates the encoder. Loads the library with the first symbol that needs it. */
export function createSymbolEncoder(): ClosableSymbolEncoder {
  const pool = createWorkerPool({
    script: new URL("./encode-worker.js", import.meta.url),
    workers: 1,
    maxQueued: 64,
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  });
  return {
    encode: async (request, waiter) => toSymbol(await encode(request, pool, waiter), request),
    close: () => pool.close(),
  };
}

async function encode(
  request: EncodeRequest,
  pool: WorkerPool,
  waiter: TaskWaiter | undefined,
): Promise<EncodeResult> {
  if (request.text.length <= (MAX_INLINE_LENGTHS[request.type] ?? Infinity)) {
    const { encodeWithBwip } = await import("../../domain/barcode/bwip.ts");
    return encodeWithBwip(request);
  }
  const encodeInWorker = (worker: WorkerClient) =>
    worker.call<EncodeResult>(request, { deadlineMs: DEADLINE_MS });
  return pool.run(encodeInWorker, waiter);
}
