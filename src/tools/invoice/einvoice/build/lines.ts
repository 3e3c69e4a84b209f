import { round, toDecimal } from "../../../../lib/money/exact.ts";
import type { Invoice, InvoiceLine } from "../../invoice-model.ts";
import { toShare } from "./allowances.ts";
import { toTax } from "./taxes.ts";
import { toUnitCode } from "../codes.ts";
import { formatAmount, formatDecimal, MAX_DECIMALS } from "./figures.ts";
import type { EInvoiceLine } from "../einvoice-model.ts";
import { trimToUndefined } from "../parties.ts";

export function toLine(line: InvoiceLine, index: number, invoice: Invoice): EInvoiceLine {
  const [name = "", ...rest] = line.description
    .split("\n")
    .flatMap((text) => trimToUndefined(text) ?? []);
  return {
    id: String(index + 1),
    name,
    description: trimToUndefined(rest.join("\n")),
    itemId: line.id,
    unit: toUnitCode(line.unit ?? "piece") ?? "C62",
    ...toPrice(line),
    net: formatAmount(invoice.currency, line.amount),
    allowance: toLineDiscount(line, index, invoice),
    period: line.period,
    tax: toTax(line.tax),
  };
}

/**
 * Maximum difference that Peppol accepts between quantity times price and the amount of a line
 * (PEPPOL-EN16931-R120).
 */
const MAX_DIFFERENCE = toDecimal("0.01");

/** Returns the discount of a line; that of a negative line is negative. */
function toLineDiscount({ gross, discount }: InvoiceLine, index: number, invoice: Invoice) {
  if (discount.eq(0)) return undefined;
  const { request, currency, labels } = invoice;
  return {
    amount: formatAmount(currency, discount),
    ...toShare(discount, gross, { percent: request.items[index]?.discount, currency }),
    base: formatAmount(currency, gross),
    reason: labels.discount,
  };
}

/**
 * Returns quantity and price of a line. A negative rate negates the quantity, because prices are
 * never negative (BR-27). If the currency's rounding changes the amount too much, the price is the
 * whole amount for the whole quantity.
 */
function toPrice(line: InvoiceLine) {
  const { rate, gross } = line;
  const quantity = round(rate.lt(0) ? line.quantity.neg() : line.quantity, MAX_DECIMALS);
  const price = round(rate.abs(), MAX_DECIMALS);
  const per = round(line.per ?? toDecimal(1), MAX_DECIMALS);
  const isExact =
    per.gt(0) && quantity.times(price).minus(gross.times(per)).abs().lte(MAX_DIFFERENCE.times(per));
  if (isExact) {
    return {
      quantity: formatDecimal(quantity),
      price: formatDecimal(price),
      ...(line.per && { baseQuantity: formatDecimal(per) }),
    };
  }
  // Writes 1 for a quantity that rounds to 0.
  const writtenQuantity = quantity.eq(0) ? toDecimal(gross.lt(0) ? -1 : 1) : quantity;
  return {
    quantity: formatDecimal(writtenQuantity),
    price: formatDecimal(gross.abs()),
    baseQuantity: formatDecimal(writtenQuantity.abs()),
  };
}
