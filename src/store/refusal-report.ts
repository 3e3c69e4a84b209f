import type { Exhaustion } from "./byte-shares.ts";

/** Milliseconds between two reports of the same reason, so that a flood of refusals is one line. */
const REPORT_INTERVAL_MS = 600_000;

const MESSAGES: Readonly<Record<Exhaustion, string>> = {
  budget:
    "STORE_MAX_BYTES is used up, so new inboxes get 503 until others expire; raise it or delete inboxes",
  share:
    "the inboxes of one address take half of STORE_MAX_BYTES, so it gets no new ones until they expire",
};

/**
 * Creates the function that reports that new inboxes are refused. `now` is a clock in milliseconds.
 */
export function createRefusalReport(
  onWarning: ((message: string) => void) | undefined,
  now: () => number,
): (reason: Exhaustion) => void {
  const reportedAt = new Map<Exhaustion, number>();
  return (reason) => {
    if (now() - (reportedAt.get(reason) ?? -Infinity) < REPORT_INTERVAL_MS) return;
    reportedAt.set(reason, now());
    onWarning?.(MESSAGES[reason]);
  };
}
