import { describeNetworkError } from "../server-client.ts";
import { type Check, fail, ok, type Outcome, skip, warn } from "./check.ts";
import { readRedisTime } from "./redis.ts";

const MAX_OFF_MS = 2000;
const MAX_WRONG_MS = 60_000;

/** The precision of the header `Date`. */
const SECOND_MS = 1000;

/** Compares the clock with that of Redis or of the server. */
export const checkClock: Check = async (environment) => {
  const { report, server, signal } = environment;
  if (report.values.redisUrl !== undefined) {
    const startMs = Date.now();
    const timeMs = await readRedisTime(environment);
    return timeMs === undefined
      ? skip("Redis does not tell its time")
      : judgeClock("Redis", distance([startMs, Date.now()], [timeMs, timeMs]));
  }
  if (server === undefined) return skip("neither REDIS_URL nor PUBLIC_URL is set");
  try {
    const startMs = Date.now();
    const response = await fetch(`${server}/healthz`, { signal });
    await response.body?.cancel();
    const timeMs = Date.parse(response.headers.get("date") ?? "");
    if (Number.isNaN(timeMs)) return skip(`${server} has no Date`);
    return judgeClock(server, distance([startMs, Date.now()], [timeMs, timeMs + SECOND_MS]));
  } catch (error) {
    return skip(describeNetworkError(server, error));
  }
};

/** Returns the milliseconds between two spans of time, 0 where they overlap. */
function distance(
  [start, end]: readonly [number, number],
  [from, to]: readonly [number, number],
): number {
  return Math.max(0, from - end, start - to);
}

export function judgeClock(name: string, offMs: number): Outcome {
  const finding = `the clock is ${(offMs / 1000).toFixed(1)} s off that of ${name}`;
  const advice = "synchronize the clocks (NTP)";
  if (offMs > MAX_WRONG_MS) return fail(finding, advice);
  return offMs > MAX_OFF_MS ? warn(finding, advice) : ok(finding);
}
