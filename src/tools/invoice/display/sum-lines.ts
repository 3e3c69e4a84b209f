import { listSums, type Sum, type TaxSum } from "../../../domain/invoice/list-sums.ts";
import type { Decimal } from "../../../lib/money/exact.ts";
import { getExemptionReason } from "../einvoice/exemptions.ts";
import type { Invoice } from "../invoice-model.ts";
import { getLabel, isolateText, type Label } from "./label.ts";

export interface SumLine {
  label: Label;
  amount: Decimal;
}

/**
 * Returns the totals from the subtotal down. The last one is the total, or the amount that remains
 * to be paid. Documents with plain rates alone have no total of taxes, as in 0.2.0; the page has.
 */
export function listSumLines(invoice: Invoice): SumLine[] {
  const sums = listSums(invoice, invoice.request);
  const hasNames = sums.some((line) => line.kind === "tax" && line.label !== null);
  return sums
    .filter((line) => line.kind !== "taxTotal" || hasNames)
    .map((line) => ({ label: formatSumLabel(line, invoice), amount: line.amount }));
}

function formatSumLabel(line: Sum, invoice: Invoice): Label {
  switch (line.kind) {
    case "tax":
      return formatTaxLabel(line, invoice);
    case "discount":
      return { ...getLabel("discount", invoice), end: formatRate(line.percent, invoice) };
    case "allowance":
    case "charge":
    case "withheld":
      return {
        ...getLabel(line.kind, invoice),
        end: `: ${isolateText(line.label, invoice)}${formatRate(line.percent, invoice)}`,
      };
    default:
      return getLabel(line.kind, invoice);
  }
}

function formatRate(percent: number | undefined, invoice: Invoice): string {
  return percent === undefined ? "" : ` (${isolateText(invoice.format.percent(percent), invoice)})`;
}

/** Names of taxes that are not VAT: of the Canary Islands, and of Ceuta and Melilla. */
const TAX_NAMES: Partial<Record<string, string>> = { L: "IGIC", M: "IPSI" };

function formatTaxLabel({ label, category, percent, basis }: TaxSum, invoice: Invoice): Label {
  const { request, format } = invoice;
  const name = label ?? (request.labels?.tax ? undefined : TAX_NAMES[category ?? ""]);
  const standard =
    name === undefined ? getLabel("tax", invoice) : { text: isolateText(name, invoice) };
  const taxed = basis === undefined ? "" : ` · ${isolateText(format.amount(basis), invoice)}`;
  return { ...standard, end: formatRate(percent, invoice) + taxed };
}

/** Returns the reasons why groups have no tax, without duplicates. */
export function listExemptionNotes({ request, taxes, labels, second }: Invoice): Label[] {
  const notes = new Map<string, Label>();
  for (const { category } of taxes) {
    const [text, word] = [labels, second?.labels].map(
      (words) => words && getExemptionReason(category, request.taxExemptionReason, words),
    );
    if (text !== undefined) notes.set(text, { text, second: word === text ? undefined : word });
  }
  return [...notes.values()];
}
