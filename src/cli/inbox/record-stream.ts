import { readTextMember } from "../../domain/record/record-text.ts";
import { openResponse } from "../server-client.ts";
import { getBackoffSeconds, type Clock } from "./clock.ts";
import { createEventParser, type ServerEvent } from "./event-parser.ts";
import { formatAuthorization, type InboxAddress, formatInboxUrl, isTemporary } from "./server.ts";

/** The records to stream and the listener of problems. */
interface StreamOptions {
  address: InboxAddress;
  /** The last record to skip. */
  after: number;
  /** The generation of that record; undefined when unknown. */
  generation: string | undefined;
  /** A filter as a `where` parameter; undefined: every record. */
  where: string | undefined;
  clock: Clock;
  signal: AbortSignal;
  /** Called with a sentence when the connection is lost, and when records are missing. */
  note: (message: string) => void;
}

/**
 * Maximum silence in milliseconds. The server sends a heartbeat every 15 s, so a longer silence
 * means a lost connection.
 */
const MAX_SILENCE_MS = 45_000;

/**
 * Yields the texts of records after `after` once and in order, until `signal` aborts. Reconnects
 * and resumes after the last record that was taken. Throws a ServerError when the server refuses,
 * for example for a missing token.
 */
export async function* streamRecords(options: StreamOptions): AsyncGenerator<Buffer> {
  const { clock, signal, note } = options;
  let { after, generation } = options;
  for (let failures = 0; !signal.aborted;) {
    const connection = new AbortController();
    try {
      for await (const { id, data } of connect({ ...options, after }, connection)) {
        failures = 0;
        const seq = Number(id);
        const [current] = readTextMember(data, "id").split("-", 1);
        const isNewInbox = generation !== undefined && current !== generation;
        generation = current;
        // The server cannot know that `after` belongs to an earlier inbox of this id, so records
        // may be missing.
        if (isNewInbox && seq > after) {
          after = 0;
          note("the inbox was created again: starting from its first record");
          break;
        }
        if (!isNewInbox) noteMissing(options, { after, seq });
        after = seq;
        yield data;
      }
    } catch (error) {
      if (signal.aborted) return;
      if (!isTemporary(error)) throw error;
      failures += 1;
      const seconds = getBackoffSeconds(failures);
      note(`${(error as Error).message}; reconnecting in ${seconds} s`);
      await clock.sleep(seconds * 1000, signal);
    } finally {
      connection.abort();
    }
  }
}

/** With a filter, missing sequence numbers are expected. */
function noteMissing(
  { where, note }: StreamOptions,
  { after, seq }: { after: number; seq: number },
) {
  if (where !== undefined || seq <= after + 1) return;
  const last = seq - 1;
  const range = last === after + 1 ? `record ${last} was` : `records ${after + 1} to ${last} were`;
  note(`${range} dropped by the inbox and cannot be read`);
}

async function* connect(
  options: StreamOptions,
  connection: AbortController,
): AsyncGenerator<ServerEvent> {
  const { address, after, where, clock } = options;
  const signal = AbortSignal.any([options.signal, connection.signal]);
  const query = where === undefined ? "" : `?where=${encodeURIComponent(where)}`;
  const headers = {
    ...formatAuthorization(address),
    accept: "text/event-stream",
    "last-event-id": String(after),
  };
  const opening = openResponse(formatInboxUrl(address, `/events${query}`), { headers, signal });
  const { body } = await raceSilence(opening, clock, signal);
  const parse = createEventParser();
  const reader = (body as ReadableStream<Uint8Array>).getReader();
  for (;;) {
    const result = await raceSilence(reader.read(), clock, signal);
    if (result.done) throw new Error("the server ended the stream");
    yield* parse(result.value);
  }
}

/** Resolves as `work` does. Rejects when the server is silent for too long. */
async function raceSilence<T>(work: Promise<T>, clock: Clock, signal: AbortSignal): Promise<T> {
  const done = new AbortController();
  const silence = clock.sleep(MAX_SILENCE_MS, AbortSignal.any([signal, done.signal])).then(() => {
    throw new Error("the server is silent");
  });
  try {
    return await Promise.race([work, silence]);
  } finally {
    // Ends the loser of the race; the race has handled the rejections of both.
    done.abort();
  }
}
