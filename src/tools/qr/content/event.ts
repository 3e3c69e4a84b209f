import { formatDay, isCalendarDate, parseDay } from "../../../lib/dates/date.ts";
import { createFieldError, requireFields } from "./require-fields.ts";
import type { QrContentInput } from "./schema.ts";
import { escapeText, joinProperties, type Property } from "./text-lines.ts";

/**
 * Formats an event (RFC 5545). Omits UID and DTSTAMP, so that the same request always yields the
 * same code.
 */
export function formatCalendarEvent(content: QrContentInput): string {
  const { title, location, description } = requireFields(content, ["title", "start"]);
  return joinProperties([
    ["BEGIN", "VEVENT"],
    ["SUMMARY", escapeText(title)],
    ...formatTimes(content),
    ["LOCATION", escapeText(location)],
    ["DESCRIPTION", escapeText(description)],
    ["END", "VEVENT"],
  ]);
}

/** Formats when an event is. Throws ValidationError. */
export function formatTimes(content: QrContentInput): Property[] {
  const { start, end, allDay } = requireFields(content, ["start"]);
  const isAllDay = allDay ?? isCalendarDate(start.trim());
  return isAllDay ? createDayProperties(start, end) : createTimeProperties(start, end);
}

/**
 * Creates the properties of an event of whole days. DTEND is the day after the last one (RFC 5545,
 * 3.6.1).
 */
function createDayProperties(start: string, end: string | undefined): Property[] {
  const first = parseDate("start", start);
  const last = end === undefined ? undefined : parseDate("end", end);
  if (last !== undefined && last < first)
    throw createFieldError("end", "must not be before content.start");
  return [
    ["DTSTART;VALUE=DATE", formatDate(first)],
    ["DTEND;VALUE=DATE", last === undefined ? undefined : formatDate(last + 1)],
  ];
}

function parseDate(field: "start" | "end", text: string): number {
  if (isCalendarDate(text.trim())) return parseDay(text.trim());
  throw createFieldError(field, "must be a date such as 2026-07-01 for an all-day event");
}

function formatDate(day: number): string {
  return formatDay(day).replaceAll("-", "");
}

function createTimeProperties(startText: string, endText: string | undefined): Property[] {
  const start = parseTime("start", startText);
  const end = endText === undefined ? undefined : parseTime("end", endText);
  if (end && end.isUtc !== start.isUtc) {
    throw createFieldError(
      "end",
      "must have an offset if content.start has one, and none otherwise",
    );
  }
  if (end && end.ms <= start.ms) throw createFieldError("end", "must be after content.start");
  return [
    ["DTSTART", formatTime(start)],
    ["DTEND", end && formatTime(end)],
  ];
}

/** A time in UTC, or the reader's local time. */
interface Time {
  /** Milliseconds since 1970, of local time as if it were UTC. */
  ms: number;
  isUtc: boolean;
}

const TIME =
  /^(\d{4}-\d\d-\d\d)[Tt ]((?:[01]\d|2[0-3]):[0-5]\d)(:[0-5]\d)?(?:\.\d+)?(Z|[+-]\d\d:\d\d)?$/i;

function parseTime(field: "start" | "end", text: string): Time {
  const [, day = "", minutes = "", seconds = ":00", zone] = TIME.exec(text.trim()) ?? [];
  const ms = isCalendarDate(day)
    ? Date.parse(`${day}T${minutes}${seconds}${zone?.toUpperCase() ?? "Z"}`)
    : Number.NaN;
  const isFormattable = !Number.isNaN(ms) && new Date(ms).toISOString().length === 24;
  if (isFormattable) return { ms, isUtc: zone !== undefined };
  throw createFieldError(field, "must be a date and time such as 2026-07-01T18:00");
}

function formatTime({ ms, isUtc }: Time): string {
  const text = new Date(ms).toISOString().replaceAll(/[-:]|\.\d+Z/g, "");
  return isUtc ? `${text}Z` : text;
}
