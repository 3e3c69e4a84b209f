import { formatPercent } from "../../lib/money/currency.ts";
import type { TaxGroup } from "../../domain/invoice/tax-groups.ts";
import { toText, type Values } from "../form/values.ts";
import { computeFigures } from "../tool/kits/invoice/figures.ts";
import { type EntryTax, type LedgerEntry, readEntry } from "./entry.ts";
import { toEntryId } from "./entry-id.ts";
import { toLocalDay } from "../device/local-day.ts";

/** Creates the entry of a form that the server accepted. One that was paid stays paid. */
export function createEntry(values: Values, now: Date): LedgerEntry {
  const { currency, totals } = computeFigures(values);
  const { logo: _logo, ...form } = values;
  const id = toEntryId(values);
  return {
    ...id,
    version: 1,
    client: (values["to.name"] ?? "").trim(),
    currency: currency.code,
    net: totals.net.toFixed(currency.decimals),
    total: totals.total.toFixed(currency.decimals),
    due: totals.amountDue.toFixed(currency.decimals),
    taxes: totals.taxes.flatMap(listTaxes),
    issueDate: values["issueDate"] || toLocalDay(now),
    dueDate: id.type === "invoice" ? (values["dueDate"] ?? "") : "",
    paidOn: readEntry(id)?.paidOn ?? "",
    cites: id.type === "credit-note" ? (values["precedingInvoice.number"] ?? "").trim() : "",
    changedAt: now.getTime(),
    form: toText(form),
  };
}

function listTaxes({ category, amounts }: TaxGroup): EntryTax[] {
  return amounts.map(({ label, rate, basis, tax }) => ({
    label: [label, formatPercent(rate), rate === 0 && category].filter(Boolean).join(" "),
    basis: basis.toFixed(),
    tax: tax.toFixed(),
  }));
}
