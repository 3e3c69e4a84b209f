import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { getIsoCurrency } from "#src/lib/money/currency.js";
import { compileInput } from "#src/lib/input/input.js";
import { countDecimals, type Decimal } from "#src/lib/money/exact.js";
import { type Invoice, toInvoice } from "#src/tools/invoice/invoice.js";
import { InvoiceInput } from "#src/tools/invoice/schema.js";

const read = compileInput(InvoiceInput);
const context = { now: () => Date.UTC(2026, 1, 3, 23, 59) };
const parties = { from: { name: "Ada" }, to: { name: "Bob" } };
const createItems = (quantity: number, rate: number) => [{ description: "Work", quantity, rate }];

function computeInvoice(members: object): Invoice {
  return toInvoice(read({ ...parties, items: createItems(1, 1), ...members }), context);
}

const currencies = ["USD", "EUR", "GBP", "INR", "JPY", "CAD", "AUD", "CHF", "SGD", "AED"] as const;
const number = (most: number) => fc.double({ min: -most, max: most, noNaN: true });
const percent = fc.double({ min: 0, max: 100, noNaN: true });
const anItem = fc.record({
  description: fc.constant("x"),
  quantity: number(1000),
  rate: number(10_000),
});

test("an invoice's displayed amounts sum exactly in every currency", () => {
  const members = fc.record({
    currency: fc.constantFrom(...currencies),
    taxRate: percent,
    discount: percent,
    items: fc.array(anItem, { minLength: 1 }),
  });
  fc.assert(
    fc.property(members, (asked) => {
      const { lines, subtotal, discount, tax, total } = computeInvoice(asked);
      // Calculates in whole minor units, so that the check needs no decimals.
      const of = (value: Decimal) =>
        BigInt(value.toFixed(getIsoCurrency(asked.currency).decimals).replace(".", ""));
      const shown = lines.reduce((sum, { amount }) => sum + of(amount), 0n);
      assert.equal(of(subtotal), shown);
      assert.equal(of(total), of(subtotal) - of(discount) + of(tax));
      for (const value of [subtotal, discount, tax, total]) {
        assert.ok(
          countDecimals(value) <= getIsoCurrency(asked.currency).decimals,
          "a part of a minor unit",
        );
      }
    }),
  );
});

test("issueDate defaults to today in UTC", () => {
  assert.equal(computeInvoice({}).issueDate, "2026-02-03");
  assert.equal(computeInvoice({ issueDate: "2024-02-29" }).issueDate, "2024-02-29");
});

test("a dueDate is compared with a given issueDate only", () => {
  assert.throws(
    () => computeInvoice({ issueDate: "2026-03-02", dueDate: "2026-03-01" }),
    /^ValidationError: dueDate must not be before issueDate$/,
  );
  assert.equal(computeInvoice({ dueDate: "2020-01-01" }).request.dueDate, "2020-01-01");
});

test("sums beyond 2^53-1 minor units are rejected by path", () => {
  assert.throws(
    () => computeInvoice({ items: createItems(1e9, 1e12) }),
    /items\[0\] must come to at most \$90,071/,
  );
  const half = createItems(1, 1e12)[0];
  const many = Array.from({ length: 100 }, () => ({ ...half, quantity: 60 }));
  assert.throws(() => computeInvoice({ items: many }), /items must come to at most/);
  assert.throws(
    () => computeInvoice({ items: createItems(85, 1e12), taxRate: 100 }),
    /items must come to at most/,
  );
  assert.throws(() => computeInvoice({ items: many, discount: 100 }), /items must come to at most/);
});

test("one error names a wrong date order and every too large line", () => {
  const [large] = createItems(1e9, 1e12);
  const [small] = createItems(1, 1);
  const dates = { issueDate: "2026-03-02", dueDate: "2026-03-01" };
  assert.throws(
    () => computeInvoice({ ...dates, items: [large, small, large] }),
    /: dueDate must [^;]+; items\[0\] must [^;]+; items\[2\] must [^;]+$/,
  );
});

test("a blank invoiceNumber is treated as absent", () => {
  assert.equal(computeInvoice({ invoiceNumber: "  " }).invoiceNumber, "INV-001");
});

test("blank names and control characters are rejected by path", () => {
  assert.throws(() => computeInvoice({ to: { name: " \t " } }), /to\.name must not be blank/);
  const blank = [{ description: "\n", quantity: 1, rate: 1 }];
  assert.throws(
    () => computeInvoice({ items: blank }),
    /items\[0\]\.description must not be blank/,
  );
  assert.throws(
    () => computeInvoice({ notes: "a\u0000b" }),
    /notes must not contain control characters/,
  );
});
