import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as fc from "fast-check";
import { CURRENCY_CODES, getIsoDecimals } from "#src/lib/codes/iso4217.js";
import { Decimal } from "#src/lib/money/exact.js";
import type { Invoice } from "#src/tools/invoice/invoice.js";
import { createInvoice } from "./support/write.ts";

/** An exact number: numerator and positive denominator. Independent of the product's decimals. */
type Fraction = readonly [bigint, bigint];

function read(number: number): Fraction {
  const [mantissa = "", exponent = "0"] = String(number).split("e");
  const [whole = "", decimals = ""] = mantissa.split(".");
  const power = Number(exponent) - decimals.length;
  const digits = BigInt(whole + decimals);
  return power < 0 ? [digits, 10n ** BigInt(-power)] : [digits * 10n ** BigInt(power), 1n];
}

const times = (a: Fraction, b: Fraction): Fraction => [a[0] * b[0], a[1] * b[1]];
const over = (a: Fraction, b: Fraction): Fraction => [a[0] * b[1], a[1] * b[0]];

/** Rounds half away from zero to units of 10^-decimals. */
function toUnits([numerator, denominator]: Fraction, decimals: number): bigint {
  const scaled = numerator * 10n ** BigInt(decimals);
  const size = scaled < 0n ? -scaled : scaled;
  const rounded = size / denominator + ((size % denominator) * 2n >= denominator ? 1n : 0n);
  return scaled < 0n ? -rounded : rounded;
}

interface Tax {
  label: string;
  rate: number;
  compound?: boolean;
}

interface Choice {
  taxRate?: number;
  taxes?: Tax[];
}

interface Adjustment extends Choice {
  label: string;
  amount?: number;
  percent?: number;
  basis?: number;
}

interface Asked extends Choice {
  currency: string;
  discount: number;
  items: (Choice & {
    quantity: number;
    rate: number;
    per?: number;
    discount?: number;
    discountAmount?: number;
  })[];
  allowances?: Adjustment[];
  charges?: Adjustment[];
  withholding?: { label: string; rate: number; basis?: number }[];
  rounding?: number;
}

const percentOf = (units: bigint, percent: number): bigint =>
  toUnits(over(times([units, 1n], read(percent)), [100n, 1n]), 0);

function add(list: readonly (readonly [unknown, bigint])[]): bigint {
  return list.reduce((sum, [, amount]) => sum + amount, 0n);
}

/** Computes the figures in minor units by the rules of docs/guides/invoices.md. */
function compute(asked: Asked) {
  const decimals = getIsoDecimals(asked.currency) ?? 0;
  const units = (number: number) => toUnits(read(number), decimals);
  const lines = asked.items.map((item) => {
    const exact = over(times(read(item.quantity), read(item.rate)), read(item.per ?? 1));
    const gross = toUnits(exact, decimals);
    const given = units(item.discountAmount ?? 0) * (gross < 0n ? -1n : 1n);
    const discount =
      item.discountAmount === undefined ? percentOf(gross, item.discount ?? 0) : given;
    return { gross, discount, amount: gross - discount };
  });
  const subtotal = lines.reduce((sum, { amount }) => sum + amount, 0n);
  const discount = percentOf(subtotal, asked.discount);
  const toTaxes = (own: Choice): (Tax | { label: null; rate: number })[] => {
    const named = own.taxes ?? (own.taxRate === undefined ? asked.taxes : undefined);
    if (named !== undefined) return named.length > 0 ? named : [{ label: null, rate: 0 }];
    return [{ label: null, rate: own.taxRate ?? asked.taxRate ?? 0 }];
  };
  const toAmount = (entry: Adjustment) =>
    entry.amount === undefined
      ? percentOf(entry.basis === undefined ? subtotal : units(entry.basis), entry.percent ?? 0)
      : units(entry.amount);
  const allowances = (asked.allowances ?? []).map((entry) => [entry, toAmount(entry)] as const);
  const charges = (asked.charges ?? []).map((entry) => [entry, toAmount(entry)] as const);
  const groups = new Map<
    string,
    { taxes: ReturnType<typeof toTaxes>; net: bigint; more: bigint }
  >();
  const find = (own: Choice) => {
    const taxes = toTaxes(own);
    const key = JSON.stringify(
      taxes.map((tax) => [tax.label, tax.rate, ("compound" in tax && tax.compound) ?? false]),
    );
    const group = groups.get(key) ?? { taxes, net: 0n, more: 0n };
    groups.set(key, group);
    return group;
  };
  asked.items.forEach((item, index) => (find(item).net += lines[index]?.amount ?? 0n));
  const withLines = groups.size;
  for (const [entry, amount] of allowances) find(entry).more -= amount;
  for (const [entry, amount] of charges) find(entry).more += amount;
  let rest = discount;
  let tax = 0n;
  [...groups.values()].forEach(({ taxes, net, more }, index) => {
    const share =
      index === withLines - 1 ? rest : index < withLines ? percentOf(net, asked.discount) : 0n;
    rest -= share;
    const basis = net - share + more;
    let before = 0n;
    for (const entry of taxes) {
      const isCompound = "compound" in entry && entry.compound;
      before += percentOf(isCompound ? basis + before : basis, entry.rate);
    }
    tax += before;
  });
  const net = subtotal - discount - add(allowances) + add(charges);
  const withheld = (asked.withholding ?? []).reduce(
    (sum, { rate, basis }) => sum + percentOf(basis === undefined ? net : units(basis), rate),
    0n,
  );
  const exact = net + tax - withheld;
  const step = asked.rounding === undefined ? 1n : units(asked.rounding);
  const amountDue = toUnits([exact, step], 0) * step;
  return { lines, subtotal, discount, tax, net, withheld, rounding: amountDue - exact, amountDue };
}

