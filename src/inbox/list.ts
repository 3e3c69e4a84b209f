import type { Reply } from "../http/reply.ts";
import type { Handler } from "../http/route.ts";
import type { MaybePromise } from "../lib/concurrency/maybe-promise.ts";
import { HttpError } from "../lib/errors.ts";
import { JSON_TYPE, matchesETag } from "../lib/net/http-headers.ts";
import { mapStoreErrors, type InboxMeta } from "../store/store.ts";
import { type Address, CAPTURE_PREFIX, parseInboxPath } from "./address.ts";
import { InboxCursor, waitForPage } from "./cursor.ts";
import { parseListQuery } from "./query.ts";
import { type ReadClient, toReadClient } from "./read/read-queue.ts";
import type { FilteredQuery, ReadPage, RecordReader } from "./read/record-reader.ts";
import { formatETag, formatPage, streamBody } from "./responses.ts";

const NO_CACHE = { "cache-control": "no-cache" };

interface ListOptions {
  reader: RecordReader;
  /** Reader whose pages waiting clients share. */
  waitingReader: RecordReader;
}

/**
 * Creates the handler that replies with the requested records. A poll whose `If-None-Match` is
 * current reads none. It stays synchronous where the store has the inbox's state in memory, because
 * it is the most frequent request.
 */
export function createListHandler({ reader, waitingReader }: ListOptions): Handler {
  return (context) => {
    const { inbox, query: text } = parseListPath(context.target);
    const listQuery = parseListQuery(text);
    const ifNoneMatch = context.headers["if-none-match"];
    const caller = toReadClient(context);
    if (listQuery.waitMs > 0) {
      const cursor = new InboxCursor(waitingReader, inbox, { query: listQuery.query, caller });
      context.connection.once("close", () => cursor.end());
      const waiting = mapStoreErrors(waitForPage(cursor, listQuery.waitMs));
      return waiting.then((page) => toPageReply(waitingReader, { inbox, page, caller }));
    }
    const list = () => listRecords(reader, { inbox, query: listQuery.query, caller });
    if (ifNoneMatch === undefined) return list();
    const reply = (meta: InboxMeta | undefined): MaybePromise<Reply> => {
      const etag = formatETag(meta);
      return matchesETag(ifNoneMatch, etag) ? { etag, headers: NO_CACHE } : list();
    };
    const meta = reader.getMeta(inbox);
    return meta instanceof Promise ? mapStoreErrors(meta).then(reply) : reply(meta);
  };
}

async function listRecords(
  reader: RecordReader,
  { inbox, query, caller }: { inbox: string; query: FilteredQuery; caller: ReadClient },
): Promise<Reply> {
  const page = await mapStoreErrors(reader.read(inbox, query, caller));
  return toPageReply(reader, { inbox, page, caller });
}

function toPageReply(
  reader: RecordReader,
  { inbox, page, caller }: { inbox: string; page: ReadPage; caller: ReadClient },
): Reply {
  const release = (read: ReadPage) => reader.release?.(read);
  const shared = { type: JSON_TYPE, headers: NO_CACHE, etag: formatETag(page.meta) };
  if (!page.next) {
    return { ...shared, body: formatPage(inbox, page), afterSend: () => release(page) };
  }
  // The server's own pages read the whole body, and report that the store is out of reach.
  const read = (query: FilteredQuery) => mapStoreErrors(reader.read(inbox, query, caller));
  return { ...shared, body: streamBody(inbox, page, { read, release }) };
}

function parseListPath(target: string): Address {
  const address = parseInboxPath(target, CAPTURE_PREFIX);
  if (address.path === "" || address.path === "/") return address;
  throw new HttpError(404, "Not found: only the inbox itself can be read, not a path below it.");
}
