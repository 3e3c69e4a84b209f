import { signal } from "@preact/signals";
import { type OpenStream, openEventStream } from "./event-stream.ts";
import type { Captured } from "./record.ts";
import { withToken } from "./token.ts";

/** What the page keeps: as many requests and bytes as an inbox does by itself. */
const MAX_RECORDS = 500;
const MAX_BYTES = 32 * 1024 * 1024;

/** Where nothing answers, how long to wait before asking again. */
const RETRY_MS = 5000;

/** Where the stream is refused: how long a read waits for the next request, and the rest between two reads. */
const WAIT_SECONDS = 25;
const READ_REST_MS = 1000;

/** A burst is drawn this often, however many requests it holds; the first of it at once. */
const DRAW_EVERY_MS = 100;

/** While requests come closer together than this, the inbox is busy. */
const REST_MS = 400;

/** What `liveInbox` gives. */
export type Live = ReturnType<typeof useInboxStream>;

/** Where an inbox's stream is, and where it is read without one. */
interface Addresses {
  events: string;
  read: string;
}

/** An inbox as it fills, newest first; `first` is what the page came with. */
export function useInboxStream(addresses: Addresses, first: readonly Captured[]) {
  const records = signal(first);
  const state = signal<"opening" | "live" | "read" | "away" | "locked">("opening");
  // An inbox ends, and begins anew with the next request; 0: nothing has arrived yet.
  const life = signal(first.length > 0 ? 1 : 0);
  // While many arrive, what can wait does: a detail that follows each can be neither read nor drawn in time.
  const isBusy = signal(false);
  // The stream begins with what the page has already: until it is past that, the list must not shrink.
  let isReplaying = first.length > 0;
  let known: readonly Captured[] = [];
  let arrived: Captured[] = [];
  let lastSeq = 0;
  let drawnMs = -DRAW_EVERY_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let resting: ReturnType<typeof setTimeout> | undefined;
  let reopening: ReturnType<typeof setTimeout> | undefined;
  let source: OpenStream | undefined;
  let token: string | undefined;
  let reading: AbortController | undefined;

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
  const take = (record: Captured) => {
    const isNewLife = record.seq <= lastSeq;
    if (isNewLife || life.value === 0) life.value++;
    // Numbers start again when an inbox begins a new life: the old one's requests are gone.
    if (isNewLife) [known, arrived] = [[], []];
    lastSeq = record.seq;
    arrived.push(record);
    isReplaying &&= record.receivedAt < (first[0]?.receivedAt ?? "");
    if (!isReplaying) timer ??= setTimeout(draw, drawnMs + DRAW_EVERY_MS - performance.now());
  };
  const close = () => {
    source?.close();
    reading?.abort();
    clearTimeout(reopening);
  };
  const open = () => {
    close();
    source = openEventStream(`${addresses.events}?after=${lastSeq}`, token, {
      onOpen: () => (state.value = "live"),
      onMessage: (data) => take(JSON.parse(data) as Captured),
      onError: (isFinal) => {
        if (isFinal) void readInstead();
        else state.value = "away";
      },
    });
  };
  // Refused, as to a fourth page of one inbox: what has arrived is read, then the stream is tried again.
  const readInstead = async () => {
    const waitSeconds = state.value === "read" ? WAIT_SECONDS : 0;
    const current = (reading = new AbortController());
    const url = `${addresses.read}?after=${lastSeq}&wait=${waitSeconds}`;
    const payloads = await readAfter(url, { ...withToken(token), signal: current.signal });
    // A stream that was opened meanwhile brings the same: numbers that come twice would look like a new life.
    if (current.signal.aborted) return;
    if (payloads === "locked") {
      state.value = "locked";
      return;
    }
    payloads?.forEach(take);
    state.value = payloads ? "read" : "away";
    reopening = setTimeout(open, payloads ? READ_REST_MS : RETRY_MS);
  };
  const start = (readToken?: string) => {
    token = readToken;
    state.value = "opening";
    // A stream over a network that was gone may never notice. One to this machine is none the worse for it.
    addEventListener("online", open);
    open();
  };
  const stop = () => {
    removeEventListener("online", open);
    for (const one of [timer, resting]) clearTimeout(one);
    close();
  };
  /** Forgets every request, after the inbox was deleted. */
  const clear = () => {
    [known, arrived] = [[], []];
    lastSeq = 0;
    records.value = known;
    open();
  };
  return { records, state, life, isBusy, start, stop, clear };
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

/** The newest of what arrived, within what a page can hold. */
function kept(records: readonly Captured[]): readonly Captured[] {
  let bytes = 0;
  const over = records.findIndex(
    ({ bodySize }, index) => index === MAX_RECORDS || (bytes += bodySize) > MAX_BYTES,
  );
  return over === -1 ? records : records.slice(0, Math.max(1, over));
}
