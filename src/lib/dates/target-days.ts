import { DAY_MS } from "./date.ts";
const HOUR_MS = 3_600_000;

/** The hour in Frankfurt at which the ECB publishes the reference rates of a TARGET day. */
const PUBLICATION_HOUR = 16;

/** Month and day of the fixed closing days of TARGET. */
const CLOSED = new Set(["01-01", "05-01", "12-25", "12-26"]);

/**
 * Returns true when TARGET, the euro's payment system, is open on `day` (days since 1970-01-01). It
 * is open from Monday to Friday without 1 January, Good Friday, Easter Monday, 1 May, 25 and 26
 * December. Source: the ECB's long-term calendar for TARGET closing days, in force since 2002.
 */
export function isTargetDay(day: number): boolean {
  const weekday = (day + 4) % 7;
  if (weekday === 0 || weekday === 6) return false;
  const date = new Date(day * DAY_MS);
  const sinceEaster = day - computeEasterSunday(date.getUTCFullYear());
  if (sinceEaster === -2 || sinceEaster === 1) return false;
  return !CLOSED.has(date.toISOString().slice(5, 10));
}

/**
 * Returns Easter Sunday of a Gregorian year, in days since 1970-01-01. Source: the anonymous
 * algorithm in J. Meeus, Astronomical Algorithms, chapter 8.
 */
export function computeEasterSunday(year: number): number {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const yearOfCentury = year % 100;
  const correction = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - Math.floor(century / 4) - correction + 15) % 30;
  const leap = 32 + 2 * (century % 4) + 2 * Math.floor(yearOfCentury / 4);
  const toSunday = (leap - epact - (yearOfCentury % 4)) % 7;
  const late = Math.floor((golden + 11 * epact + 22 * toSunday) / 451);
  const days = epact + toSunday - 7 * late + 114;
  return Date.UTC(year, Math.floor(days / 31) - 1, (days % 31) + 1) / DAY_MS;
}

/**
 * Returns the time of an hour (fractions allowed, after 03:00) on `day` in Frankfurt, in
 * milliseconds since 1970. Summer time lasts from the last Sunday of March to the last Sunday of
 * October (Directive 2000/84/EC).
 */
export function toFrankfurtTime(day: number, hour: number): number {
  const year = new Date(day * DAY_MS).getUTCFullYear();
  const isSummer = day >= findLastSunday(year, 3) && day < findLastSunday(year, 10);
  return day * DAY_MS + (hour - (isSummer ? 2 : 1)) * HOUR_MS;
}

/** Returns the last Sunday of a month of 31 days. */
function findLastSunday(year: number, month: number): number {
  const last = Date.UTC(year, month - 1, 31) / DAY_MS;
  return last - ((last + 4) % 7);
}

/** Returns when the ECB publishes the rates of a TARGET day, in milliseconds since 1970. */
export function getPublicationTime(day: number): number {
  return toFrankfurtTime(day, PUBLICATION_HOUR);
}

/**
 * Returns the newest TARGET day up to `day` whose publication was at least `graceMs` before
 * `nowMs`.
 */
export function findNewestPublishedDay(day: number, nowMs: number, graceMs = 0): number {
  let newest = day;
  while (!isTargetDay(newest) || getPublicationTime(newest) + graceMs > nowMs) newest -= 1;
  return newest;
}
