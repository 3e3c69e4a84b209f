import { CSV_START, formatCsvLine } from "../../domain/table/csv.ts";
import { toDecimal } from "../../lib/money/exact.ts";
import { getOptionTitle } from "../form/names.ts";
import type { LedgerEntry } from "./entry.ts";
import { getOpenAmount, getStatus, STATUS_TITLES } from "./status.ts";

const COLUMNS = [
  "Number",
  "Type",
  "Issued",
  "Due",
  "Client",
  "From",
  "Currency",
  "Net",
  "Tax",
  "Total",
  "Open",
  "Status",
  "Paid on",
  "Credits",
  "Tax by rate",
];

/**
 * Returns all documents as CSV, the oldest first. Amounts of credit notes are negative, so that a
 * column can be summed.
 */
export function formatLedgerCsv(entries: readonly LedgerEntry[], today: string): string {
  const lines = entries.toReversed().map((entry) => {
    const sign = entry.type === "credit-note" ? -1 : 1;
    const signed = (amount: string) => toDecimal(amount).times(sign).toFixed();
    const tax = toDecimal(entry.total).minus(entry.net).toFixed();
    return [
      entry.number,
      getOptionTitle(entry.type),
      entry.issueDate,
      entry.dueDate,
      entry.client,
      entry.sender,
      entry.currency,
      signed(entry.net),
      signed(tax),
      signed(entry.total),
      getOpenAmount(entry, entries).toFixed(),
      STATUS_TITLES[getStatus(entry, entries, today)],
      entry.paidOn,
      entry.cites,
      entry.taxes.map((rate) => `${rate.label}: ${signed(rate.tax)}`).join("; "),
    ];
  });
  return CSV_START + [COLUMNS, ...lines].map(formatCsvLine).join("");
}
