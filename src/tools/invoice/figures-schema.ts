import { Type } from "typebox";
import { calendarDate, enumOf, singleLine, describeForClients } from "../../lib/schema.ts";
import { TAX_CATEGORIES } from "../../domain/invoice/figures-input.ts";
import { ALLOWANCE_REASONS, CHARGE_REASONS } from "./einvoice/codes.ts";
import { checkedText, FILLED, NO_CONTROLS } from "./text-schema.ts";

/** Largest price, amount or basis. */
const MAX_MONEY = 1e12;
const MAX_QUANTITY = 1e9;

/** Returns the schema of an optional percentage. */
export function percent(description: string) {
  return Type.Optional(Type.Number({ minimum: 0, maximum: 100, "x-unit": "%", description }));
}

/** Returns the schema of an optional amount of 0 or more. */
export function amount(description: string) {
  return Type.Optional(Type.Number({ minimum: 0, maximum: MAX_MONEY, description }));
}

export function taxCategory(description: string) {
  return Type.Optional(
    enumOf(TAX_CATEGORIES, {
      "x-help": "none",
      "x-titles": {
        S: "S: standard rate",
        Z: "Z: zero rate",
        E: "E: exempt",
        AE: "AE: reverse charge",
        K: "K: intra-community",
        G: "G: export",
        O: "O: outside of tax",
        L: "L: IGIC",
        M: "M: IPSI",
      },
      description,
    }),
  );
}

/** Keeps a member out of the rows of forms. */
function hide<T extends object>(schema: T): T {
  return Object.assign(schema, { "x-advanced": true });
}

function name(maxLength: number, description: string) {
  return singleLine(1, maxLength, {
    ...FILLED,
    ...NO_CONTROLS,
    ...describeForClients(description),
  });
}

const Rate = Type.Number({
  minimum: 0,
  maximum: 100,
  "x-unit": "%",
  ...describeForClients("Rate in percent."),
});

/** Returns the schema of up to four named taxes. */
function namedTaxes(description: string) {
  const tax = Type.Object({
    label: name(40, "Name of the tax, such as GST."),
    rate: Rate,
    compound: Type.Optional(
      Type.Boolean({ description: "Charged on the taxes before it in the list, too." }),
    ),
  });
  return Type.Optional(Type.Array(tax, { maxItems: 4, "x-advanced": true, description }));
}

export function period(description: string) {
  return Type.Optional(
    Type.Object(
      {
        start: calendarDate(describeForClients("First day.")),
        end: calendarDate(describeForClients("Last day.")),
      },
      describeForClients(description),
    ),
  );
}

/** The members that a line's figures are computed from, except its price. */
export const LINE_FIGURES = {
  quantity: Type.Number({
    minimum: -MAX_QUANTITY,
    maximum: MAX_QUANTITY,
    ...describeForClients("How many units; negative for a return."),
  }),
  rate: Type.Optional(
    Type.Number({
      minimum: -MAX_MONEY,
      maximum: MAX_MONEY,
      description: "Price of one; negative for a credit. Required except in a delivery note.",
    }),
  ),
};

/** Members of a line that came later than its price. */
export const LINE_EXTRAS = {
  per: Type.Optional(
    Type.Number({
      exclusiveMinimum: 0,
      maximum: MAX_QUANTITY,
      description: "Number of units that rate is the price of; defaults to 1.",
    }),
  ),
  discount: percent("Taken off the line."),
  discountAmount: amount("Taken off the line, instead of a percentage."),
  period: period("Period of the line."),
  taxes: namedTaxes("Replaces the taxes of the request."),
};

/** Returns the schema of up to 20 allowances or charges on the document. */
function adjustments(
  description: string,
  codes: { list: string; initial: string; isCode: (code: string) => boolean },
) {
  const adjustment = Type.Object({
    label: name(100, "Its name, such as Shipping."),
    amount: amount("Fixed amount; exactly one of amount and percent."),
    percent: percent("Percentage of basis."),
    basis: hide(amount("What percent is taken of; defaults to the subtotal.")),
    taxRate: percent("Replaces taxRate."),
    taxCategory: hide(taxCategory("Replaces taxCategory.")),
    taxes: namedTaxes("Replaces taxes."),
    reasonCode: hide(
      checkedText(
        [3, `Reason for electronic invoices, of ${codes.list}; defaults to ${codes.initial}.`],
        (code) => codes.isCode(code.trim().toUpperCase()),
        `must be a code of ${codes.list}, such as ${codes.initial}`,
      ),
    ),
  });
  return Type.Optional(Type.Array(adjustment, { maxItems: 20, description }));
}

const Withholding = Type.Object({
  label: name(40, "Name of the tax, such as IRPF."),
  rate: Rate,
  basis: amount("What the rate is taken of; defaults to the sum without tax."),
});

/** Members of the request that figures are computed from, except the items. */
export const DOCUMENT_FIGURES = {
  taxes: namedTaxes("Taxes of lines, allowances and charges that name none, such as GST and PST."),
  allowances: adjustments("Amounts taken off the document.", {
    list: "UNTDID 5189",
    initial: "95",
    isCode: (code) => ALLOWANCE_REASONS.has(code),
  }),
  charges: adjustments("Amounts added to the document.", {
    list: "UNTDID 7161",
    initial: "ZZZ",
    isCode: (code) => CHARGE_REASONS.has(code),
  }),
  withholding: Type.Optional(
    Type.Array(Withholding, { maxItems: 5, description: "Taxes that the buyer keeps back." }),
  ),
  rounding: Type.Optional(
    Type.Number({
      exclusiveMinimum: 0,
      maximum: 100,
      description: "The amount due is a multiple of it, such as 0.05.",
    }),
  ),
};
