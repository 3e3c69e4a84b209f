import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { formatTime } from "../../shell/time.ts";

/** Interval at which relative times are updated. */
const TICK_MS = 10_000;

/**
 * The present time; undefined on the server and until the page is hydrated, so that both render the
 * same.
 */
const now = signal<number | undefined>(undefined);

/** Keeps relative times up to date as long as the page lasts. */
export function startClock(): void {
  tick();
  setInterval(tick, TICK_MS);
}

function tick(): void {
  now.value = Date.now();
}

/** The time of a request relative to now. It updates itself, so that rows need not render. */
export function Ago({ at }: { at: string }): JSX.Element {
  const text = now.value === undefined ? at.slice(11, 19) : formatAgo(now.value - Date.parse(at));
  return (
    <time dateTime={at} title={formatTime(at)}>
      {text}
    </time>
  );
}

/** Formats an age: `now`, `40 s ago`, `5 min ago`, `3 h ago`. */
function formatAgo(ageMs: number): string {
  const seconds = Math.floor(ageMs / 1000);
  // Also for a server whose clock is ahead of the browser's.
  if (seconds < 10) return "now";
  if (seconds < 60) return `${seconds} s ago`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes} min ago` : `${Math.floor(minutes / 60)} h ago`;
}
