import type { TaxGroup } from "../../../../domain/invoice/tax-groups.ts";
import type { Currency } from "../../../../lib/money/currency.ts";
import { type Decimal, round, toDecimal } from "../../../../lib/money/exact.ts";
import type { Invoice } from "../../invoice-model.ts";
import { toLineTax, toTax } from "./taxes.ts";
import { formatAmount, formatDecimal, MAX_DECIMALS } from "./figures.ts";
import type { Allowance } from "../einvoice-model.ts";
import { trimToUndefined } from "../parties.ts";

/**
 * Returns percent and base of an amount, only if they yield it to the cent, as Peppol checks
 * (PEPPOL-EN16931-R040).
 */
export function toShare(
  amount: Decimal,
  base: Decimal,
  { percent, currency }: { percent: number | undefined; currency: Currency },
): Partial<Pick<Allowance, "percent" | "base">> {
  if (percent === undefined) return {};
  const exact = base.times(round(toDecimal(percent), MAX_DECIMALS)).times("0.01");
  if (!round(exact, 2).eq(amount)) return {};
  return { percent: formatDecimal(toDecimal(percent)), base: formatAmount(currency, base) };
}

/** Returns a group's part of the invoice's discount. */
export function toDiscount(group: TaxGroup, { request, currency, labels }: Invoice): Allowance[] {
  if (group.discount.eq(0)) return [];
  return [
    {
      isCharge: false,
      code: DISCOUNT,
      amount: formatAmount(currency, group.discount),
      ...toShare(group.discount, group.net, { percent: request.discount, currency }),
      reason: labels.discount,
      tax: toTax(toLineTax(group)),
    },
  ];
}

/** Discount, in UNTDID 5189. */
const DISCOUNT = "95";

/** Mutually defined, in UNTDID 7161. */
const OTHER_CHARGE = "ZZZ";

export function toAdjustments(invoice: Invoice, member: "allowances" | "charges"): Allowance[] {
  const { request, currency } = invoice;
  const isCharge = member === "charges";
  return invoice[member].map(({ label, amount, percent, basis, tax }, index) => ({
    isCharge,
    code:
      trimToUndefined(request[member]?.[index]?.reasonCode)?.toUpperCase() ??
      (isCharge ? OTHER_CHARGE : DISCOUNT),
    amount: formatAmount(currency, amount),
    ...toShare(amount, basis, { percent, currency }),
    reason: label.trim(),
    tax: toTax(tax),
  }));
}
