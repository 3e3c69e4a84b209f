import { setImmediate as yieldToOthers } from "node:timers/promises";
import type { RequestContext } from "../http/context.ts";
import type { MaybePromise } from "../lib/concurrency/maybe-promise.ts";

/** Milliseconds between checks. With the age of cached keys it is below 5 s. */
const INTERVAL_MS = 1_500;

/** Requests younger than this are not checked again: most end before. */
const MIN_AGE_MS = 1_000;

/** Requests checked in one turn of the event loop. */
const MAX_PER_TURN = 500;

/**
 * Creates the function that watches requests with a credential until their response ends. Those
 * that `isAdmitted` no longer admits are disconnected, because streams and waits would outlive
 * their key.
 */
export function createRequestWatch(
  isAdmitted: (context: RequestContext) => MaybePromise<boolean>,
): (context: RequestContext) => void {
  const open = new Set<RequestContext>();
  /** Requests of this turn of the event loop, in which most get their response. */
  let latest: RequestContext[] = [];
  let timer: NodeJS.Timeout | undefined;

  async function check(): Promise<void> {
    const latestMs = performance.now() - MIN_AGE_MS;
    let checked = 0;
    for (const context of open) {
      if (context.startMs > latestMs) continue;
      if (!(await isSafelyAdmitted(context))) context.connection.destroy();
      checked += 1;
      if (checked % MAX_PER_TURN === 0) await yieldToOthers();
    }
    timer = undefined;
    if (open.size > 0) schedule();
  }

  /** A fault of ours must not keep a request open. */
  async function isSafelyAdmitted(context: RequestContext): Promise<boolean> {
    try {
      return await isAdmitted(context);
    } catch {
      return false;
    }
  }

  function schedule(): void {
    timer ??= setTimeout(() => void check(), INTERVAL_MS).unref();
  }

  function keepOpen(): void {
    const requests = latest;
    latest = [];
    for (const context of requests) {
      const { connection } = context;
      if (connection.destroyed) continue;
      open.add(context);
      connection.once("close", () => open.delete(context));
    }
    if (open.size > 0) schedule();
  }

  return (context) => {
    if (latest.push(context) === 1) setImmediate(keepOpen);
  };
}
