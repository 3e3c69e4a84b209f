import type { RequestContext } from "../http/request-context.ts";
import type { Handler } from "../http/types.ts";
import { UnavailableError } from "../lib/errors.ts";
import { INBOX_PREFIX, parseInboxPath } from "./address.ts";
import { followPages } from "./cursor.ts";
import { readQuery } from "./query.ts";
import { toReadClient } from "./read/read-queue.ts";
import type { ReadPage, RecordReader } from "./read/record-reader.ts";
import { formatEvents } from "./responses.ts";

const HEARTBEAT_MS = 15_000;

/** Maximum concurrent streams per inbox and client. */
const MAX_STREAMS_PER_INBOX = 3;

/** Maximum concurrent streams per client, because each may keep a page of records in memory. */
const MAX_STREAMS = 100;

const HEADERS = {
  "cache-control": "no-store",
  // nginx would otherwise buffer events.
  "x-accel-buffering": "no",
};

/**
 * Creates the handler of the live view: server-sent events whose ids are sequence numbers, with the records after
 * `Last-Event-ID` or `after` (without either: new ones) that match the query's filter, as they are captured.
 */
export function createEventsHandler(reader: RecordReader, stopping: AbortSignal): Handler {
  const ofInbox = new SlotCounter(
    MAX_STREAMS_PER_INBOX,
    `At most ${MAX_STREAMS_PER_INBOX} streams of an inbox at once.`,
  );
  const ofClient = new SlotCounter(MAX_STREAMS, `At most ${MAX_STREAMS} streams at once.`);
  return (context) => {
    const { inbox, query } = parseInboxPath(context.target, INBOX_PREFIX);
    const after = readLastEventId(context, query);
    const { filter } = readQuery(query).query;
    const { ipPrefix } = context.client;
    ofClient.check(ipPrefix);
    const leaveInbox = ofInbox.take(`${ipPrefix} ${inbox}`);
    const leaveClient = ofClient.take(ipPrefix);
    const release = () => {
      leaveInbox();
      leaveClient();
    };
    const signal = AbortSignal.any([context.signal, stopping]);
    const pages = followPages(reader, inbox, {
      after,
      filter,
      signal,
      caller: toReadClient(context),
    });
    return {
      type: "text/event-stream; charset=utf-8",
      headers: HEADERS,
      body: streamEvents(pages, release),
    };
  };
}

async function* streamEvents(
  pages: AsyncGenerator<ReadPage>,
  release: () => void,
): AsyncGenerator<string | Uint8Array> {
  // Before the first chunk is sent, so that a record captured right after it is not missed.
  const first = pages.next();
  try {
    yield ": open\n\n";
    for await (const page of withHeartbeat(pages, first)) {
      if (page) yield* formatEvents(page);
      else yield ": here\n\n";
    }
  } catch {
    // The stream ends, and EventSource reconnects and resumes by `Last-Event-ID`.
  } finally {
    release();
  }
}

/**
 * Yields undefined when no page came for 15 s, so that the caller sends a heartbeat and proxies keep the connection
 * open.
 */
async function* withHeartbeat(
  pages: AsyncGenerator<ReadPage>,
  first: Promise<IteratorResult<ReadPage>>,
): AsyncGenerator<ReadPage | undefined> {
  try {
    for (let next = first; ;) {
      let timer: NodeJS.Timeout | undefined;
      const silence = new Promise<undefined>((resolve) => {
        timer = setTimeout(resolve, HEARTBEAT_MS, undefined);
      });
      const result = await Promise.race([next, silence]);
      clearTimeout(timer);
      if (result?.done) return;
      yield result?.value;
      if (result) next = pages.next();
    }
  } finally {
    await pages.return(undefined);
  }
}

/** Counts open streams by key, up to a limit. */
class SlotCounter {
  readonly #max: number;
  readonly #message: string;
  readonly #open = new Map<string, number>();

  constructor(max: number, message: string) {
    this.#max = max;
    this.#message = message;
  }

  /** Throws an UnavailableError when every slot of the key is taken. */
  check(key: string): void {
    if ((this.#open.get(key) ?? 0) < this.#max) return;
    throw new UnavailableError(this.#message, "rate-limited", 5);
  }

  /** Takes a slot and returns the function that frees it. Throws as `check` does. */
  take(key: string): () => void {
    this.check(key);
    this.#open.set(key, (this.#open.get(key) ?? 0) + 1);
    return () => {
      const rest = (this.#open.get(key) ?? 1) - 1;
      if (rest > 0) this.#open.set(key, rest);
      else this.#open.delete(key);
    };
  }
}

function readLastEventId({ headers }: RequestContext, query: string): number | undefined {
  const last = headers["last-event-id"];
  if (typeof last === "string" && /^\d{1,15}$/.test(last)) return Number(last);
  const { after } = readQuery(query).query;
  return new URLSearchParams(query).has("after") ? after : undefined;
}
