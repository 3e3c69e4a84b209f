import type { HeaderPair } from "../record/inbox-record.ts";
import { type EventToSign, signEvent } from "./signed-event.ts";

/** The response to an attempt, or the reason for none. */
export type AttemptOutcome =
  | { status: number; body: string; ms: number }
  | { problem: string; ms: number };

/** An attempt to deliver an event. */
export interface Attempt {
  /** 1 for the first. */
  number: number;
  outcome: AttemptOutcome;
  /** Seconds until the next attempt; undefined after the last. */
  nextInSeconds: number | undefined;
}

interface DeliveryOptions {
  event: Omit<EventToSign, "attempt" | "nowMs">;
  /** Seconds between attempts; none: one attempt. */
  delays: readonly number[];
  send(headers: HeaderPair[], body: string): Promise<AttemptOutcome>;
  /** Resolves after the seconds; rejects or returns false to stop. */
  wait(seconds: number): Promise<boolean>;
  now(): number;
}

/**
 * Sends an event until it is acknowledged by a status of 2xx, or the delays are used up. Every
 * attempt has the same event id and a signature of its own time.
 */
export async function* deliverEvent(options: DeliveryOptions): AsyncGenerator<Attempt> {
  const { event, delays, send, wait, now } = options;
  for (let number = 1; ; number += 1) {
    const headers = signEvent({ ...event, attempt: number, nowMs: now() });
    const outcome = await send(headers, event.body);
    const isDone = "status" in outcome && outcome.status >= 200 && outcome.status < 300;
    const nextInSeconds = isDone ? undefined : delays[number - 1];
    yield { number, outcome, nextInSeconds };
    if (nextInSeconds === undefined || !(await wait(nextInSeconds))) return;
  }
}
