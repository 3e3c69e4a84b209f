import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { convertOne, NOW, catchRefusal, respond } from "./support.ts";

const getAmount = (amount: unknown) => respond({ amount, to: "EUR" }).amount;

const round = (amount: string, to = "EUR") =>
  convertOne({ amount, from: to, to, date: "2026-04-10" }).result;

const listTargets = (to: unknown) =>
  respond({ from: "usd", to }).results?.map(({ to: code }) => code);

const listDays = (request: object) =>
  (respond({ to: "USD", ...request }).days ?? []).map(({ date }) => date);

const getAsOf = (date: string) => respond({ date, to: "USD" }).asOf;

describe("amounts of a conversion", () => {
  it("a request without amount, from and date converts one euro today", () => {
    const { amount, from, date, asOf } = respond({ to: "USD" });
    assert.deepEqual([amount, from, date, asOf], [1, "EUR", "2026-11-22", "2026-04-13"]);
  });

  it("an amount may be decimal text, and is returned as a number where that is exact", () => {
    assert.equal(getAmount("100.00"), 100);
    assert.equal(getAmount("0.1"), 0.1);
    assert.equal(getAmount(-0), 0);
    assert.equal(Object.is(getAmount("-0"), 0), true);
    assert.equal(getAmount("0.1000000000000000000000000001"), "0.1000000000000000000000000001");
  });

  it("other spellings of an amount are rejected", () => {
    for (const amount of ["1e5", "+5", ".5", "5.", "", " 5", "1,000", "NaN", "0x1", "--1", "٣"]) {
      assert.match(
        catchRefusal({ amount }),
        /^amount must be a plain decimal such as 1234\.50$/,
        amount,
      );
    }
    assert.equal(catchRefusal({ amount: true }), "amount must be a number or a string");
  });

  it("an amount has limits, in digits and in size", () => {
    assert.equal(
      catchRefusal({ amount: "1".repeat(31), to: "EUR" }),
      "amount must have at most 30 digits",
    );
    assert.equal(catchRefusal({ amount: `0.${"1".repeat(29)}`, to: "USD" }), "");
    assert.equal(
      catchRefusal({ amount: `-0.${"1".repeat(30)}` }),
      "amount must have at most 30 digits",
    );
    for (const amount of [1e12 + 1, "1000000000000.1"]) {
      assert.equal(catchRefusal({ amount, to: "USD" }), "amount must be at most 1000000000000");
    }
    for (const amount of [-1e12 - 1, "-1000000000001"]) {
      assert.equal(catchRefusal({ amount, to: "USD" }), "amount must be at least -1000000000000");
    }
    assert.equal(catchRefusal({ amount: 1e12, to: "USD" }), "");
  });

  it("a result over 2^53 - 1 minor units is rejected unless rounding is off", () => {
    const request = { amount: 1e12, to: "IDR", date: "2026-04-10" };
    const message = "amount must convert to at most 9007199254740991 minor units of IDR";
    assert.equal(catchRefusal(request), message);
    assert.equal(convertOne({ ...request, round: false }).result, 2.002025e16);
  });

  it("amounts round half away from zero to the minor unit", () => {
    assert.deepEqual(
      ["0.005", "-0.005", "0.0049999999999999", "1.005", "-1.005"].map((amount) => round(amount)),
      [0.01, -0.01, 0, 1.01, -1.01],
    );
    assert.deepEqual([round("0.5", "JPY"), round("-0.5", "JPY")], [1, -1]);
    assert.deepEqual([round("1.0005", "BHD"), round("0.0004", "OMR")], [1.001, 0]);
    assert.equal(Object.is(round("-0.001"), 0), true);
  });

  it("the smallest numbers convert exactly", () => {
    assert.equal(convertOne({ amount: 5e-324, to: "USD", round: false }).result, 5e-324);
    assert.equal(convertOne({ amount: 1e-7, to: "EUR", round: false }).result, 1e-7);
  });
});

