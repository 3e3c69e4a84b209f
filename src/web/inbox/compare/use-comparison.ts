import { type ReadonlySignal, useComputed, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { InboxRecord } from "../../../domain/record/inbox-record.ts";
import { focusSelectedRow } from "../request/use-sheet.ts";

/** Two requests to compare; the second one is missing until it is chosen. */
export interface ComparisonChoice {
  first: ReadonlySignal<InboxRecord | undefined>;
  /** The earlier and the later request. */
  pair: ReadonlySignal<readonly [InboxRecord, InboxRecord] | undefined>;
  isChoosing: ReadonlySignal<boolean>;
  start(record: InboxRecord): void;
  /** Chooses the second request. Returns false for the first one. */
  choose(record: InboxRecord): boolean;
  end(): void;
}

/** Creates the choice of two of these records, which Escape ends. */
export function useComparison(records: ReadonlySignal<readonly InboxRecord[]>): ComparisonChoice {
  const first = useSignal<InboxRecord | undefined>(undefined);
  const second = useSignal<InboxRecord | undefined>(undefined);
  const pair = useComputed(() => {
    if (!first.value || !second.value) return undefined;
    // The page begins with excerpts of bodies, which the stream replaces. A whole record stays,
    // because a new object of it would be compared again.
    const [a, b] = [first.value, second.value].map(
      (chosen) =>
        (chosen.bodyExcerpt && records.value.find(({ id }) => id === chosen.id)) || chosen,
    ) as [InboxRecord, InboxRecord];
    return isEarlier(a, b) ? ([a, b] as const) : ([b, a] as const);
  });
  const isChoosing = useComputed(() => first.value !== undefined && second.value === undefined);
  const end = () => {
    // After the list is visible again.
    if (first.value) requestAnimationFrame(focusSelectedRow);
    first.value = second.value = undefined;
  };
  useEffect(() => {
    const press = ({ key }: KeyboardEvent) => {
      if (key === "Escape") end();
    };
    addEventListener("keydown", press);
  }, []);
  const start = (record: InboxRecord) => {
    first.value = record;
    second.value = undefined;
  };
  const choose = (record: InboxRecord) => {
    if (record.id === first.value?.id) return false;
    second.value = record;
    return true;
  };
  return { first, pair, isChoosing, start, choose, end };
}

/** By time first, because numbers start again with the next generation of an inbox. */
function isEarlier(a: InboxRecord, b: InboxRecord): boolean {
  return a.receivedAt === b.receivedAt ? a.seq < b.seq : a.receivedAt < b.receivedAt;
}
