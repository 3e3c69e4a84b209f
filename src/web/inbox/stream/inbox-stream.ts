import { signal } from "@preact/signals";
import { type OpenStream, openEventStream } from "./event-stream.ts";
import type { InboxRecord } from "../../../domain/record/inbox-record.ts";
import { createRecordList } from "./record-list.ts";
import { withToken } from "../token.ts";

/** Delay before another attempt when the server does not respond. */
const RETRY_MS = 5000;

/**
 * Polling while the stream is refused: how long a read waits for a request, and the pause between
 * reads.
 */
const WAIT_SECONDS = 25;
const POLL_PAUSE_MS = 1000;

/** The requests of an inbox and the state of their stream. */
export type InboxStream = ReturnType<typeof createInboxStream>;

/** The URL of an inbox's stream, and the one to poll without a stream. */
export interface StreamUrls {
  events: string;
  read: string;
}

/**
 * Creates the stream of an inbox, which lasts as long as the page: its requests, newest first;
 * `first` are those that the server rendered.
 */
export function createInboxStream(urls: StreamUrls, first: readonly InboxRecord[]) {
  const { add, clear, getLastSeq, ...list } = createRecordList(first);
  const state = signal<"opening" | "live" | "polling" | "disconnected" | "locked">("opening");
  let reopenTimer: ReturnType<typeof setTimeout> | undefined;
  let source: OpenStream | undefined;
  let readController: AbortController | undefined;
  let token: string | undefined;

  const close = () => {
    source?.close();
    readController?.abort();
    clearTimeout(reopenTimer);
  };
  const open = () => {
    close();
    source = openEventStream(`${urls.events}?after=${getLastSeq()}`, token, {
      onOpen: () => (state.value = "live"),
      onMessage: (data) => add(JSON.parse(data) as InboxRecord),
      onError: (isFinal) => {
        if (isFinal) void poll();
        else state.value = "disconnected";
      },
    });
  };
  // The server refuses the fourth stream of one address: requests are polled, then the stream is
  // tried again.
  const poll = async () => {
    const waitSeconds = state.value === "polling" ? WAIT_SECONDS : 0;
    const controller = (readController = new AbortController());
    const url = `${urls.read}?after=${getLastSeq()}&wait=${waitSeconds}`;
    const payloads = await readAfter(url, { ...withToken(token), signal: controller.signal });
    // A stream that was opened during the read has the same requests; repeated numbers would look
    // like a new generation.
    if (controller.signal.aborted) return;
    if (payloads === "locked") {
      state.value = "locked";
      return;
    }
    payloads?.forEach(add);
    state.value = payloads ? "polling" : "disconnected";
    reopenTimer = setTimeout(open, payloads ? POLL_PAUSE_MS : RETRY_MS);
  };
  const start = (readToken?: string) => {
    token = readToken;
    state.value = "opening";
    // Reconnects, because an EventSource may not detect that the network dropped. Harmless on
    // localhost.
    addEventListener("online", open);
    open();
  };
  return {
    ...list,
    state,
    start,
    /** Shows no request, after the inbox was deleted, and waits for the next one. */
    clear() {
      clear();
      open();
    },
  };
}

/**
 * Returns the records, oldest first; "locked" when they need another token, undefined when they
 * cannot be read now.
 */
async function readAfter(
  url: string,
  init: RequestInit,
): Promise<InboxRecord[] | "locked" | undefined> {
  try {
    const response = await fetch(url, init);
    if (response.status === 401) return "locked";
    if (!response.ok) return undefined;
    return ((await response.json()) as { payloads: InboxRecord[] }).payloads;
  } catch {
    return undefined;
  }
}
