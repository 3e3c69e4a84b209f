import { availableParallelism } from "node:os";
import type { TaskWaiter } from "../../lib/workers/fair-queue.ts";
import { type WorkerClient, WorkerError } from "../../lib/workers/worker-client.ts";
import { createWorkerPool } from "../../lib/workers/worker-pool.ts";
import { PLAIN } from "./highlight/languages.ts";
import type { CodeImageOptions, Renderer, RenderResult } from "./renderer.ts";
import type { RenderRequest } from "./worker.ts";

/** A renderer that owns worker threads. */
export interface ThreadedRenderer extends Renderer {
  draw(options: CodeImageOptions, waiter?: TaskWaiter): Promise<RenderResult>;
  /** Ends every worker and rejects queued jobs. */
  close(): Promise<void>;
}

interface PoolLimits {
  /** Maximum workers, started on demand. */
  workers?: number;
  /** Maximum queued jobs. */
  maxQueued?: number;
  /**
   * Time for highlighting and drawing once the grammar is loaded; past it an image loses its
   * colors. Infinity: nothing is limited, starting included.
   */
  deadlineMs?: number;
  /**
   * Time for starting, loading and drawing plain text, which depend on the machine and not on the
   * text.
   */
  startupTimeoutMs?: number;
}

const MAX_WORKERS = 4;
const MEMORY_MB = 256;

/** Together with the fallback to plain text, a response takes about two seconds. */
const DEADLINE_MS = 1800;
/** Starting takes a second on an idle machine; a restart on a busy one would only add load. */
const STARTUP_TIMEOUT_MS = 20_000;

/**
 * Renders in worker threads, so that hostile text cannot block the main thread. A job past its
 * deadline is terminated with its worker, because nothing else stops a backtracking regular
 * expression, and is drawn again as plain text.
 */
export function createRenderer(limits: PoolLimits = {}): ThreadedRenderer {
  const { deadlineMs = DEADLINE_MS, startupTimeoutMs = STARTUP_TIMEOUT_MS } = limits;
  // Timers take no Infinity: a call that may take any time has no deadline.
  const isLimited = Number.isFinite(deadlineMs);
  const pool = createWorkerPool({
    script: new URL("./worker.js", import.meta.url),
    workers: limits.workers ?? Math.min(MAX_WORKERS, availableParallelism()),
    maxQueued: limits.maxQueued ?? 64,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
  const callWorker = (worker: WorkerClient, options: CodeImageOptions): Promise<RenderResult> => {
    if (!isLimited) return worker.call<RenderResult>({ options } satisfies RenderRequest);
    const request: RenderRequest =
      options.language === PLAIN ? { options } : { options, deadlineMs };
    return worker.call(request, { deadlineMs: startupTimeoutMs });
  };
  return {
    draw: (options, waiter) =>
      pool.run((worker) => drawOrFallBack(callWorker, worker, options), waiter),
    close: () => pool.close(),
  };
}

/**
 * Draws the image, or draws it as plain text when that failed or took too long, ahead of the queue.
 */
async function drawOrFallBack(
  callWorker: (worker: WorkerClient, options: CodeImageOptions) => Promise<RenderResult>,
  worker: WorkerClient,
  options: CodeImageOptions,
): Promise<RenderResult> {
  if (options.language === PLAIN) return callWorker(worker, options);
  try {
    return await callWorker(worker, options);
  } catch (error) {
    if (!(error instanceof WorkerError) || error.reason === "closed") throw error;
    // The state of a grammar that threw is unknown.
    if (error.reason === "failed") worker.restart();
    const drawing = await callWorker(worker, { ...options, language: PLAIN });
    const isLate = error.reason === "timeout" || error.reason === "starved";
    const reason = isLate ? "timeout" : "failure";
    return drawing.kind === "drawn" ? { ...drawing, reason } : drawing;
  }
}
