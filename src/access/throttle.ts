import type { Refusal } from "../http/caller.ts";
import type { AccessOptions } from "./access-check.ts";
import { chain } from "../lib/concurrency/maybe-promise.ts";
import { UnavailableError } from "../lib/errors.ts";
import type { Counters, RateWindow } from "../store/store.ts";

const MAX_WRONG = 20;
const WINDOW_MS = 60_000;

interface ThrottleDeps {
  counters: Counters;
  now(): number;
}

/** Creates the limit of wrong credentials for an address. A right one is never counted. */
export function createThrottle({ counters, now }: ThrottleDeps): AccessOptions["throttle"] {
  return ({ client }, refusal) => {
    const nowMs = now();
    const decide = ({ count, endsAtMs }: RateWindow): Refusal =>
      count <= MAX_WRONG ? refusal : createRefusal(Math.ceil((endsAtMs - nowMs) / 1000));
    return chain(counters.hit(`credential ${client.ipPrefix}`, WINDOW_MS, nowMs), decide);
  };
}

function createRefusal(secondsLeft: number): Refusal {
  const seconds = Math.max(1, secondsLeft);
  const message = `At most ${MAX_WRONG} wrong keys a minute. Try again in ${seconds} s.`;
  return { reason: "throttled", error: new UnavailableError(message, "rate-limited", seconds) };
}
