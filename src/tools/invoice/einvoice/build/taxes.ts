import type { LineTax, TaxGroup } from "../../../../domain/invoice/tax-groups.ts";
import { toDecimal, ZERO } from "../../../../lib/money/exact.ts";
import type { Invoice } from "../../invoice-model.ts";
import { getExemptionCode, getExemptionReason } from "../exemptions.ts";
import { formatAmount, formatDecimal } from "./figures.ts";
import type { Tax, TaxSubtotal } from "../einvoice-model.ts";
import { getEnCategory, getEnRate } from "../tax.ts";

export function toTax(tax: LineTax): Tax {
  const category = getEnCategory(tax) ?? "O";
  return {
    category,
    rate: category === "O" ? undefined : formatDecimal(toDecimal(getEnRate(tax))),
  };
}

export function toLineTax({ category, amounts }: TaxGroup): LineTax {
  return { category, taxes: amounts };
}

type TaxSums = Pick<TaxGroup, "category" | "amounts" | "basis" | "tax">;

/**
 * Adds up groups of one category and rate, because a named tax and a plain rate can be equal in EN
 * 16931.
 */
export function mergeGroups(groups: readonly TaxGroup[]): TaxSums[] {
  const merged = new Map<string, TaxSums>();
  for (const group of groups) {
    const tax = toLineTax(group);
    const key = `${getEnCategory(tax)} ${getEnRate(tax)}`;
    const { basis, tax: amount } = merged.get(key) ?? { basis: ZERO, tax: ZERO };
    merged.set(key, { ...group, basis: group.basis.plus(basis), tax: group.tax.plus(amount) });
  }
  return [...merged.values()];
}

export function toSubtotal(group: TaxSums, { request, currency, labels }: Invoice): TaxSubtotal {
  return {
    tax: toTax({ category: group.category, taxes: group.amounts }),
    basis: formatAmount(currency, group.basis),
    amount: formatAmount(currency, group.tax),
    exemptionReason: getExemptionReason(group.category, request.taxExemptionReason, labels),
    exemptionCode: getExemptionCode(group.category),
  };
}
