import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { formatMoney } from "../../../result/number.ts";
import { useSignal } from "../../../shell/signal.ts";

interface MeetingClockProps {
  /** Cost of the whole meeting. */
  totalCost: number;
  durationMs: number;
  currency: string;
}

/**
 * Milliseconds between two updates: cents run, or change each second for people who prefer less
 * motion.
 */
const TICK_MS = 100;
const CALM_TICK_MS = 1000;

/** A clock that shows the cost of the meeting so far. It needs a script. */
export function MeetingClock({ totalCost, durationMs, currency }: MeetingClockProps): JSX.Element {
  const { elapsedMs, isRunning, start, pause, reset } = useStopwatch();
  const cost = Math.round(totalCost * (elapsedMs / durationMs) * 100) / 100;
  const overMs = elapsedMs - durationMs;
  const text = formatMoney(cost, currency);
  useTitle(isRunning ? text : undefined);
  return (
    <section class="clock scripted" aria-labelledby="clock-title">
      <h3 id="clock-title">In the meeting</h3>
      <p class="running" role="timer" aria-label="Cost so far">
        <strong>{text}</strong>{" "}
        <span>
          {toClockTime(elapsedMs)} of {toClockTime(durationMs)}
        </span>
      </p>
      <progress max={durationMs} value={Math.min(elapsedMs, durationMs)} aria-label="Time used" />
      {overMs > 0 && (
        <p class="over" role="status">
          Over time by {toWords(overMs)}
        </p>
      )}
      <p class="buttons">
        <button type="button" class="button primary" onClick={isRunning ? pause : start}>
          {isRunning ? "Pause" : elapsedMs > 0 ? "Continue" : "Start"}
        </button>
        {elapsedMs > 0 && (
          <button type="button" class="button" onClick={reset}>
            Reset
          </button>
        )}
      </p>
    </section>
  );
}

/**
 * A stopwatch. Its time comes from the system's clock and not from counted ticks. Browsers slow the
 * timers of pages in the background, and stop them while the machine sleeps.
 */
function useStopwatch() {
  const elapsedMs = useSignal(0);
  /** When it was started, less the time before; undefined: it does not run. */
  const origin = useSignal<number | undefined>(undefined);
  const tick = () => {
    if (origin.value !== undefined) elapsedMs.value = Math.max(0, Date.now() - origin.value);
  };
  useEffect(() => {
    if (origin.value === undefined) return undefined;
    const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const timer = setInterval(tick, isCalm ? CALM_TICK_MS : TICK_MS);
    document.addEventListener("visibilitychange", tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", tick);
    };
  }, [origin.value]);
  return {
    elapsedMs: elapsedMs.value,
    isRunning: origin.value !== undefined,
    start: () => (origin.value = Date.now() - elapsedMs.value),
    pause: () => {
      tick();
      origin.value = undefined;
    },
    reset: () => {
      origin.value = undefined;
      elapsedMs.value = 0;
    },
  };
}

/**
 * Shows a text in the title of the tab, before the page's own, so that the clock can be seen from
 * other tabs.
 */
function useTitle(text: string | undefined): void {
  const title = useRef("");
  useEffect(() => {
    title.current ||= document.title;
    document.title = text === undefined ? title.current : `${text} · ${title.current}`;
  }, [text]);
}

/** Returns a time as `1:05` or `1:02:05`. */
function toClockTime(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const fields = parts[0] === 0 ? parts.slice(1) : parts;
  return fields
    .map((part, index) => (index === 0 ? part : String(part).padStart(2, "0")))
    .join(":");
}

/** Returns a time in whole minutes, so that a screen reader does not announce each second. */
function toWords(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes === 0) return "less than a minute";
  return minutes === 1 ? "1 minute" : `${minutes} minutes`;
}
