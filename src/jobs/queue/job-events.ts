import type { Reply } from "../../http/reply.ts";
import type { JobObject } from "./job-object.ts";

/** Milliseconds between two reads of a job. */
const INTERVAL_MS = 500;

/** Comments keep proxies from closing the connection. */
const HEARTBEAT_MS = 15_000;

const ENDED = new Set(["done", "failed", "cancelled"]);

interface FollowOptions {
  /** Resolves with undefined when the job is forgotten. */
  read(): Promise<JobObject | undefined>;
  /** Aborted when the client is gone. */
  signal: AbortSignal;
}

/** Returns a stream of the states of a job, which ends with the last one. */
export function replyWithEvents(options: FollowOptions, release: () => void): Reply {
  return {
    type: "text/event-stream; charset=utf-8",
    // nginx would otherwise buffer events.
    headers: { "cache-control": "no-store", "x-robots-tag": "noindex", "x-accel-buffering": "no" },
    body: follow(options, release),
  };
}

async function* follow(
  { read, signal }: FollowOptions,
  release: () => void,
): AsyncGenerator<string> {
  let last = "";
  let sentMs = performance.now();
  try {
    while (!signal.aborted) {
      const job = await read();
      if (!job) return;
      // The estimate changes all the time.
      const text = JSON.stringify({ ...job, etaSeconds: null });
      if (text !== last) yield `event: status\ndata: ${JSON.stringify(job)}\n\n`;
      else if (performance.now() - sentMs >= HEARTBEAT_MS) yield ": here\n\n";
      else {
        await wait(signal);
        continue;
      }
      if (ENDED.has(job.state)) return;
      last = text;
      sentMs = performance.now();
      await wait(signal);
    }
  } finally {
    release();
  }
}

/** Resolves early when the signal is aborted. */
function wait(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, INTERVAL_MS);
    signal.addEventListener("abort", done);
  });
}
