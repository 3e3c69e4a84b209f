import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import {
  type Currency,
  formatWithCode,
  formatCurrency,
  isSafeAmount,
  getMaxAmount,
  getIntlCurrency,
  getIsoCurrency,
  formatPercent,
  formatPrice,
  formatQuantity,
} from "#src/lib/money/currency.js";
import { round, toDecimal } from "#src/lib/money/exact.js";

const [USD, JPY, INR] = ["USD", "JPY", "INR"].map(getIntlCurrency) as [
  Currency,
  Currency,
  Currency,
];

test("currencies have the decimals of ICU, and two for unknown codes", () => {
  const decimals = ["USD", "JPY", "KWD", "XQZ", "HUF"].map(
    (code) => getIntlCurrency(code).decimals,
  );
  assert.deepEqual(decimals, [2, 0, 3, 2, 0]);
});

test("the currencies of invoices have the decimals of ISO 4217", () => {
  assert.equal(getIsoCurrency("HUF").decimals, 2);
  assert.equal(getIsoCurrency("IQD").decimals, 3);
  assert.throws(() => getIsoCurrency("HRK"), /HRK is not an active currency/);
});

test("every cent of the largest amount is formatted", () => {
  assert.equal(formatCurrency(USD, getMaxAmount(USD)), "$90,071,992,547,409.91");
  assert.equal(formatCurrency(USD, toDecimal("90071992547409.89")), "$90,071,992,547,409.89");
  assert.equal(formatCurrency(INR, toDecimal("1234567.5")), "₹12,34,567.50");
  assert.equal(formatCurrency(JPY, toDecimal("1235")), "¥1,235");
});

test("amounts up to 2^53 - 1 minor units are accepted in both directions", () => {
  const largest = getMaxAmount(USD);
  for (const amount of [largest, largest.neg(), toDecimal(1)]) assert.ok(isSafeAmount(USD, amount));
  for (const amount of [largest.plus("0.01"), largest.plus("0.01").neg(), toDecimal("1e300")]) {
    assert.ok(!isSafeAmount(USD, amount));
  }
});

test("-0 is formatted as 0", () => {
  const nothing = round(toDecimal("-0.001"), 2);
  assert.equal(formatCurrency(USD, nothing), "$0.00");
  assert.equal(formatWithCode(USD, nothing), "USD 0.00");
});

test("formatted amounts round half away from zero to the currency's minor unit", () => {
  assert.equal(round(toDecimal("1.005"), USD.decimals).toFixed(), "1.01");
  assert.equal(round(toDecimal("-1.005"), USD.decimals).toFixed(), "-1.01");
  assert.equal(round(toDecimal("3703.5"), JPY.decimals).toFixed(), "3704");
});

test("formatted prices, quantities and percentages keep given decimals", () => {
  assert.equal(formatPrice(USD, toDecimal("1.005")), "$1.005");
  assert.equal(formatPrice(USD, toDecimal("5")), "$5.00");
  assert.equal(formatPrice(JPY, toDecimal("1234.5")), "¥1,234.5");
  assert.equal(formatQuantity("INR", toDecimal("1234567.891")), "12,34,567.891");
  assert.equal(formatQuantity("USD", toDecimal(1e-7)), "0.0000001");
  assert.equal(formatPercent(8.875), "8.875%");
});

test("formatWithCode puts the code first", () => {
  assert.equal(formatWithCode(USD, toDecimal("5000")), "USD 5,000.00");
  assert.equal(formatWithCode(JPY, toDecimal("1001")), "JPY 1,001");
  assert.equal(formatWithCode(INR, toDecimal("1234567")), "INR 1,234,567.00");
});

const codes = ["USD", "EUR", "GBP", "INR", "JPY", "CAD", "AUD", "CHF", "SGD", "AED"];

test("formatted currencies agree with Intl.NumberFormat", () => {
  const digits = fc.tuple(
    fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }),
    fc.integer({ min: 0, max: 20 }),
  );
  const anyDecimal = digits.map(([units, places]) => toDecimal(`${units}e-${places}`));
  fc.assert(
    fc.property(anyDecimal, fc.constantFrom(...codes), (amount, code) => {
      const style = { style: "currency", currency: code } as const;
      const formatWithIntl = (options: Intl.NumberFormatOptions, value: typeof amount) =>
        new Intl.NumberFormat(code === "INR" ? "en-IN" : "en-US", options).format(
          (value.eq(0) ? "0" : value.toFixed()) as Intl.StringNumericLiteral,
        );
      const currency = getIntlCurrency(code);
      const rounded = round(amount, currency.decimals);
      const keeping = { maximumFractionDigits: 20 };
      assert.equal(formatCurrency(currency, rounded), formatWithIntl(style, rounded));
      assert.equal(formatPrice(currency, amount), formatWithIntl({ ...style, ...keeping }, amount));
      assert.equal(formatQuantity(code, amount), formatWithIntl(keeping, amount));
    }),
  );
});
