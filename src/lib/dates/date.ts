const SHAPE = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Returns true for `YYYY-MM-DD` of a day that exists (2026-02-30 does not). Years 0001 to 9999. */
export function isCalendarDate(text: string): boolean {
  const parts = SHAPE.exec(text);
  if (!parts) return false;
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  return year > 0 && month >= 1 && month <= 12 && day >= 1 && day <= getDaysInMonth(year, month);
}

/**
 * Returns the days of a month. `Date.UTC` reads years below 100 as 1900 to 1999, whose leap years
 * are the same.
 */
function getDaysInMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** Milliseconds of a UTC day. */
export const DAY_MS = 86_400_000;

/** Returns the number of the UTC day of a time: whole days since 1970-01-01. */
export function getUtcDayNumber(timeMs: number): number {
  return Math.floor(timeMs / DAY_MS);
}

/** The last formatted day. Cached, because every response needs it and it changes once a day. */
let latest = { number: Number.NaN, text: "" };

/** Returns the UTC calendar day of a time in milliseconds since 1970, as `YYYY-MM-DD`. */
export function formatUtcDay(nowMs: number): string {
  const number = getUtcDayNumber(nowMs);
  if (number !== latest.number) {
    latest = { number, text: new Date(nowMs).toISOString().slice(0, 10) };
  }
  return latest.text;
}

let longFormat: Intl.DateTimeFormat | undefined;

/** Formats a calendar day in words: `2026-03-01` is "March 1, 2026". */
export function formatLongDate(day: string): string {
  // Creates the format at the first call, because loading the data of a locale takes long.
  longFormat ??= new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });
  return longFormat.format(new Date(`${day}T00:00:00Z`));
}

/** Returns the number of a calendar day (`YYYY-MM-DD`): days since 1970-01-01. */
export function parseDay(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / DAY_MS;
}

/** Returns the calendar day of a number of days since 1970-01-01, as `YYYY-MM-DD`. */
export function formatDay(dayNumber: number): string {
  return new Date(dayNumber * DAY_MS).toISOString().slice(0, 10);
}
