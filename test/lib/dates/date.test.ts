import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { isCalendarDate, formatLongDate, formatUtcDay } from "#src/lib/dates/date.js";

test("isCalendarDate accepts only existing dates in ISO format", () => {
  for (const day of ["2026-01-31", "2024-02-29", "2000-02-29", "0001-01-01", "9999-12-31"]) {
    assert.equal(isCalendarDate(day), true, day);
  }
  const wrong = [
    "2026-02-30",
    "2025-02-29",
    "1900-02-29",
    "2026-13-01",
    "2026-00-10",
    "2026-04-31",
  ];
  const otherwise = [
    "0000-01-01",
    "2026-1-1",
    "2026-01-01T00:00:00Z",
    " 2026-01-01",
    "٢٠٢٦-٠١-٠١",
    "",
  ];
  for (const text of [...wrong, ...otherwise]) assert.equal(isCalendarDate(text), false, text);
});

test("isCalendarDate accepts exactly the days of the calendar from year 1 to 9999", () => {
  const year = fc.integer({ min: 1, max: 9999 });
  fc.assert(
    fc.property(
      year,
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 1, max: 31 }),
      (...parts) => {
        const [at, month, day] = parts;
        const leap = (at % 4 === 0 && at % 100 !== 0) || at % 400 === 0;
        const days = month === 2 ? (leap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
        const text = `${String(at).padStart(4, "0")}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
        assert.equal(isCalendarDate(text), day <= days);
      },
    ),
  );
});

test("formatUtcDay changes at midnight UTC", () => {
  assert.equal(formatUtcDay(Date.UTC(2026, 1, 28, 23, 59, 59, 999)), "2026-02-28");
  assert.equal(formatUtcDay(Date.UTC(2026, 1, 28, 24)), "2026-03-01");
  assert.equal(formatLongDate("2026-03-01"), "March 1, 2026");
});
