import { Worker } from "node:worker_threads";
import type { DocumentFindings, Findings } from "./page.ts";
import type { Question } from "./worker.ts";

/** Longest answer to one question, in milliseconds. Work is bounded in operations; this is for what bounds miss. */
const ANSWER_MS = 4_000;

interface Pending {
  resolve(result: Findings | undefined): void;
  timer: NodeJS.Timeout;
}

/** Reads pages in a thread of its own, so that a hostile one stalls nobody. */
export interface Analyst {
  /** Undefined where the thread was ended, or the page could not be read. */
  ask(question: Question, withinMs: number): Promise<Findings | undefined>;
  /** A number for a page not seen before. */
  newPage(): number;
}

/** Makes an analyst. Its thread starts with the first question, lives on, and is replaced when it overruns. */
export function createAnalyst(): Analyst {
  let worker: Worker | undefined;
  let calls = 0;
  let pages = 0;
  const pending = new Map<number, Pending>();
  const settle = (call: number, result: Findings | undefined) => {
    clearTimeout(pending.get(call)?.timer);
    pending.get(call)?.resolve(result);
    pending.delete(call);
  };
  const replace = () => {
    void worker?.terminate();
    worker = undefined;
    for (const call of pending.keys()) settle(call, undefined);
  };
  return {
    newPage: () => (pages += 1),
    ask(question, withinMs) {
      worker ??= start(settle, replace);
      const thread = worker;
      const call = (calls += 1);
      return new Promise((resolve) => {
        const timer = setTimeout(replace, Math.min(ANSWER_MS, withinMs));
        pending.set(call, { resolve, timer });
        thread.postMessage({ call, question }, []);
      });
    },
  };
}

type Settle = (call: number, result: DocumentFindings | Findings | undefined) => void;

function start(settle: Settle, onDeath: () => void): Worker {
  const worker = new Worker(new URL("worker.js", import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  });
  worker.on("message", ({ call, result }: { call: number; result?: Findings }) =>
    settle(call, result),
  );
  worker.on("error", onDeath);
  // The product may end while it waits for questions.
  worker.unref();
  return worker;
}