describe("currency codes", () => {
  it("currency codes are read in any case, as a list or separated by commas", () => {
    assert.deepEqual(listTargets("eur"), ["EUR"]);
    assert.deepEqual(listTargets("eur, Gbp,JPY"), ["EUR", "GBP", "JPY"]);
    assert.deepEqual(listTargets(["chf", "EUR"]), ["CHF", "EUR"]);
  });

  it("unknown, repeated, malformed and too many codes are rejected with their path", () => {
    assert.equal(
      catchRefusal({ from: "XXX", to: ["USD", "ABC"] }),
      "from is XXX, which is not a currency with rates; to[1] is ABC, which is not a currency with rates",
    );
    assert.equal(catchRefusal({ to: "usd,USD" }), "to must not name USD twice");
    assert.equal(catchRefusal({ to: [] }), "to must have at least 1 entry");
    assert.equal(
      catchRefusal({ to: Array.from({ length: 51 }, () => "USD") }),
      "to must have at most 50 entries",
    );
    const many = Array.from(
      { length: 51 },
      (_, index) => `AA${String.fromCharCode(65 + (index % 26))}`,
    );
    assert.equal(catchRefusal({ to: many.join(",") }), "to must have at most 50 entries");
    assert.match(catchRefusal({ to: "USD,,GBP" }), /^to must be a currency code/);
    assert.match(catchRefusal({ to: ["US"] }), /^to\[0\] must be three letters/);
    assert.match(catchRefusal({ from: "__proto__" }), /^from must be three letters/);
    assert.match(catchRefusal({ to: "constructor" }), /^to must be a currency code/);
  });
});

describe("days of a conversion", () => {
  it("a day may be from 1999-01-04 to today in UTC", () => {
    const message = "date must be from 1999-01-04 to today (2026-11-22, UTC)";
    assert.equal(catchRefusal({ date: "1999-01-03" }), message);
    assert.equal(catchRefusal({ date: "2026-11-23" }), message);
    assert.equal(catchRefusal({ to: "USD", date: "1999-01-04" }), "");
    assert.equal(catchRefusal({ to: "USD", date: "2026-11-22" }), "");
    assert.match(catchRefusal({ date: "2026-02-30" }), /^date must be a date that exists/);
    assert.match(catchRefusal({ date: "20260410" }), /^date must be a date that exists/);
  });

  it("a day without rates gets those of the last day before it", () => {
    assert.equal(getAsOf("2026-04-11"), "2026-04-10");
    assert.equal(getAsOf("2026-04-12"), "2026-04-10");
    assert.equal(getAsOf("2026-04-06"), "2026-04-02", "Easter Monday");
    assert.equal(getAsOf("2026-01-01"), "2025-12-31");
  });

  it("a day is rejected when its rates are older than maxAgeDays", () => {
    assert.equal(
      catchRefusal({ to: "USD", maxAgeDays: 222 }),
      "maxAgeDays is 222, but the newest rates are from 2026-04-13, 223 days before 2026-11-22",
    );
    assert.equal(catchRefusal({ to: "USD", maxAgeDays: 223 }), "");
    assert.match(catchRefusal({ to: "USD", date: "2026-04-12", maxAgeDays: 1 }), /2 days before/);
    assert.match(
      catchRefusal({ to: "USD", maxAgeDays: 1.5 }),
      /^maxAgeDays must be a whole number/,
    );
    assert.match(catchRefusal({ to: "USD", maxAgeDays: 3651 }), /^maxAgeDays must be at most 3650/);
  });

  it("a day is checked together with the other members", () => {
    assert.equal(
      catchRefusal({ amount: "2000000000000", from: "XXX", date: "1990-01-01" }),
      "amount must be at most 1000000000000; from is XXX, which is not a currency with rates; date must be from 1999-01-04 to today (2026-11-22, UTC)",
    );
  });
});

