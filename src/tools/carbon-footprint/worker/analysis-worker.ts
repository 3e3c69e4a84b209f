import { Worker } from "node:worker_threads";
import type { DocumentFindings, AnalysisResult } from "./page-session.ts";
import type { Question } from "./worker.ts";

/** Longest answer to one question, in milliseconds. Work is bounded in operations; this is for what bounds miss. */
const ANSWER_MS = 4_000;
const WORKER = new URL("./worker.js", import.meta.url);
/** What the thread may hold; a page past it ends the thread. The largest page within its bounds needs half. */
const MAX_HEAP_MB = 192;
/** For new objects: a third of what V8 would take and, once a hostile page has filled it, keep. */
const MAX_YOUNG_MB = 16;

/** The thread ended with this page in it, because of another page: what it knew has to be told again. */
export class WorkerRestartedError extends Error {
  readonly offenderId: number;

  constructor(culprit: number) {
    super("the thread ended");
    this.offenderId = culprit;
  }
}

interface Pending {
  page: number;
  resolve(result: AnalysisResult | undefined): void;
  reject(error: WorkerRestartedError): void;
}

/** Reads pages in a thread of its own, so that a hostile one stalls nobody. */
export interface AnalysisWorker {
  /**
   * Undefined where the page could not be read, or reading it ended the thread. The body is the thread's from then on.
   * Throws PageLost, later also for that page.
   */
  call(question: Question): Promise<AnalysisResult | undefined>;
  /** A number for a page not seen before. */
  newPage(): number;
  /** Nothing more will be asked of this page. */
  forget(page: number): void;
}

/** Makes an analyst. Its thread starts with the first question, lives on, and is replaced when it overruns. */
export function createAnalyst(script = WORKER, answerMs = ANSWER_MS): AnalysisWorker {
  let worker: Worker | undefined;
  let timer: NodeJS.Timeout | undefined;
  let calls = 0;
  let pages = 0;
  /** Pages up to this one were in threads that ended. */
  let lost = 0;
  let culprit = 0;
  /** In the order in which they are answered. */
  const pending = new Map<number, Pending>();

  /** The clock runs for the question that the thread is at, not for those that wait behind it. */
  const restartTimer = () => {
    clearTimeout(timer);
    timer = pending.size > 0 ? setTimeout(replace, answerMs) : undefined;
  };
  const replace = () => {
    void worker?.terminate();
    worker = undefined;
    lost = pages;
    culprit = [...pending.values()][0]?.page ?? culprit;
    for (const { page, resolve, reject } of pending.values()) {
      if (page === culprit) resolve(undefined);
      else reject(new WorkerRestartedError(culprit));
    }
    pending.clear();
    restartTimer();
  };
  const settle = (call: number, result: AnalysisResult | undefined) => {
    pending.get(call)?.resolve(result);
    pending.delete(call);
    restartTimer();
  };
  return {
    newPage: () => (pages += 1),
    forget(page) {
      if (page > lost) worker?.postMessage({ question: { page, ask: "close" } }, []);
    },
    call(question) {
      const { page } = question;
      if (page <= lost) return Promise.reject(new WorkerRestartedError(culprit));
      worker ??= start(script, settle, (thread) => thread === worker && replace());
      const thread = worker;
      const call = (calls += 1);
      return new Promise((resolve, reject) => {
        pending.set(call, { page, resolve, reject });
        if (pending.size === 1) restartTimer();
        // What is to be read goes over whole: a copy of it would be a second one of what is large already.
        thread.postMessage({ call, question }, "body" in question ? [question.body.buffer] : []);
      });
    },
  };
}

type Settle = (call: number, result: DocumentFindings | AnalysisResult | undefined) => void;

function start(script: URL, settle: Settle, onDeath: (thread: Worker) => void): Worker {
  const worker = new Worker(script, {
    resourceLimits: {
      maxOldGenerationSizeMb: MAX_HEAP_MB,
      maxYoungGenerationSizeMb: MAX_YOUNG_MB,
    },
  });
  worker.on("message", ({ call, result }: { call: number; result?: AnalysisResult }) =>
    settle(call, result),
  );
  worker.on("error", () => onDeath(worker));
  // The product may end while it waits for questions.
  worker.unref();
  return worker;
}
