import { signal } from "@preact/signals";
import { type OpenStream, openEventStream } from "./event-stream.ts";
import type { Captured } from "./record.ts";
import { withToken } from "./token.ts";

/** Maximum requests and bytes that the page keeps: the defaults of an inbox. */
const MAX_RECORDS = 500;
const MAX_BYTES = 32 * 1024 * 1024;

/** Delay before another attempt when the server does not respond. */
const RETRY_MS = 5000;

/** Polling while the stream is refused: how long a read waits for a request, and the pause between reads. */
const WAIT_SECONDS = 25;
const POLL_PAUSE_MS = 1000;

/** Minimum time between two renderings of a burst; its first request is rendered immediately. */
const RENDER_EVERY_MS = 200;

/** The inbox is busy while the time between requests is below this. */
const IDLE_AFTER_MS = 400;

/** The state of an inbox's page. */
export type Live = ReturnType<typeof useInboxStream>;

/** The URL of an inbox's stream, and the one to poll without a stream. */
interface Urls {
  events: string;
  read: string;
}

/** Follows an inbox, newest request first; `first` are the requests that the server rendered. */
export function useInboxStream(urls: Urls, first: readonly Captured[]) {
  const records = signal(first);
  const state = signal<"opening" | "live" | "polling" | "disconnected" | "locked">("opening");
  // The generation: an expired inbox starts again with the next request; 0 before the first one.
  const generation = signal(first.length > 0 ? 1 : 0);
  // Of a burst the detail is not rendered, because nobody can read it in time.
  const isBusy = signal(false);
  // The stream starts with the requests that the page has already. Until they are replayed, the list must not shrink.
  let isReplaying = first.length > 0;
  let known: readonly Captured[] = [];
  let arrived: Captured[] = [];
  let lastSeq = 0;
  let isCleared = false;
  let renderedMs = -RENDER_EVERY_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let idleTimer: ReturnType<typeof setTimeout> | undefined;
  let reopenTimer: ReturnType<typeof setTimeout> | undefined;
  let source: OpenStream | undefined;
  let token: string | undefined;
  let openedMs = 0;
  let reading: AbortController | undefined;

  const render = () => {
    timer = undefined;
    const nowMs = performance.now();
    isBusy.value = nowMs - renderedMs < IDLE_AFTER_MS;
    renderedMs = nowMs;
    known = keepNewest([...arrived.toReversed(), ...known]);
    arrived = [];
    records.value = known;
    clearTimeout(idleTimer);
    idleTimer = setTimeout(() => (isBusy.value = false), IDLE_AFTER_MS);
  };
  const take = (record: Captured) => {
    const isNewGeneration = record.seq <= lastSeq || isCleared;
    isCleared = false;
    if (isNewGeneration || generation.value === 0) generation.value++;
    // Sequence numbers restart with a new generation, whose predecessor's requests are gone.
    if (isNewGeneration) [known, arrived] = [[], []];
    lastSeq = record.seq;
    arrived.push(record);
    isReplaying &&= record.receivedAt < (first[0]?.receivedAt ?? "");
    if (!isReplaying)
      timer ??= setTimeout(render, renderedMs + RENDER_EVERY_MS - performance.now());
  };
  const close = () => {
    source?.close();
    reading?.abort();
    clearTimeout(reopenTimer);
  };
  const open = () => {
    close();
    source = openEventStream(`${urls.events}?after=${lastSeq}`, token, {
      onOpen: () => (state.value = "live"),
      onMessage: (data) => take(JSON.parse(data) as Captured),
      onError: (isFinal) => {
        if (isFinal) void poll();
        else state.value = "disconnected";
      },
    });
  };
  // The server refuses the fourth stream of one address: requests are polled, then the stream is tried again.
  const poll = async () => {
    const waitSeconds = state.value === "polling" ? WAIT_SECONDS : 0;
    const current = (reading = new AbortController());
    const url = `${urls.read}?after=${lastSeq}&wait=${waitSeconds}`;
    const payloads = await readAfter(url, { ...withToken(token), signal: current.signal });
    // A stream that was opened during the read has the same requests; repeated numbers would look like a new generation.
    if (current.signal.aborted) return;
    if (payloads === "locked") {
      state.value = "locked";
      return;
    }
    payloads?.forEach(take);
    state.value = payloads ? "polling" : "disconnected";
    reopenTimer = setTimeout(open, payloads ? POLL_PAUSE_MS : RETRY_MS);
  };
  const start = (readToken?: string) => {
    token = readToken;
    openedMs = Date.now();
    state.value = "opening";
    // Reconnects, because an EventSource may not detect that the network dropped. Harmless on localhost.
    addEventListener("online", open);
    open();
  };
  const stop = () => {
    removeEventListener("online", open);
    for (const one of [timer, idleTimer]) clearTimeout(one);
    close();
  };
  /** Returns true for a request that arrived while the page was open. */
  const isNew = ({ seq, receivedAt }: Captured) =>
    generation.value > 1 || (first[0] ? seq > first[0].seq : Date.parse(receivedAt) > openedMs);
  /** Forgets every request, after the inbox was deleted. */
  const clear = () => {
    [known, arrived] = [[], []];
    lastSeq = 0;
    isCleared = true;
    // The expiry of the deleted inbox is over, too.
    generation.value++;
    records.value = known;
    open();
  };
  return { records, state, generation, isBusy, isNew, start, stop, clear };
}

/** Returns the records, oldest first; "locked" when they need another token, undefined when they cannot be read now. */
async function readAfter(
  url: string,
  init: RequestInit,
): Promise<Captured[] | "locked" | undefined> {
  try {
    const response = await fetch(url, init);
    if (response.status === 401) return "locked";
    if (!response.ok) return undefined;
    return ((await response.json()) as { payloads: Captured[] }).payloads;
  } catch {
    return undefined;
  }
}

/** Returns the newest requests within the limits of a page. */
function keepNewest(records: readonly Captured[]): readonly Captured[] {
  let bytes = 0;
  const over = records.findIndex(
    ({ bodySize }, index) => index === MAX_RECORDS || (bytes += bodySize) > MAX_BYTES,
  );
  return over === -1 ? records : records.slice(0, Math.max(1, over));
}
