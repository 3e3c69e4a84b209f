import { setTimeout as sleep } from "node:timers/promises";
import type { Reply } from "../../http/reply.ts";
import { JOB_REPLY_HEADERS, type JobObject } from "./job-object.ts";

/** Milliseconds between two reads of a job. */
const INTERVAL_MS = 500;

/** Comments keep proxies from closing the connection. */
const HEARTBEAT_MS = 15_000;

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
    headers: { ...JOB_REPLY_HEADERS, "x-accel-buffering": "no" },
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
      if (job.finishedAt !== null) return;
      last = text;
      sentMs = performance.now();
      await wait(signal);
    }
  } finally {
    release();
  }
}

/** Resolves early when the signal is aborted. */
async function wait(signal: AbortSignal): Promise<void> {
  await sleep(INTERVAL_MS, undefined, { signal }).catch(() => undefined);
}
