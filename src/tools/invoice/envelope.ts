import type { Static } from "typebox";
import { formatCurrency, getMinorUnits } from "../../lib/money/currency.ts";
import { type Decimal, toNumber } from "../../lib/money/money.ts";
import type { InvoiceOutput } from "./schema.ts";
import type { Invoice } from "./types.ts";

/** Returns the JSON response. The members of its first version never change; newer members of a request add others. */
export function toEnvelope(invoice: Invoice, html: string): Static<typeof InvoiceOutput> {
  const { request, subtotal, discount, tax, total } = invoice;
  const formatAmount = (amount: Decimal) => formatCurrency(request.currency, amount);
  const toAmount = (amount: Decimal) => toNumber(amount, getMinorUnits(request.currency));
  return {
    invoiceNumber: invoice.invoiceNumber,
    currency: request.currency,
    subtotal: toAmount(subtotal),
    discount: toAmount(discount),
    tax: toAmount(tax),
    total: toAmount(total),
    ...(invoice.isExtended && {
      taxes: toTaxes(invoice, toAmount),
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

function toTaxes({ taxes }: Invoice, toAmount: (amount: Decimal) => number) {
  return taxes.map(({ category, rate, net, discount, basis, tax }) => ({
    category,
    rate,
    net: toAmount(net),
    discount: toAmount(discount),
    basis: toAmount(basis),
    tax: toAmount(tax),
  }));
}
