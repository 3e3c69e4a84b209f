import { WorkerClient, WorkerError } from "../../../lib/workers/worker-client.ts";
import type { AnalysisResult } from "./page-session.ts";

/** A request to analyze a text of a page, as bytes that are not decoded to characters yet. */
export interface TextRequest {
  page: number;
  type: "document" | "stylesheet" | "script";
  /** The URL that the page references. */
  url: string;
  /** The URL that references in the text are relative to: the one that answered. */
  base: string;
  body: Uint8Array<ArrayBuffer>;
  contentType: string;
  /** Elements and comments of a document that are read. */
  maxNodes?: number;
}

/**
 * A request to the worker about one page. "styles" returns the resources of its style sheets,
 * "close" releases the page.
 */
export type AnalysisRequest = TextRequest | { page: number; type: "styles" | "close" };

/**
 * The deadline of one call. Analysis is bounded in operations, so this only catches what those
 * bounds miss.
 */
const CALL_TIMEOUT_MS = 4_000;
const WORKER_SCRIPT = new URL("./worker.js", import.meta.url);
const RESOURCE_LIMITS = {
  /** A page that needs more crashes the worker. The largest page within the bounds needs half. */
  maxOldGenerationSizeMb: 192,
  /**
   * A third of V8's default, because the young generation does not shrink after a hostile page has
   * filled it.
   */
  maxYoungGenerationSizeMb: 16,
};

/**
 * Thrown when the worker was restarted because of another page. The caller has to submit its page
 * again.
 */
export class WorkerRestartedError extends Error {
  /** The page that crashed the worker or exceeded its deadline. */
  readonly offenderId: number;

  constructor(offenderId: number) {
    super("the worker was restarted");
    this.offenderId = offenderId;
  }
}

/** Analyzes pages on a worker thread, so that hostile ones cannot block the event loop. */
export interface AnalysisWorker {
  /**
   * Resolves to undefined if the text could not be analyzed or its page crashed the worker. Moves
   * the body to the worker. Rejects with WorkerRestartedError if another page crashed it, also on
   * later calls for this page.
   */
  call(request: AnalysisRequest): Promise<AnalysisResult | undefined>;
  createPageId(): number;
  closePage(page: number): void;
}

/**
 * Creates the client of a worker that starts with the first call and restarts after a crash or a
 * timeout.
 */
export function createAnalysisWorker(
  script = WORKER_SCRIPT,
  callTimeoutMs = CALL_TIMEOUT_MS,
): AnalysisWorker {
  let lastPageId = 0;
  /** Pages up to this id were lost with a worker that ended. */
  let lastLostId = 0;
  let offenderId = 0;
  /** The pages of pending calls, in the order in which the worker answers them. */
  const pendingPages = new Set<{ page: number }>();
  const client = new WorkerClient({
    script,
    resourceLimits: RESOURCE_LIMITS,
    onExit: () => {
      const [current] = pendingPages;
      lastLostId = lastPageId;
      offenderId = current?.page ?? offenderId;
      pendingPages.clear();
    },
  });

  async function call(request: AnalysisRequest): Promise<AnalysisResult | undefined> {
    const { page } = request;
    if (page <= lastLostId) throw new WorkerRestartedError(offenderId);
    const pending = { page };
    pendingPages.add(pending);
    const transfer = "body" in request ? [request.body.buffer] : [];
    try {
      return await client.call(request, { transfer, deadlineMs: callTimeoutMs });
    } catch (error) {
      if (!(error instanceof WorkerError)) throw error;
      if (error.reason === "failed" || page === offenderId) return undefined;
      throw new WorkerRestartedError(offenderId);
    } finally {
      pendingPages.delete(pending);
    }
  }

  return {
    call,
    createPageId: () => (lastPageId += 1),
    closePage(page) {
      if (page > lastLostId) client.notify({ page, type: "close" } satisfies AnalysisRequest);
    },
  };
}
