import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { formatDay } from "#src/lib/dates/date.js";
import { convertOne, rates, catchRefusal, respond } from "./support.ts";

const getKind = (from: string, to: string, date = "2026-04-10") =>
  convertOne({ from, to, date }).kind;

const getNote = (from: string, to: string) => convertOne({ from, to, date: "2026-04-10" }).note;

const catchGap = (to: string, date: string) => catchRefusal({ to, date });

const listCodes = (date: string, from = "EUR") =>
  respond({ date, from }).results?.map(({ to }) => to) ?? [];

describe("kinds of rates", () => {
  it("a rate has the weakest kind in its chain", () => {
    assert.equal(getKind("USD", "USD"), "same");
    assert.equal(getKind("EUR", "USD"), "reference");
    assert.equal(getKind("USD", "EUR"), "reference");
    assert.equal(getKind("USD", "GBP"), "cross");
    assert.equal(getKind("EUR", "DEM"), "legal");
    assert.equal(getKind("DEM", "FRF"), "legal");
    assert.equal(getKind("DEM", "USD"), "cross");
    assert.equal(getKind("AED", "USD"), "peg");
    assert.equal(getKind("EUR", "AED"), "peg");
    assert.equal(getKind("XOF", "DEM"), "peg");
  });

  it("a rate becomes legal on the day of the changeover, also on a Sunday", () => {
    assert.equal(getKind("EUR", "HRK", "2022-12-31"), "reference");
    assert.equal(convertOne({ to: "HRK", date: "2022-12-31" }).rate, 7.5365);
    assert.equal(getKind("EUR", "HRK", "2023-01-01"), "legal");
    assert.equal(convertOne({ to: "HRK", date: "2023-01-01" }).rate, 7.5345);
    assert.equal(convertOne({ to: "BGN", date: "2025-12-31" }).rate, 1.9558);
    assert.equal(convertOne({ to: "BGN", date: "2026-01-01" }).rate, 1.95583);
  });

  it("the note names the authority of a fixed rate, and is null for other rates", () => {
    assert.equal(getNote("EUR", "USD"), null);
    assert.equal(
      getNote("USD", "AED"),
      "1 USD = 3.6725 AED since 1997-11-02 (Central Bank of the UAE)",
    );
    assert.equal(getNote("EUR", "ITL"), "1 EUR = 1936.27 ITL by law (Council Regulation 2866/98)");
    assert.match(getNote("AED", "SAR") ?? "", /Central Bank of the UAE\); 1 USD = 3\.75 SAR/);
  });
});

describe("legal rates", () => {
  for (const { code, rate, since } of rates.legal.values()) {
    it(`${code} is ${Number(rate)} for one euro from its changeover on`, () => {
      const date = formatDay(Math.max(since, rates.firstDay));
      const found = convertOne({ to: code, date, amount: "1000000" });
      assert.equal(found.rate, Number(rate));
      assert.equal(found.kind, "legal");
      const minorUnits = rates.currencies.get(code)?.minorUnits ?? 2;
      assert.equal(found.result, Number((Number(rate) * 1e6).toFixed(minorUnits)));
    });
  }

  it("amounts are divided by a legal rate, never multiplied by a rounded inverse", () => {
    // 1 000 000 000 DEM / 1.95583; with the inverse 0.511292 it would be 511292000.00.
    assert.equal(
      convertOne({ amount: 1e9, from: "DEM", to: "EUR", date: "2002-01-01" }).result,
      511_291_881.2,
    );
  });

  it("two old units convert through the euro, rounded once", () => {
    assert.equal(
      convertOne({ amount: 100, from: "DEM", to: "FRF", date: "2001-06-01" }).result,
      335.39,
    );
    assert.equal(convertOne({ amount: 1, from: "ITL", to: "BEF", date: "2001-06-01" }).result, 0);
  });
});

