import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as fc from "fast-check";
import { formatMoney, formatNumber } from "#src/web/result/number.js";

/** The formatter writes 20 decimals at most. */
function isWritten(text: string): boolean {
  return !text.includes("e") && (text.split(".")[1] ?? "").length <= 20;
}

describe("formatNumber", () => {
  it("groups digits, keeps decimals, and shows money with two", () => {
    assert.equal(formatNumber(1_234_567.5), "1,234,567.5");
    assert.equal(formatNumber(-1000, 2), "-1,000.00");
    assert.equal(formatNumber(999, 2), "999.00");
    assert.equal(formatNumber(0.1 + 0.2, 2), "0.30000000000000004");
    assert.equal(formatNumber(1e21), "1,000,000,000,000,000,000,000");
  });

  it("agrees with Intl.NumberFormat", () => {
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
    it(`${currency} agrees with Intl.NumberFormat`, () => {
      const style = { style: "currency", currency } as const;
      const formatter = new Intl.NumberFormat("en-US", style);
      const check = (amount: number) =>
        assert.equal(formatMoney(amount, currency), formatter.format(amount));
      fc.assert(fc.property(amounts, check));
    });
  }
});
