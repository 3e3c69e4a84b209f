import type { RequestContext } from "../http/context.ts";
import type { Handler } from "../http/route.ts";
import { KeyedSlots } from "../lib/concurrency/keyed-slots.ts";
import { UnavailableError } from "../lib/errors.ts";
import { StoreError } from "../store/store.ts";
import { INBOX_PREFIX, parseInboxPath } from "./address.ts";
import { InboxCursor, toFollowQuery } from "./cursor.ts";
import { parseListQuery } from "./query.ts";
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
 * Creates the handler of the live view: server-sent events whose ids are sequence numbers. They
 * have the records after `Last-Event-ID` or `after` (without either: new ones) that match the
 * query's filter.
 */
export function createEventsHandler(reader: RecordReader): Handler {
  const inboxStreams = new KeyedSlots({ maxPerKey: MAX_STREAMS_PER_INBOX });
  const clientStreams = new KeyedSlots({ maxPerKey: MAX_STREAMS });
  return (context) => {
    const { inbox, query } = parseInboxPath(context.target, INBOX_PREFIX);
    const after = readLastEventId(context, query);
    const { filter } = parseListQuery(query).query;
    const { ipPrefix } = context.client;
    const isOverLimit = clientStreams.isFull(ipPrefix);
    const releaseInbox = isOverLimit ? undefined : inboxStreams.take(`${ipPrefix} ${inbox}`);
    const releaseClient = releaseInbox && clientStreams.take(ipPrefix);
    if (!releaseClient) throw createStreamError(isOverLimit);
    const release = () => {
      releaseInbox();
      releaseClient();
    };
    const cursor = new InboxCursor(reader, inbox, {
      query: toFollowQuery(after ?? 0, filter),
      onlyNew: after === undefined,
      caller: toReadClient(context),
    });
    context.connection.once("close", () => cursor.end());
    return {
      type: "text/event-stream; charset=utf-8",
      headers: HEADERS,
      body: streamEvents(reader, cursor, release),
    };
  };
}

/**
 * Yields records as they come, and a comment when none came for 15 s, so that proxies keep the
 * connection open.
 */
async function* streamEvents(
  reader: RecordReader,
  cursor: InboxCursor,
  release: () => void,
): AsyncGenerator<string | Uint8Array> {
  try {
    // Before the first chunk is sent, so that a record captured right after it is not missed.
    await cursor.start();
    yield ": open\n\n";
    for (;;) {
      const page = await cursor.next(HEARTBEAT_MS);
      if (page) yield* sendPage(reader, page);
      else if (cursor.isEnded) return;
      else yield ": here\n\n";
    }
  } catch (error) {
    if (!(error instanceof StoreError || error instanceof UnavailableError)) throw error;
    // The stream ends, and EventSource reconnects and resumes by `Last-Event-ID`.
  } finally {
    cursor.close();
    release();
  }
}

/** Releases the page when the client has it or is gone. */
function* sendPage(reader: RecordReader, page: ReadPage): Generator<Uint8Array> {
  try {
    yield* formatEvents(page);
  } finally {
    reader.release?.(page);
  }
}

function createStreamError(isOverLimit: boolean): UnavailableError {
  const limit = isOverLimit
    ? `${MAX_STREAMS} streams`
    : `${MAX_STREAMS_PER_INBOX} streams of an inbox`;
  return new UnavailableError(`At most ${limit} at once.`, "rate-limited", 5);
}

function readLastEventId({ headers }: RequestContext, query: string): number | undefined {
  const last = headers["last-event-id"];
  if (typeof last === "string" && /^\d{1,15}$/.test(last)) return Number(last);
  const { after } = parseListQuery(query).query;
  return new URLSearchParams(query).has("after") ? after : undefined;
}
