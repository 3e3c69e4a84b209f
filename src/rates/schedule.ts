import { toFrankfurtTime, isTargetDay } from "../lib/dates/target-days.ts";

const DAY_MS = 86_400_000;

/** Hours in Frankfurt at which a TARGET day's rates are requested until they are published: 16:10, 16:40 … 19:40. */
const FETCH_HOURS = Array.from({ length: 8 }, (_, index) => 16 + 1 / 6 + index / 2);

/** Returns the next time after `nowMs` to request rates newer than `newestDay`, in milliseconds since 1970. */
export function getNextFetchTime(nowMs: number, newestDay: number): number {
  for (let day = Math.floor(nowMs / DAY_MS); ; day++) {
    if (day <= newestDay || !isTargetDay(day)) continue;
    const time = FETCH_HOURS.map((hour) => toFrankfurtTime(day, hour)).find((one) => one > nowMs);
    if (time !== undefined) return Math.round(time);
  }
}
