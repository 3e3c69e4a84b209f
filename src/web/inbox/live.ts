import { signal } from "@preact/signals";
import type { Captured } from "./record.ts";

/** Records that the page keeps, as many as an inbox does. */
const MOST_RECORDS = 500;

/** After a refused stream, how long to wait. */
const RETRY_MS = 5000;

/** An inbox as it fills: newest first. */
export function liveInbox(eventsUrl: string) {
  const records = signal<readonly Captured[]>([]);
  const state = signal<"opening" | "live" | "away">("opening");
  let arrived: Captured[] = [];
  let lastSeq = 0;
  let source: EventSource | undefined;
  let stopped = false;

  // A burst is drawn once a frame, however many requests it holds.
  const draw = () => {
    const [next, known] = [arrived.toReversed(), records.value];
    arrived = [];
    records.value = [...next, ...known].slice(0, MOST_RECORDS);
  };
  const take = (event: MessageEvent<string>) => {
    const record = JSON.parse(event.data) as Captured;
    // Numbers start again when an inbox begins a new life: the old one's requests are gone.
    if (record.seq <= lastSeq) {
      arrived = [];
      records.value = [];
    }
    lastSeq = record.seq;
    if (arrived.push(record) === 1) requestAnimationFrame(draw);
  };
  const open = () => {
    if (stopped) return;
    source = new EventSource(`${eventsUrl}?after=${lastSeq}`);
    source.addEventListener("open", () => (state.value = "live"));
    source.addEventListener("message", take);
    source.addEventListener("error", () => {
      state.value = "away";
      // Where the stream only broke, the browser resumes it by itself.
      if (source?.readyState === EventSource.CLOSED) setTimeout(open, RETRY_MS);
    });
  };
  const stop = () => {
    stopped = true;
    source?.close();
  };
  return { records, state, open, stop };
}
