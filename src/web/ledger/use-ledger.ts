import { useSignal } from "../shell/signal.ts";
import { type LedgerEntry, listEntries, removeEntry, writeEntry } from "./entry.ts";
import { toLocalDay } from "../device/local-day.ts";
import { useStored } from "../device/use-stored.ts";

/** The documents of the device, and what can be done with them. */
export interface LedgerState {
  /** Undefined until the device was read, which the server cannot do. */
  entries: readonly LedgerEntry[] | undefined;
  /** `YYYY-MM-DD` of the device. */
  today: string;
  /** The document that was removed last, which Undo brings back. */
  removed: LedgerEntry | undefined;
  problem: string;
  /** Marks an invoice as paid today, or as open again. */
  togglePaid(entry: LedgerEntry): void;
  remove(entry: LedgerEntry): void;
  restore(): void;
}

export function useLedger(): LedgerState {
  const entries = useSignal<readonly LedgerEntry[] | undefined>(undefined);
  const removed = useSignal<LedgerEntry | undefined>(undefined);
  const problem = useSignal("");
  useStored(() => (entries.value = listEntries()));
  const today = toLocalDay(new Date());
  const store = (entry: LedgerEntry) => {
    problem.value = writeEntry(entry) ? "" : "This browser allows no more storage.";
  };
  return {
    entries: entries.value,
    today,
    removed: removed.value,
    problem: problem.value,
    togglePaid: (entry) =>
      store({ ...entry, paidOn: entry.paidOn === "" ? today : "", changedAt: Date.now() }),
    remove(entry) {
      removeEntry(entry);
      removed.value = entry;
    },
    restore() {
      if (removed.value) store(removed.value);
      removed.value = undefined;
    },
  };
}
