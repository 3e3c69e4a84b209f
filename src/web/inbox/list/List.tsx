import { type ReadonlySignal, useSignal, useSignalEffect } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { useRef } from "preact/hooks";
import type { InboxRecord } from "../../../domain/record/inbox-record.ts";
import { moveByKey } from "./move-by-key.ts";
import { RequestRow } from "./RequestRow.tsx";

interface ListProps {
  /** Newest first. */
  records: ReadonlySignal<readonly InboxRecord[]>;
  chosen: ReadonlySignal<InboxRecord | undefined>;
  /** True during a burst of requests. */
  isBusy: ReadonlySignal<boolean>;
  /** Returns true for a request that arrived while the page was open. */
  isNew: (record: InboxRecord) => boolean;
  /** True while the second request of a comparison is chosen. */
  isChoosing: ReadonlySignal<boolean>;
  choose: (record: InboxRecord) => void;
  /** Shown without requests. */
  children: ComponentChildren;
}

/** Rows that are rendered at first, and more each time that the end is reached. */
const ROWS_PER_STEP = 25;

/** Rows added in one frame, newest first. More would block the page. */
const MAX_ROWS_PER_FRAME = 3;

/** Distance from the end at which more rows are rendered. */
const NEAR_PX = 400;

/** The list of requests. New ones do not move it while it is scrolled away from the newest one. */
export function List(props: ListProps): JSX.Element {
  const { records, chosen, isNew, isChoosing, choose, children } = props;
  const list = useRef<HTMLOListElement>(null);
  const { rendered, newer, follow } = useRenderedRows(props);
  return (
    <>
      {newer > 0 && (
        <button type="button" class="quiet newer" onClick={() => list.current?.scrollTo(0, 0)}>
          {newer} newer
        </button>
      )}
      {records.value.length === 0 && <p class="empty pad scripted">{children}</p>}
      <ol
        class="rows-of-requests"
        ref={list}
        onScroll={follow}
        onKeyDown={(event) => moveByKey(event, { isChoosing: isChoosing.value })}
      >
        {rendered.map((record) => (
          <RequestRow
            key={record.id}
            record={record}
            isChosen={record.id === chosen.value?.id}
            isNew={isNew(record)}
            choose={choose}
          />
        ))}
      </ol>
    </>
  );
}

/** Returns the rows to render, the number of newer requests, and the handler of scrolling. */
function useRenderedRows({ records, isBusy }: Pick<ListProps, "records" | "isBusy">) {
  const maxRows = useSignal(ROWS_PER_STEP);
  const isAway = useSignal(false);
  const rendered = useSignal<readonly InboxRecord[]>(records.value);
  const newer = useSignal(0);
  useSignalEffect(() => {
    const top = rendered.peek()[0]?.id;
    const at = isAway.value ? records.value.findIndex(({ id }) => id === top) : 0;
    newer.value = Math.max(at, 0);
    const listed = records.value.slice(newer.peek());
    const rows = Math.min(maxRows.value, listed.length);
    // The rest of a burst is rendered after it, because its rows are replaced before anybody can
    // read them.
    const isBurst = isBusy.value;
    const render = () => {
      rendered.value = addRows(rendered.peek(), listed, rows);
      const isComplete = rendered.peek()[rows - 1] === listed[rows - 1];
      if (!isComplete && !isBurst) frame = requestAnimationFrame(render);
    };
    let frame = requestAnimationFrame(render);
    return () => cancelAnimationFrame(frame);
  });
  const follow = ({ currentTarget }: { currentTarget: HTMLElement }) => {
    const { scrollTop, scrollHeight, clientHeight } = currentTarget;
    isAway.value = scrollTop > 0;
    if (!isAway.value) maxRows.value = ROWS_PER_STEP;
    else if (
      scrollHeight - scrollTop - clientHeight < NEAR_PX &&
      rendered.value.length >= maxRows.value
    )
      maxRows.value += ROWS_PER_STEP;
  };
  return { rendered: rendered.value, newer: newer.value, follow };
}

/**
 * Returns the rendered rows and a few new ones. An old row is removed only when a new one takes its
 * place.
 */
function addRows(
  rendered: readonly InboxRecord[],
  listed: readonly InboxRecord[],
  rows: number,
): readonly InboxRecord[] {
  const renderedIds = new Set(rendered.map(({ id }) => id));
  let newRows = MAX_ROWS_PER_FRAME;
  return listed.filter(({ id }) => renderedIds.has(id) || newRows-- > 0).slice(0, rows);
}