describe("series of rates", () => {
  it("a series lists the days with rates, and for each the currencies with a rate", () => {
    const { days, ...rest } = respond({ start: "2022-02-25", end: "2022-03-05", to: "USD,RUB" });
    assert.deepEqual(days, [
      { date: "2022-02-25", rates: { USD: 1.1216, RUB: 92.5673 } },
      { date: "2022-02-28", rates: { USD: 1.1199, RUB: 115.4842 } },
      { date: "2022-03-01", rates: { USD: 1.1162, RUB: 117.201 } },
      { date: "2022-03-02", rates: { USD: 1.1106 } },
      { date: "2022-03-03", rates: { USD: 1.1076 } },
      { date: "2022-03-04", rates: { USD: 1.0929 } },
    ]);
    assert.deepEqual(rest, {
      from: "EUR",
      start: "2022-02-25",
      end: "2022-03-05",
      asOf: "2022-03-04",
      stale: false,
      source: "European Central Bank",
    });
  });

  it("a series ends with the newest day by default", () => {
    const { end, asOf, stale, days } = respond({ start: "2026-04-10", to: "USD" });
    assert.deepEqual([end, asOf, stale, days?.length], ["2026-04-13", "2026-04-13", true, 2]);
  });

  it("a series omits days without any rate", () => {
    assert.deepEqual(respond({ start: "2010-01-01", end: "2010-02-01", to: "ISK" }).days, []);
    assert.deepEqual(
      respond({ start: "2010-01-01", end: "2010-02-01", from: "ISK", to: "USD" }).days,
      [],
    );
  });

  it("a series lists the last day with rates of each week or month", () => {
    const easter = { start: "2026-03-27", end: "2026-04-13" };
    // Good Friday and Easter Monday have no rates.
    assert.deepEqual(listDays({ ...easter, interval: "week" }), [
      "2026-03-27",
      "2026-04-02",
      "2026-04-10",
      "2026-04-13",
    ]);
    assert.deepEqual(listDays({ ...easter, interval: "month" }), ["2026-03-31", "2026-04-13"]);
    assert.deepEqual(listDays({ ...easter, interval: "day" }), listDays(easter));
    // The crown had rates again from February 1, 2018 on.
    assert.deepEqual(
      listDays({ start: "2017-12-01", end: "2018-02-28", to: "ISK", interval: "month" }),
      ["2018-02-28"],
    );
    assert.equal(
      listDays({ start: "1999-01-04", end: "2026-04-13", interval: "month" }).length,
      328,
    );
  });

  it("a series needs start and to, and excludes date", () => {
    assert.equal(
      catchRefusal({ end: "2026-04-10", date: "2026-04-10" }),
      "date must not be sent together with start and end; start is required with end; to is required for a series",
    );
  });

  it("a series has limits", () => {
    const whole = { start: "2024-01-01", to: "USD" };
    assert.equal(catchRefusal({ ...whole, end: "2024-12-31" }), "");
    assert.equal(
      catchRefusal({ ...whole, end: "2025-01-01" }),
      "end must be at most 365 days after start",
    );
    assert.equal(
      catchRefusal({ start: "1999-01-04", end: "2026-04-13", to: "USD", interval: "week" }),
      "end must be at most 2561 days after start",
    );
    assert.equal(
      catchRefusal({ ...whole, end: "2023-12-31" }),
      "start must not be after end, 2023-12-31; end must not be before start, 2024-01-01",
    );
    assert.equal(
      catchRefusal({ start: "2026-05-01", to: "USD" }),
      "start must be at most 2026-04-13, the newest day with rates",
    );
    const codes = "USD,JPY,GBP,CHF,SEK,NOK,DKK,PLN,CZK,HUF,AUD";
    assert.equal(
      catchRefusal({ start: "2026-04-01", to: codes }),
      "to must have at most 10 entries for a series",
    );
    assert.match(
      catchRefusal({ start: "1990-01-01", end: "2999-01-01", to: "USD" }),
      /^start .*; end /,
    );
  });

  it("a series is rejected when the newest rates are too old", () => {
    assert.match(
      catchRefusal({ start: "2026-04-10", to: "USD", maxAgeDays: 30 }, NOW),
      /^maxAgeDays is 30/,
    );
  });
});
