import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as fc from "fast-check";
import { toLineAmounts, toTotals } from "#src/domain/invoice/figures.js";
import { formatCurrency, getIsoCurrency } from "#src/lib/money/currency.js";
import { toFigures } from "#src/web/tool/kits/invoice/figures.js";
import { createNextInvoice, incrementNumber } from "#src/web/tool/kits/invoice/numbering.js";

const CURRENCIES = ["USD", "EUR", "GBP", "INR", "JPY", "CAD", "AUD", "CHF", "SGD", "AED"] as const;

const amount = fc.oneof(
  fc.integer({ min: -1_000_000, max: 1_000_000 }),
  fc.integer({ min: -10_000_000, max: 10_000_000 }).map((cents) => cents / 1000),
  fc.constantFrom(1e-7, 1.005, 2.675, -0.005, 1e10),
);
const percent = fc.oneof(fc.constantFrom(0, 5, 7.7, 19, 100), fc.integer({ min: 0, max: 100 }));
const item = fc.record({
  quantity: amount,
  rate: amount,
  taxRate: fc.option(percent, { nil: undefined }),
  taxCategory: fc.option(fc.constantFrom("S" as const, "Z" as const), { nil: undefined }),
});

describe("toFigures", () => {
  it("toFigures computes the amounts of the API for any invoice", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...CURRENCIES),
        fc.array(item, { minLength: 1, maxLength: 6 }),
        percent,
        percent,
        (code, items, taxRate, discount) => {
          const currency = getIsoCurrency(code);
          const request = { items, taxRate, discount };
          const lines = items.map((row) => toLineAmounts(row, request, currency));
          const totals = toTotals(lines, request, currency);
          const values = Object.fromEntries([
            ["currency", code],
            ["taxRate", String(taxRate)],
            ["discount", String(discount)],
            ...items.flatMap((members, row) =>
              Object.entries<string | number | undefined>(members).map(([name, value]) => [
                `items.${row}.${name}`,
                value === undefined ? "" : String(value),
              ]),
            ),
          ]) as Record<string, string>;
          const figures = toFigures(values);
          assert.deepEqual(
            [...figures.lines.values()].map(normalizeSpaces),
            lines.map((line) => normalizeSpaces(formatCurrency(currency, line.amount))),
          );
          const sum = (label: string) =>
            normalizeSpaces(
              figures.sums.find((line) => line.label.startsWith(label))?.amount ?? "",
            );
          const hasTaxes = figures.sums.filter((line) => line.label.startsWith("Tax")).length > 1;
          assert.equal(sum("Subtotal"), normalizeSpaces(formatCurrency(currency, totals.subtotal)));
          const last = normalizeSpaces(figures.sums.at(-1)?.amount ?? "");
          assert.equal(last, normalizeSpaces(formatCurrency(currency, totals.total)));
          if (!totals.tax.eq(0)) {
            const tax = sum(hasTaxes ? "Total tax" : "Tax");
            assert.equal(tax, normalizeSpaces(formatCurrency(currency, totals.tax)));
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it("toFigures names each rate with the tax of its lines, and their sum", () => {
    const { sums } = toFigures({
      currency: "EUR",
      taxRate: "19",
      "items.0.quantity": "1",
      "items.0.rate": "100",
      "items.0.taxRate": "7",
    });
    assert.deepEqual(sums[1], { label: "Tax (7%)", amount: "€7.00" });
    const two = toFigures({
      taxRate: "19",
      "items.0.quantity": "1",
      "items.0.rate": "100",
      "items.1.quantity": "1",
      "items.1.rate": "100",
      "items.1.taxRate": "7",
    });
    assert.deepEqual(two.sums.slice(1, 4), [
      { label: "Tax (19%)", amount: "$19.00" },
      { label: "Tax (7%)", amount: "$7.00" },
      { label: "Total tax", amount: "$26.00" },
    ]);
  });

  it("toFigures includes charges, named taxes, withholding and rounding", () => {
    const { sums } = toFigures({
      "items.0.quantity": "1",
      "items.0.rate": "100",
      "items.0.discount": "10",
      "charges.0.label": "Shipping",
      "charges.0.amount": "12.53",
      "taxes.0.label": "GST",
      "taxes.0.rate": "5",
      "withholding.0.label": "IRPF",
      "withholding.0.rate": "15",
      rounding: "0.05",
    });
    assert.deepEqual(
      sums.map((sum) => `${sum.label} ${sum.amount}`),
      [
        "Subtotal $90.00",
        "Shipping $12.53",
        "Net amount $102.53",
        "GST (5%) $5.13",
        "Total $107.66",
        "IRPF (15%) -$15.38",
        "Rounding $0.02",
        "Amount due $92.30",
      ],
    );
  });

  it("toFigures computes in US dollars when a link names no currency of ISO 4217", () => {
    const values = { currency: "<b>", "items.0.quantity": "1", "items.0.rate": "1" };
    assert.equal(toFigures(values).sums[0]?.amount, "$1.00");
  });

  it("toFigures leaves out a row without a valid quantity or rate", () => {
    const { lines, sums } = toFigures({
      "items.0.quantity": "2",
      "items.0.rate": "10",
      "items.1.quantity": "",
      "items.1.rate": "5",
      "items.2.quantity": "1x",
      "items.2.rate": "5",
    });
    assert.deepEqual([...lines], [[0, "$20.00"]]);
    assert.deepEqual(sums.at(-1), { label: "Total", amount: "$20.00" });
  });

  it("toFigures reads numbers as they are pasted", () => {
    const { lines, sums } = toFigures({
      "items.0.quantity": "1,5",
      "items.0.rate": "$1.000,00",
      taxRate: "7,7",
    });
    assert.deepEqual([...lines.values()], ["$1,500.00"]);
    assert.equal(sums[1]?.label, "Tax (7.7%)");
  });

  it("toFigures has the amount due after a payment", () => {
    const { sums } = toFigures({
      "items.0.quantity": "1",
      "items.0.rate": "10",
      prepaid: "2.5",
    });
    assert.deepEqual(sums.at(-1), { label: "Amount due", amount: "$7.50" });
  });
});

/** Formatters differ in their spaces. */
function normalizeSpaces(text: string): string {
  return text.replaceAll("\u00a0", " ");
}

describe("nextNumber", () => {
  it("nextNumber increments the last digits and keeps their width", () => {
    assert.equal(incrementNumber("INV-0041"), "INV-0042");
    assert.equal(incrementNumber("2026-099"), "2026-100");
    assert.equal(incrementNumber("A9/b"), "A10/b");
    assert.equal(incrementNumber("99999999999999999999"), "100000000000000000000");
    assert.equal(incrementNumber("first"), "first-2");
  });
});

describe("nextInvoice", () => {
  it("nextInvoice starts today and is due after as many days as the one before", () => {
    const before = {
      invoiceNumber: "7",
      issueDate: "2026-01-01",
      dueDate: "2026-01-15",
      notes: "N",
    };
    assert.deepEqual(createNextInvoice(before, new Date(2026, 1, 20)), {
      invoiceNumber: "8",
      issueDate: "2026-02-20",
      dueDate: "2026-03-06",
      notes: "N",
    });
  });

  it("nextInvoice has no due date where the one before had none", () => {
    const { dueDate } = createNextInvoice(
      { invoiceNumber: "7", dueDate: "" },
      new Date(2026, 1, 20),
    );
    assert.equal(dueDate, "");
  });
});
