import { type ReadonlySignal, useSignal, useSignalEffect } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { useRef } from "preact/hooks";
import type { Captured } from "./record.ts";
import { Row } from "./Row.tsx";

interface ListProps {
  /** Newest first. */
  records: ReadonlySignal<readonly Captured[]>;
  chosen: ReadonlySignal<Captured | undefined>;
  choose: (record: Captured) => void;
  /** What stands there when there are none. */
  children: ComponentChildren;
}

/** Rows that are drawn before one scrolls, and again with each end that one comes to. */
const ROWS = 25;

/** New rows that one frame draws. Of a burst the newest come first, the others as frames allow. */
const ROWS_A_FRAME = 3;

/** How near the end, in pixels, one must come for more rows. */
const NEAR_PX = 400;

/** The requests that are listed. Whoever has scrolled away from the newest reads on undisturbed. */
export function List({ records, chosen, choose, children }: ListProps): JSX.Element {
  const list = useRef<HTMLOListElement>(null);
  const most = useSignal(ROWS);
  const isAway = useSignal(false);
  const drawn = useSignal<readonly Captured[]>(records.value);
  const newer = useSignal(0);
  useSignalEffect(() => {
    const top = drawn.peek()[0]?.id;
    const at = isAway.value ? records.value.findIndex(({ id }) => id === top) : 0;
    newer.value = Math.max(at, 0);
    const listed = records.value.slice(newer.peek());
    const rows = Math.min(most.value, listed.length);
    const draw = () => {
      drawn.value = nextStep(drawn.peek(), listed, rows);
      if (drawn.peek()[rows - 1] !== listed[rows - 1]) frame = requestAnimationFrame(draw);
    };
    let frame = requestAnimationFrame(draw);
    return () => cancelAnimationFrame(frame);
  });
  const follow = ({ currentTarget }: { currentTarget: HTMLElement }) => {
    const { scrollTop, scrollHeight, clientHeight } = currentTarget;
    isAway.value = scrollTop > 0;
    if (!isAway.value) most.value = ROWS;
    else if (scrollHeight - scrollTop - clientHeight < NEAR_PX && drawn.value.length >= most.value)
      most.value += ROWS;
  };
  return (
    <>
      {newer.value > 0 && (
        <button type="button" class="quiet newer" onClick={() => list.current?.scrollTo(0, 0)}>
          {newer.value} newer
        </button>
      )}
      {records.value.length === 0 && <p class="empty pad">{children}</p>}
      <ol class="rows-of-requests" ref={list} onScroll={follow} onKeyDown={moveByKey}>
        {drawn.value.map((record) => (
          <Row
            key={record.id}
            record={record}
            isChosen={record.id === chosen.value?.id}
            choose={choose}
          />
        ))}
      </ol>
    </>
  );
}

/** Rows down for each key: arrows as in every list, j and k as in mail. */
const MOVES: Record<string, 1 | -1> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 };

/** Moves to the row below or above, and chooses it. */
function moveByKey(event: KeyboardEvent): void {
  const move = event.ctrlKey || event.metaKey || event.altKey ? undefined : MOVES[event.key];
  const row = (event.target as Element).closest("li");
  if (move === undefined || !row) return;
  event.preventDefault();
  const next = move === 1 ? row.nextElementSibling : row.previousElementSibling;
  const button = next?.querySelector("button");
  button?.focus();
  button?.click();
}

/** What stands there and some of what is new: an old row makes room for a new one, none before. */
function nextStep(
  drawn: readonly Captured[],
  listed: readonly Captured[],
  rows: number,
): readonly Captured[] {
  const known = new Set(drawn.map(({ id }) => id));
  let left = ROWS_A_FRAME;
  return listed.filter(({ id }) => known.has(id) || left-- > 0).slice(0, rows);
}
