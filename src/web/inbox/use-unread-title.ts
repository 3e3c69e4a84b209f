import { type ReadonlySignal, useSignal, useSignalEffect } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { InboxRecord } from "../../domain/record/inbox-record.ts";

/**
 * Counts in the title of a hidden page the requests that arrived since it was visible: `(3) Webhook
 * inbox`.
 */
export function useUnreadTitle(records: ReadonlySignal<readonly InboxRecord[]>): void {
  const seenId = useSignal<string | undefined>(undefined);
  const isHidden = useSignal(false);
  useEffect(() => {
    const follow = () => {
      seenId.value = records.peek()[0]?.id;
      isHidden.value = document.hidden;
    };
    document.addEventListener("visibilitychange", follow);
  }, []);
  useSignalEffect(() => {
    const seen = records.value.findIndex(({ id }) => id === seenId.value);
    const unread = seen === -1 ? records.value.length : seen;
    const title = document.title.replace(/^\(\d+\) /, "");
    document.title = isHidden.value && unread > 0 ? `(${unread}) ${title}` : title;
  });
}
