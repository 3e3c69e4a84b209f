import { listSums, type Sum, type TaxSum } from "../../../domain/invoice/list-sums.ts";
import type { Decimal } from "../../../lib/money/exact.ts";
import { getExemptionReason } from "../einvoice/exemptions.ts";
import type { Invoice } from "../types.ts";
import { omitUndefined } from "./details.ts";

/** A line of the totals. */
export interface SumLine {
  label: string;
  amount: Decimal;
}

/**
 * Returns the totals from the subtotal down. The last one is the total, or the amount that remains
 * to be paid.
 */
export function listSumLines(invoice: Invoice): SumLine[] {
  return listSums(invoice, invoice.request).map((line) => ({
    label: formatSumLabel(line, invoice),
    amount: line.amount,
  }));
}

function formatSumLabel(line: Sum, invoice: Invoice): string {
  const { labels, format } = invoice;
  switch (line.kind) {
    case "tax":
      return formatTaxLabel(line, invoice);
    case "discount":
      return `${labels.discount} (${format.percent(line.percent)})`;
    case "allowance":
    case "charge":
    case "withheld":
      return `${labels[line.kind]}: ${line.label}${
        line.percent === undefined ? "" : ` (${format.percent(line.percent)})`
      }`;
    default:
      return labels[line.kind];
  }
}

/** Names of taxes that are not VAT: of the Canary Islands, and of Ceuta and Melilla. */
const TAX_NAMES: Partial<Record<string, string>> = { L: "IGIC", M: "IPSI" };

function formatTaxLabel(
  { label, category, percent, basis }: TaxSum,
  { request, labels, format }: Invoice,
): string {
  const standard = request.labels?.tax ? labels.tax : (TAX_NAMES[category ?? ""] ?? labels.tax);
  const rate = `${label ?? standard} (${format.percent(percent)})`;
  return basis === undefined ? rate : `${rate} · ${format.amount(basis)}`;
}

/** Returns the reasons why groups have no tax, without duplicates. */
export function listExemptionNotes({ request, taxes, labels }: Invoice): string[] {
  const reasons = taxes.map(({ category }) =>
    getExemptionReason(category, request.taxExemptionReason, labels),
  );
  return [...new Set(omitUndefined(reasons))];
}
