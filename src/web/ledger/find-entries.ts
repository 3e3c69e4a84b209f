import { getOptionTitle } from "../form/names.ts";
import type { LedgerEntry } from "./entry.ts";
import { type Status, STATUS_TITLES } from "./status.ts";

/** A document with its status today. */
export interface ListedEntry {
  entry: LedgerEntry;
  status: Status;
}

/** Choices of the list; `all` is every document. */
export const FILTERS = { all: "All", open: "Open", overdue: "Overdue", paid: "Paid" } as const;
export type Filter = keyof typeof FILTERS;

/** Returns true for a document that a choice shows. An overdue invoice is open, too. */
export function isInFilter({ status }: ListedEntry, filter: Filter): boolean {
  if (filter === "all") return true;
  return status === filter || (filter === "open" && status === "overdue");
}

/** Returns true for a document that has every word of a query. */
export function isMatch({ entry, status }: ListedEntry, query: string): boolean {
  const { number, client, sender, currency, total, issueDate, dueDate, type, cites } = entry;
  const text = [number, client, sender, currency, total, issueDate, dueDate, cites]
    .concat(getOptionTitle(type), STATUS_TITLES[status])
    .join(" ")
    .toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
