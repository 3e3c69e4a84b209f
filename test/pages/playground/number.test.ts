import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as fc from "fast-check";
import { parseNumber } from "#src/web/form/parse-number.js";
import { formatMoney, formatNumber } from "#src/web/result/number.js";

/** The formatter writes 20 decimals at most. */
function isWritten(text: string): boolean {
  return !text.includes("e") && (text.split(".")[1] ?? "").length <= 20;
}

describe("parseNumber", () => {
  const NUMBERS: Record<string, number> = {
    " 12.50 ": 12.5,
    "+7": 7,
    "1e3": 1000,
    "12,50": 12.5,
    "0,125": 0.125,
    "1234,567": 1234.567,
    "1,234.50": 1234.5,
    "1.234,50": 1234.5,
    "1,234,567": 1_234_567,
    "1.234.567": 1_234_567,
    "1 234,50": 1234.5,
    "1\u202f234\u00a0567.5": 1_234_567.5,
    "1'234.50": 1234.5,
    "$38.00": 38,
    "-$1,234.50": -1234.5,
    "38,5 €": 38.5,
    "\u22125": -5,
  };
  for (const [text, number] of Object.entries(NUMBERS))
    it(`parseNumber reads "${text}"`, () => assert.equal(parseNumber(text), number));

  for (const text of ["", "x", "1,234", "-999,000", "1,2,3", "1.2.3", "1,23.4", "1 2", "12%", "$"])
    it(`parseNumber does not read "${text}"`, () => assert.equal(parseNumber(text), NaN));

  it("parseNumber does not search long text for a number", () => {
    assert.equal(parseNumber(`1${" ".repeat(200_000)}x`), NaN);
    assert.equal(parseNumber("1".repeat(101)), NaN);
  });
});

describe("formatNumber", () => {
  it("formatNumber groups digits, keeps decimals, and shows money with two", () => {
    assert.equal(formatNumber(1_234_567.5), "1,234,567.5");
    assert.equal(formatNumber(-1000, 2), "-1,000.00");
    assert.equal(formatNumber(999, 2), "999.00");
    assert.equal(formatNumber(0.1 + 0.2, 2), "0.30000000000000004");
    assert.equal(formatNumber(1e21), "1,000,000,000,000,000,000,000");
  });

  it("formatNumber agrees with Intl.NumberFormat", () => {
    const [plain, money] = [0, 2].map(
      (minimumFractionDigits) =>
        new Intl.NumberFormat("en-US", { minimumFractionDigits, maximumFractionDigits: 20 }),
    );
    const any = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }));
    const fits = any.filter((value) => !Object.is(value, -0) && isWritten(String(value)));
    fc.assert(
      fc.property(fits, (value) => {
        assert.equal(formatNumber(value), plain?.format(value));
        assert.equal(formatNumber(value, 2), money?.format(value));
      }),
    );
  });
});

describe("formatAmount", () => {
  const amounts = fc.integer({ min: -1e14, max: 1e14 }).map((cents) => cents / 100 + 0);

  for (const currency of ["USD", "EUR", "GBP", "JPY", "CHF", "KWD"]) {
    it(`formatAmount of ${currency} agrees with Intl.NumberFormat`, () => {
      const style = { style: "currency", currency } as const;
      const formatter = new Intl.NumberFormat("en-US", style);
      const check = (amount: number) =>
        assert.equal(formatMoney(amount, currency), formatter.format(amount));
      fc.assert(fc.property(amounts, check));
    });
  }
});
