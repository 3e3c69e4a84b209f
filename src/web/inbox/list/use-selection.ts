import { useComputed, useSignal, useSignalEffect } from "@preact/signals";
import type { InboxStream } from "../stream/inbox-stream.ts";
import type { InboxRecord } from "../../../domain/record/inbox-record.ts";
import { createFilter } from "../record.ts";

/**
 * Returns the search, the requests that it finds, the one that was picked and the one that is shown
 * in detail. At first that is the one with this id, else the newest.
 */
export function useSelection(stream: InboxStream, first: readonly InboxRecord[], id?: string) {
  const search = useSignal("");
  const matches = useComputed(() => createFilter(search.value));
  const matching = useComputed(() => stream.records.value.filter(matches.value));
  const selected = first.find((record) => record.id === id);
  const picked = useSignal<InboxRecord | undefined>(selected);
  const detail = useSignal(selected ?? first[0]);
  useSignalEffect(() => {
    // A picked request stays, even after the inbox has dropped it.
    const pick = picked.value && matches.value(picked.value) ? picked.value : undefined;
    const listed = pick && matching.value.find((record) => record.id === pick.id);
    if (pick) detail.value = listed ?? pick;
    else if (!stream.isBusy.value) detail.value = matching.value[0];
  });
  return { search, matching, picked, detail };
}
