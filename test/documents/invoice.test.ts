import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { getIsoCurrency } from "#src/lib/money/currency.js";
import { compileInput } from "#src/lib/input/input.js";
import { countDecimals, type Decimal } from "#src/lib/money/exact.js";
import { getHeadingAmount } from "#src/tools/invoice/display/heading.js";
import { type Invoice, toInvoice } from "#src/tools/invoice/invoice.js";
import { renderInvoicePage } from "#src/tools/invoice/page/invoice-page.js";
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

test("a missing rate is the only error of figures that depend on it", () => {
  const items = [{ description: "Work", quantity: 1, discountAmount: 5 }];
  assert.throws(
    () => computeInvoice({ items, prepaid: 10 }),
    /^ValidationError: items\[0\]\.rate is required$/,
  );
  assert.throws(
    () => computeInvoice({ items, type: "delivery-note" }),
    /^ValidationError: items\[0\]\.discountAmount must be at most the line, \$0\.00$/,
  );
});

test("a quote's heading has the total that is printed below the items", () => {
  const withholding = [{ label: "IRPF", rate: 15 }];
  const quote = computeInvoice({ type: "quote", items: createItems(1, 100), withholding });
  assert.deepEqual(getHeadingAmount(quote), { label: { text: "Total" }, amount: "$100.00" });
});

test("the table of items is named after the type of document", () => {
  for (const [type, name] of [
    ["invoice", "Items of this invoice"],
    ["quote", "Quote"],
    ["proforma", "Pro forma invoice"],
    ["receipt", "Receipt"],
    ["delivery-note", "Delivery note"],
  ]) {
    const page = renderInvoicePage(computeInvoice({ type }));
    assert.equal(/<caption>([^<]+)/.exec(page)?.[1]?.trim(), name);
  }
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
