import { signal } from "@preact/signals";
import type { InboxRecord } from "../../../domain/record/inbox-record.ts";

/** Maximum requests and bytes that the page keeps: the defaults of an inbox. */
const MAX_RECORDS = 500;
const MAX_BYTES = 32 * 1024 * 1024;

/** Minimum time between two renderings of a burst; its first request is rendered immediately. */
const RENDER_EVERY_MS = 200;

/** The inbox is busy while the time between requests is below this. */
const IDLE_AFTER_MS = 400;

/**
 * Creates the list of requests that a page shows, newest first; `first` are those that the server
 * rendered.
 */
export function createRecordList(first: readonly InboxRecord[]) {
  const openedMs = Date.now();
  const records = signal(first);
  // The generation: an expired inbox starts again with the next request; 0 before the first one.
  const generation = signal(first.length > 0 ? 1 : 0);
  const burst = createBurst();
  // The list must not shrink until the stream has replayed the requests that the page has already.
  let isReplaying = first.length > 0;
  let newest: readonly InboxRecord[] = [];
  let arrived: InboxRecord[] = [];
  let lastSeq = 0;
  let isCleared = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const render = () => {
    timer = undefined;
    burst.recordRendering();
    records.value = newest = keepNewest([...arrived.toReversed(), ...newest]);
    arrived = [];
  };
  return {
    records,
    generation,
    isBusy: burst.isBusy,
    getLastSeq: () => lastSeq,
    add(record: InboxRecord) {
      const isNewGeneration = record.seq <= lastSeq || isCleared;
      isCleared = false;
      if (isNewGeneration || generation.value === 0) generation.value++;
      // Sequence numbers restart with a new generation, whose predecessor's requests are gone.
      if (isNewGeneration) [newest, arrived] = [[], []];
      lastSeq = record.seq;
      arrived.push(record);
      isReplaying &&= isBefore(record, first[0]);
      if (!isReplaying) timer ??= setTimeout(render, burst.getDelayMs());
    },
    /** Forgets every request, after the inbox was deleted. */
    clear() {
      [newest, arrived] = [[], []];
      lastSeq = 0;
      isCleared = true;
      // The expiry of the deleted inbox is over, too.
      generation.value++;
      records.value = newest;
    },
    /** Returns true for a request that arrived after the page was opened. */
    isNew: ({ seq, receivedAt }: InboxRecord) =>
      generation.value > 1 || (first[0] ? seq > first[0].seq : Date.parse(receivedAt) > openedMs),
  };
}

function createBurst() {
  // True during a burst, in which the detail is not rendered, because each request replaces the
  // last one too soon.
  const isBusy = signal(false);
  let renderedMs = -RENDER_EVERY_MS;
  let idleTimer: ReturnType<typeof setTimeout> | undefined;
  return {
    isBusy,
    getDelayMs: () => renderedMs + RENDER_EVERY_MS - performance.now(),
    recordRendering() {
      const nowMs = performance.now();
      isBusy.value = nowMs - renderedMs < IDLE_AFTER_MS;
      renderedMs = nowMs;
      clearTimeout(idleTimer);
      idleTimer = setTimeout(() => (isBusy.value = false), IDLE_AFTER_MS);
    },
  };
}

/**
 * Returns true for a request before another one, which may have arrived in the same millisecond.
 */
function isBefore({ seq, receivedAt }: InboxRecord, next: InboxRecord | undefined): boolean {
  return next !== undefined && seq < next.seq && receivedAt <= next.receivedAt;
}

/** Returns the newest requests within the limits of a page. */
function keepNewest(records: readonly InboxRecord[]): readonly InboxRecord[] {
  let bytes = 0;
  const over = records.findIndex(
    ({ bodySize }, index) => index === MAX_RECORDS || (bytes += bodySize) > MAX_BYTES,
  );
  return over === -1 ? records : records.slice(0, Math.max(1, over));
}
