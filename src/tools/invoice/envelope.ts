import type { Static } from "typebox";
import { formatCurrency } from "../../lib/money/currency.ts";
import { type Decimal, toNumber } from "../../lib/money/exact.ts";
import type { InvoiceOutput } from "./schema.ts";
import type { Invoice } from "./invoice-model.ts";

/**
 * Returns the JSON response. The members of its first version never change; newer members of a
 * request add others.
 */
export function toEnvelope(invoice: Invoice, html: string): Static<typeof InvoiceOutput> {
  const { currency, subtotal, discount, tax, total } = invoice;
  const formatAmount = (amount: Decimal) => formatCurrency(currency, amount);
  const toAmount = (amount: Decimal) => toNumber(amount, currency.decimals);
  return {
    invoiceNumber: invoice.invoiceNumber,
    currency: currency.code,
    subtotal: toAmount(subtotal),
    discount: toAmount(discount),
    tax: toAmount(tax),
    total: toAmount(total),
    ...(invoice.isExtended && {
      taxes: toTaxes(invoice, toAmount),
      ...(invoice.hasNewerFigures && toNewerFigures(invoice, toAmount)),
      amountDue: toAmount(invoice.amountDue),
    }),
    formatted: {
      subtotal: formatAmount(subtotal),
      discount: formatAmount(discount),
      tax: formatAmount(tax),
      total: formatAmount(total),
    },
    html,
  };
}

/** Converts an exact amount to a number. */
type ToAmount = (amount: Decimal) => number;

function toTaxes({ taxes, hasNewerFigures }: Invoice, toAmount: ToAmount) {
  return taxes.flatMap(({ category, net, discount, amounts }) =>
    amounts.map(({ label, rate, basis, tax }) => ({
      category,
      ...(hasNewerFigures && { label }),
      rate,
      net: toAmount(net),
      discount: toAmount(discount),
      basis: toAmount(basis),
      tax: toAmount(tax),
    })),
  );
}

function toNewerFigures(invoice: Invoice, toAmount: ToAmount) {
  const toLabeled = ({ label, amount }: { label: string; amount: Decimal }) => ({
    label,
    amount: toAmount(amount),
  });
  return {
    type: invoice.type,
    lines: invoice.lines.map(({ gross, discount, amount }) => ({
      gross: toAmount(gross),
      discount: toAmount(discount),
      amount: toAmount(amount),
    })),
    allowances: invoice.allowances.map(toLabeled),
    charges: invoice.charges.map(toLabeled),
    net: toAmount(invoice.net),
    withholding: invoice.withholding.map(({ label, rate, basis, amount }) => ({
      label,
      rate,
      basis: toAmount(basis),
      amount: toAmount(amount),
    })),
    withheld: toAmount(invoice.withheld),
    rounding: toAmount(invoice.rounding),
  };
}