describe("pegs", () => {
  for (const { code, base, rate, since } of rates.pegs.values()) {
    it(`${code} is ${rate} for one ${base}, before and after rounding`, () => {
      const found = convertOne({ from: base, to: code, date: "2026-04-10", amount: 1000 });
      assert.equal(found.rate, Number(rate));
      assert.equal(found.kind, "peg");
      assert.match(found.note ?? "", new RegExp(`since ${formatDay(since)}`));
      assert.equal(found.result, Number((Number(rate) * 1000).toFixed(3)));
    });
  }

  it("a peg applies from its first day on", () => {
    assert.match(
      catchRefusal({ to: "TMT", date: "2014-12-31" }),
      /^to is TMT, which has no rate before 2015-01-01$/,
    );
    assert.equal(convertOne({ from: "USD", to: "TMT", date: "2015-01-01" }).rate, 3.5);
  });

  it("a currency with a peg needs a rate of the currency it is fixed to", () => {
    assert.equal(
      catchRefusal({ to: "BTN", date: "2008-06-01" }),
      "to is BTN, which is fixed to INR, which has no rate before 2009-01-02",
    );
  });
});

describe("days without a rate", () => {
  it("a day without a rate is rejected with the gap", () => {
    const isk = "to is ISK, which has no rate from 2008-12-10 to 2018-01-31";
    assert.equal(catchGap("ISK", "2008-12-10"), isk);
    assert.equal(catchGap("ISK", "2018-01-31"), isk);
    assert.equal(catchGap("ISK", "2008-12-09"), "");
    assert.equal(catchGap("ISK", "2018-02-01"), "");
    assert.equal(catchGap("RUB", "2022-03-02"), "to is RUB, which has no rate after 2022-03-01");
    assert.equal(catchGap("HRK", "2005-03-31"), "to is HRK, which has no rate before 2005-04-01");
    assert.equal(catchGap("GRD", "2000-12-31"), "to is GRD, which has no rate before 2001-01-01");
  });

  it("days without a rate are rejected for both currencies in one response", () => {
    assert.equal(
      catchRefusal({ from: "RUB", to: ["USD", "ISK"], date: "2003-01-01" }),
      "from is RUB, which has no rate before 2005-04-01",
    );
    assert.equal(
      catchRefusal({ from: "RUB", to: ["USD", "TRL"], date: "2024-01-01" }),
      "from is RUB, which has no rate after 2022-03-01; to[1] is TRL, which has no rate after 2004-12-31: 1 TRY = 1000000 TRL since 2005-01-01",
    );
  });

  it("an old or a new currency outside its days is rejected with the factor between the two", () => {
    assert.equal(convertOne({ to: "TRL", date: "2004-12-31" }).result, 1_836_200);
    assert.match(
      catchRefusal({ to: "TRL", date: "2005-01-03" }),
      /after 2004-12-31: 1 TRY = 1000000 TRL/,
    );
    assert.match(
      catchRefusal({ to: "ROL", date: "2005-07-01" }),
      /after 2005-06-30: 1 RON = 10000 ROL/,
    );
    assert.match(catchRefusal({ to: "TRY", date: "2004-12-31" }), /before 2005-01-03/);
    assert.match(catchRefusal({ to: "RON", date: "2005-06-30" }), /before 2005-07-01/);
  });

  it("a new unit converts before its first rates, from those of the old unit", () => {
    const { rate, note } = convertOne({ to: "TRY", date: "2005-01-01" });
    assert.equal(rate, 1.8362);
    assert.equal(note, "1 TRY = 1000000 TRL since 2005-01-01");
  });
});

describe("a request without targets", () => {
  it("a request without targets returns every other currency with a rate on the day, in order", () => {
    const codes = listCodes("2026-04-10", "USD");
    assert.deepEqual(codes, codes.toSorted());
    assert.ok(!codes.includes("USD") && !codes.includes("RUB") && !codes.includes("TRL"));
    for (const code of ["EUR", "JPY", "AED", "DEM", "BGN", "HRK"]) assert.ok(codes.includes(code));
    assert.ok(listCodes("2005-01-01").includes("TRY"));
    assert.ok(listCodes("2010-01-01").includes("EEK") && !listCodes("2010-01-01").includes("ISK"));
  });
});
