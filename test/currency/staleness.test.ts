import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createRateBook } from "#src/rates/book.js";
import { parseCsv } from "#src/rates/csv.js";
import { convertCurrency } from "#src/tools/currency/currency.js";
import type { CurrencyRequest } from "#src/tools/currency/schema.js";

/** Returns the shipped rates with one more day. */
function createRatesUpTo(day: string) {
  const book = createRateBook({});
  book.add(parseCsv(`Date,USD\n${day},1.2\n`));
  return book.rates;
}

/** Returns the staleness that a request at this time reports. */
function getStalenessAt(newest: string, now: string, date?: string) {
  const request: CurrencyRequest = {
    amount: 1,
    from: "EUR",
    to: "USD",
    interval: "day",
    round: true,
  };
  const { output } = convertCurrency(date === undefined ? request : { ...request, date }, {
    rates: createRatesUpTo(newest),
    nowMs: Date.parse(now),
  });
  return [output.stale, output.asOf, ...(output.warnings ?? [])];
}

const formatWarning = (asOf: string, missing: string) =>
  `the rates are from ${asOf}; the ECB should have published newer ones up to ${missing}`;

describe("staleness", () => {
  it("rates are stale from two hours after the publication in Frankfurt, in winter and summer time", () => {
    const fresh = [false, "2026-07-06"];
    assert.deepEqual(getStalenessAt("2026-07-06", "2026-07-07T15:59:59Z"), fresh);
    assert.deepEqual(getStalenessAt("2026-07-06", "2026-07-07T16:00:00Z"), [
      true,
      "2026-07-06",
      formatWarning("2026-07-06", "2026-07-07"),
    ]);
    assert.deepEqual(getStalenessAt("2026-12-07", "2026-12-08T16:59:59Z"), [false, "2026-12-07"]);
    assert.equal(getStalenessAt("2026-12-07", "2026-12-08T17:00:00Z")[0], true);
    assert.equal(
      getStalenessAt("2026-10-23", "2026-10-26T16:30:00Z")[0],
      false,
      "winter time has begun",
    );
  });

  it("rates do not become stale on a weekend", () => {
    assert.equal(getStalenessAt("2026-07-10", "2026-07-12T23:00:00Z")[0], false);
    assert.equal(getStalenessAt("2026-07-10", "2026-07-13T15:00:00Z")[0], false);
    assert.equal(getStalenessAt("2026-07-10", "2026-07-13T16:00:00Z")[0], true);
  });

  it("rates do not become stale at Easter, on 1 May, at Christmas or at New Year", () => {
    // Good Friday 2027 is 26 March, Easter Monday 29 March; summer time begins on 28 March.
    assert.equal(getStalenessAt("2027-03-25", "2027-03-29T23:00:00Z")[0], false);
    assert.equal(getStalenessAt("2027-03-25", "2027-03-30T16:00:00Z")[0], true);
    assert.equal(getStalenessAt("2026-04-30", "2026-05-03T20:00:00Z")[0], false);
    assert.equal(getStalenessAt("2026-12-24", "2026-12-27T20:00:00Z")[0], false);
    assert.equal(getStalenessAt("2026-12-31", "2027-01-03T20:00:00Z")[0], false);
    assert.equal(getStalenessAt("2026-12-31", "2027-01-04T17:00:00Z")[0], true);
  });

  it("staleness depends on the requested date and concerns the newest day only", () => {
    assert.equal(getStalenessAt("2026-07-06", "2026-11-20T12:00:00Z", "2026-07-06")[0], false);
    assert.equal(getStalenessAt("2026-07-06", "2026-11-20T12:00:00Z", "2026-07-07")[0], true);
    assert.equal(getStalenessAt("2026-07-06", "2026-11-20T12:00:00Z", "2026-04-12")[0], false);
  });
});
