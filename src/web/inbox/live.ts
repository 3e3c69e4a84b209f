import { signal } from "@preact/signals";
import type { Captured } from "./record.ts";

/** What the page keeps: as many requests and bytes as an inbox does by itself. */
const MOST_RECORDS = 500;
const MOST_BYTES = 32 * 1024 * 1024;

/** After a refused stream, how long to wait. */
const RETRY_MS = 5000;

/** A burst is drawn this often, however many requests it holds; the first of it at once. */
const DRAW_EVERY_MS = 100;

/** While requests come closer together than this, the inbox is busy. */
const REST_MS = 400;

/** What `liveInbox` gives. */
export type Live = ReturnType<typeof liveInbox>;

/** An inbox as it fills, newest first; `first` is what the page came with. */
export function liveInbox(eventsUrl: string, first: readonly Captured[]) {
  const records = signal(first);
  const state = signal<"opening" | "live" | "away">("opening");
  // While many arrive, what can wait does: a detail that follows each can be neither read nor drawn in time.
  const isBusy = signal(false);
  // The stream begins with what the page has already: until it is past that, the list must not shrink.
  let isBehind = first.length > 0;
  let known: readonly Captured[] = [];
  let arrived: Captured[] = [];
  let lastSeq = 0;
  let drawnMs = -DRAW_EVERY_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let resting: ReturnType<typeof setTimeout> | undefined;
  let reopening: ReturnType<typeof setTimeout> | undefined;
  let source: EventSource | undefined;

  const draw = () => {
    timer = undefined;
    const nowMs = performance.now();
    isBusy.value = nowMs - drawnMs < REST_MS;
    drawnMs = nowMs;
    known = kept([...arrived.toReversed(), ...known]);
    arrived = [];
    records.value = known;
    clearTimeout(resting);
    resting = setTimeout(() => (isBusy.value = false), REST_MS);
  };
  const take = (event: MessageEvent<string>) => {
    const record = JSON.parse(event.data) as Captured;
    // Numbers start again when an inbox begins a new life: the old one's requests are gone.
    if (record.seq <= lastSeq) known = arrived = [];
    lastSeq = record.seq;
    arrived.push(record);
    isBehind &&= record.receivedAt < (first[0]?.receivedAt ?? "");
    if (!isBehind) timer ??= setTimeout(draw, drawnMs + DRAW_EVERY_MS - performance.now());
  };
  const open = () => {
    source = new EventSource(`${eventsUrl}?after=${lastSeq}`);
    source.addEventListener("open", () => (state.value = "live"));
    source.addEventListener("message", take);
    source.addEventListener("error", () => {
      state.value = "away";
      // Where the stream only broke, the browser resumes it by itself.
      if (source?.readyState === EventSource.CLOSED) reopening = setTimeout(open, RETRY_MS);
    });
  };
  const stop = () => {
    for (const one of [timer, resting, reopening]) clearTimeout(one);
    source?.close();
  };
  return { records, state, isBusy, open, stop };
}

/** The newest of what arrived, within what a page can hold. */
function kept(records: readonly Captured[]): readonly Captured[] {
  let bytes = 0;
  const over = records.findIndex(
    ({ bodySize }, index) => index === MOST_RECORDS || (bytes += bodySize) > MOST_BYTES,
  );
  return over === -1 ? records : records.slice(0, Math.max(1, over));
}