const rate = fc.constantFrom(0, 0.1, 5, 7, 7.7, 9.975, 19, 20, 33.333, 100);
const money = fc.oneof(
  fc.integer({ min: -100_000, max: 100_000 }).map((units) => units / 1000),
  fc.constantFrom(1.005, 2.675, 0.0005, 17.89, 1e6),
);
const positive = money.map(Math.abs);
const named = fc.array(
  fc.record(
    { label: fc.constantFrom("GST", "PST"), rate, compound: fc.boolean() },
    { requiredKeys: ["label", "rate"] },
  ),
  { maxLength: 4 },
);
const choice = fc.oneof(
  fc.constant({}),
  rate.map((taxRate) => ({ taxRate })),
  named.map((taxes) => ({ taxes })),
);
const item = fc
  .tuple(
    fc.record({ quantity: fc.oneof(money, fc.integer({ min: 1, max: 12 })), rate: money }),
    choice,
    fc.oneof(
      fc.constant({}),
      rate.map((discount) => ({ discount })),
      fc.constant({ per: 3 }),
    ),
  )
  .map((parts): Asked["items"][number] => Object.assign({ description: "x" }, ...parts));
const adjustment = fc
  .tuple(
    fc.oneof(
      positive.map((amount) => ({ amount })),
      fc.record({ percent: rate, basis: positive }, { requiredKeys: ["percent"] }),
    ),
    choice,
  )
  .map((parts): Adjustment => Object.assign({ label: "L" }, ...parts));
const asked = fc
  .tuple(
    fc.record({
      currency: fc.constantFrom("USD", "JPY", "KWD", "HUF"),
      discount: rate,
      items: fc.array(item, { minLength: 1, maxLength: 6 }),
    }),
    fc.record(
      {
        allowances: fc.array(adjustment, { maxLength: 3 }),
        charges: fc.array(adjustment, { maxLength: 3 }),
        withholding: fc.array(
          fc.record(
            { label: fc.constant("W"), rate, basis: positive },
            { requiredKeys: ["label", "rate"] },
          ),
          { maxLength: 2 },
        ),
        rounding: fc.constantFrom(1, 5),
      },
      { requiredKeys: [] },
    ),
    fc.oneof(
      rate.map((taxRate) => ({ taxRate })),
      named.map((taxes) => ({ taxes })),
    ),
  )
  .map((parts): Asked => Object.assign({}, ...parts));

function readUnits(invoice: Invoice) {
  const { decimals } = invoice.currency;
  const units = (value: Decimal) => BigInt(value.toFixed(decimals).replace(".", ""));
  const { subtotal, discount, tax, net, withheld, rounding, amountDue } = invoice;
  return {
    lines: invoice.lines.map((line) => ({
      gross: units(line.gross),
      discount: units(line.discount),
      amount: units(line.amount),
    })),
    subtotal: units(subtotal),
    discount: units(discount),
    tax: units(tax),
    net: units(net),
    withheld: units(withheld),
    rounding: units(rounding),
    amountDue: units(amountDue),
  };
}

describe("the figures of an invoice", () => {
  it("10,000 random invoices equal exact fractions", () => {
    const parties = { from: { name: "A" }, to: { name: "B" } };
    fc.assert(
      fc.property(asked, (request) => {
        assert.deepEqual(readUnits(createInvoice({ ...parties, ...request })), compute(request));
      }),
      { numRuns: 10_000 },
    );
  });

  it("every active currency of ISO 4217 is taken, in any case, with its decimals", () => {
    assert.equal(CURRENCY_CODES.length, 155);
    for (const code of CURRENCY_CODES) {
      const { currency, format, total } = createInvoice({
        from: { name: "A" },
        to: { name: "B" },
        currency: code.toLowerCase(),
        items: [{ description: "x", quantity: 1, rate: 1234.5678 }],
      });
      assert.equal(currency.decimals, getIsoDecimals(code));
      const shown = format.amount(total);
      const [, decimals = ""] = /\d(?:[.](\d+))?$/.exec(shown) ?? [];
      assert.equal(decimals.length, currency.decimals, shown);
    }
  });

  it("withdrawn codes, funds, metals and test codes are refused", () => {
    for (const currency of ["HRK", "BGN", "ANG", "DEM", "CHE", "XAU", "XTS", "US"]) {
      assert.throws(
        () =>
          createInvoice({
            from: { name: "A" },
            to: { name: "B" },
            currency,
            items: [{ description: "x", quantity: 1, rate: 1 }],
          }),
        /^ValidationError: currency must be an active ISO 4217 code, such as USD$/,
      );
    }
  });
});
