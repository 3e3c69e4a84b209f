import type { RequestContext } from "../http/request-context.ts";
import type { Handler } from "../http/types.ts";
import { UnavailableError } from "../lib/errors.ts";
import type { StoredRecord } from "../store/store.ts";
import { INBOX_PREFIX, parseInboxPath } from "./address.ts";
import { followRecords } from "./cursor.ts";
import { readQuery } from "./query.ts";
import type { RecordReader } from "./read/record-reader.ts";
import { eventText } from "./responses.ts";

const HEARTBEAT_MS = 15_000;

/** Streams at once for each inbox and client. */
const MAX_STREAMS = 3;

const HEADERS = {
  "cache-control": "no-store",
  // nginx would otherwise buffer events.
  "x-accel-buffering": "no",
};

/**
 * Creates the handler of the live view: server-sent events whose ids are sequence numbers, with the records after
 * `Last-Event-ID` or `after` (without either: new ones) that match the query's filter, as they are captured.
 */
export function eventsHandler(reader: RecordReader, stopping: AbortSignal): Handler {
  const openStreams = new Map<string, number>();
  return (context) => {
    const { inbox, query } = parseInboxPath(context.target, INBOX_PREFIX);
    const after = lastEventId(context, query);
    const { filter } = readQuery(query).query;
    const key = `${context.client.ipPrefix} ${inbox}`;
    const streams = openStreams.get(key) ?? 0;
    if (streams >= MAX_STREAMS) {
      throw new UnavailableError(
        `At most ${MAX_STREAMS} streams of an inbox at once.`,
        "rate-limited",
        5,
      );
    }
    openStreams.set(key, streams + 1);
    const release = () => {
      const rest = (openStreams.get(key) ?? 1) - 1;
      if (rest > 0) openStreams.set(key, rest);
      else openStreams.delete(key);
    };
    const signal = AbortSignal.any([context.signal, stopping]);
    const records = followRecords(reader, inbox, { after, filter, signal });
    return {
      type: "text/event-stream; charset=utf-8",
      headers: HEADERS,
      body: streamEvents(records, release),
    };
  };
}

async function* streamEvents(
  records: AsyncGenerator<StoredRecord>,
  release: () => void,
): AsyncGenerator<string> {
  // Before the first chunk is sent, so that a record captured right after it is not missed.
  const first = records.next();
  try {
    yield ": open\n\n";
    for await (const record of withHeartbeat(records, first)) {
      yield record ? eventText(record.seq, record.text.toString()) : ": here\n\n";
    }
  } catch {
    // The stream ends, and EventSource reconnects and resumes by `Last-Event-ID`.
  } finally {
    release();
  }
}

/** Yields undefined whenever no record came for 15 s, so that proxies do not take the connection for dead. */
async function* withHeartbeat(
  records: AsyncGenerator<StoredRecord>,
  first: Promise<IteratorResult<StoredRecord>>,
): AsyncGenerator<StoredRecord | undefined> {
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
      if (result) next = records.next();
    }
  } finally {
    await records.return(undefined);
  }
}

function lastEventId({ headers }: RequestContext, query: string): number | undefined {
  const last = headers["last-event-id"];
  if (typeof last === "string" && /^\d{1,15}$/.test(last)) return Number(last);
  const { after } = readQuery(query).query;
  return new URLSearchParams(query).has("after") ? after : undefined;
}
