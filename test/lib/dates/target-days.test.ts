import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { formatDay, parseDay } from "#src/lib/dates/date.js";
import {
  computeEasterSunday,
  toFrankfurtTime,
  isTargetDay,
  findNewestPublishedDay,
} from "#src/lib/dates/target-days.js";
import { createRateBook } from "#src/rates/book.js";

const findPublishedDay = (now: string) => {
  const nowMs = Date.parse(now);
  return formatDay(findNewestPublishedDay(Math.floor(nowMs / 86_400_000), nowMs));
};

describe("computeEasterSunday", () => {
  it("computeEasterSunday returns the dates of the published tables", () => {
    const known = ["1999-04-04", "2000-04-23", "2008-03-23", "2011-04-24", "2024-03-31"];
    const more = ["2025-04-20", "2026-04-05", "2027-03-28", "2038-04-25", "2049-04-18"];
    for (const day of [...known, ...more]) {
      assert.equal(formatDay(computeEasterSunday(Number(day.slice(0, 4)))), day);
    }
  });

  it("computeEasterSunday is always a Sunday from 22 March to 25 April", () => {
    for (let year = 1970; year < 2200; year++) {
      const day = computeEasterSunday(year);
      assert.equal((day + 4) % 7, 0);
      const text = formatDay(day).slice(5);
      assert.ok(text >= "03-22" && text <= "04-25", `${year}: ${text}`);
    }
  });
});

describe("isTargetDay", () => {
  it("isTargetDay agrees with the days on which the ECB published, except four before 2002", () => {
    const { rates } = createRateBook({});
    const published = new Set(rates.daysBetween(rates.firstDay, rates.newestDay));
    const different: string[] = [];
    for (let day = rates.firstDay; day <= rates.newestDay; day++) {
      if (isTargetDay(day) !== published.has(day)) different.push(formatDay(day));
    }
    assert.equal(different.length, 4);
    assert.ok(different.every((day) => day < "2002"));
  });

  it("isTargetDay is false on the closing days and at weekends", () => {
    const closed = ["2027-01-01", "2027-03-26", "2027-03-29", "2026-05-01", "2026-12-25"];
    for (const day of [...closed, "2026-11-21", "2026-11-22"]) {
      assert.equal(isTargetDay(parseDay(day)), false, day);
    }
    for (const day of ["2026-11-20", "2026-12-24", "2026-12-31", "2027-03-30"]) {
      assert.equal(isTargetDay(parseDay(day)), true, day);
    }
  });
});

describe("toFrankfurtTime", () => {
  it("toFrankfurtTime agrees with the time zone database on every day of 45 years", () => {
    const clock = new Intl.DateTimeFormat("en-GB", {
      timeZone: "Europe/Berlin",
      hour: "2-digit",
      minute: "2-digit",
    });
    for (let day = parseDay("1996-01-01"); day < parseDay("2041-01-01"); day++) {
      assert.equal(clock.format(toFrankfurtTime(day, 16)), "16:00", formatDay(day));
    }
  });
});

describe("findNewestPublishedDay", () => {
  it("findNewestPublishedDay is the day before until 16:00 in Frankfurt", () => {
    assert.equal(findPublishedDay("2026-07-07T13:59:59Z"), "2026-07-06");
    assert.equal(findPublishedDay("2026-07-07T14:00:00Z"), "2026-07-07");
    assert.equal(findPublishedDay("2026-07-12T20:00:00Z"), "2026-07-10");
  });
});
