import { type Decimal, sum, toDecimal, ZERO } from "../../lib/money/exact.ts";
import type { LedgerEntry } from "./entry.ts";

/** `none` is that of documents that ask for no payment. */
export type Status = "open" | "overdue" | "paid" | "credited" | "none";

export const STATUS_TITLES: Readonly<Record<Status, string>> = {
  open: "Open",
  overdue: "Overdue",
  paid: "Paid",
  credited: "Credited",
  none: "",
};

/** Returns what is still to be paid of an invoice, after its credit notes; 0 once it is paid. */
export function getOpenAmount(entry: LedgerEntry, entries: readonly LedgerEntry[]): Decimal {
  if (entry.type !== "invoice" || entry.paidOn !== "") return ZERO;
  const credited = sum(listCredits(entry, entries).map(({ due }) => toDecimal(due)));
  const open = toDecimal(entry.due).minus(credited);
  return open.lt(0) ? ZERO : open;
}

/** Returns the credit notes that cite an invoice. */
export function listCredits(
  { sender, number, currency }: LedgerEntry,
  entries: readonly LedgerEntry[],
): LedgerEntry[] {
  return entries.filter(
    (entry) =>
      entry.type === "credit-note" &&
      entry.cites === number &&
      entry.sender === sender &&
      entry.currency === currency,
  );
}

/** Returns the status on a day (`YYYY-MM-DD`). An invoice is overdue after the day it is due. */
export function getStatus(
  entry: LedgerEntry,
  entries: readonly LedgerEntry[],
  today: string,
): Status {
  if (entry.type === "receipt" || (entry.type === "invoice" && entry.paidOn !== "")) return "paid";
  if (entry.type !== "invoice") return "none";
  const isSettled = getOpenAmount(entry, entries).eq(0);
  if (isSettled && listCredits(entry, entries).length > 0) return "credited";
  if (isSettled) return "paid";
  return entry.dueDate !== "" && entry.dueDate < today ? "overdue" : "open";
}
