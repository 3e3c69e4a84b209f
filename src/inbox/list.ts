import type { RequestContext } from "../http/request-context.ts";
import type { Handler, Reply } from "../http/types.ts";
import { HttpError } from "../lib/errors.ts";
import { matchesETag } from "../lib/http-headers.ts";
import { type InboxMeta, type MaybePromise } from "../store/store.ts";
import { type Address, CAPTURE_PREFIX, parseInboxPath } from "./address.ts";
import { waitForPage } from "./cursor.ts";
import { type ListQuery, readQuery } from "./query.ts";
import type { RecordReader } from "./read/record-reader.ts";
import { formatETag, pageBody, streamBody } from "./responses.ts";
import { mapStoreErrors } from "./store-errors.ts";
import { detachBuffer } from "../lib/transferable.ts";

const JSON_TYPE = "application/json; charset=utf-8";
const NO_CACHE = { "cache-control": "no-cache" };

/**
 * Creates the handler that replies with the requested records. A poll whose `If-None-Match` is current reads none, and
 * stays synchronous where the store has the inbox's state in memory: it is the most frequent request.
 */
export function listHandler(reader: RecordReader, stopping: AbortSignal): Handler {
  return (context) => {
    const { inbox, query: text } = parseListPath(context.target);
    const listQuery = readQuery(text);
    const known = context.headers["if-none-match"];
    const list = () => listRecords(context, { reader, inbox, listQuery, stopping });
    if (known === undefined || listQuery.waitMs > 0) return list();
    const reply = (meta: InboxMeta | undefined): MaybePromise<Reply> => {
      const etag = formatETag(meta);
      return matchesETag(known, etag) ? { etag, headers: NO_CACHE } : list();
    };
    const meta = reader.getMeta(inbox);
    return meta instanceof Promise ? mapStoreErrors(meta).then(reply) : reply(meta);
  };
}

interface Listing {
  reader: RecordReader;
  inbox: string;
  listQuery: ListQuery;
  stopping: AbortSignal;
}

async function listRecords(
  context: RequestContext,
  { reader, inbox, listQuery: { query, waitMs }, stopping }: Listing,
): Promise<Reply> {
  const signal = AbortSignal.any([context.signal, stopping]);
  const page = await mapStoreErrors(
    waitMs === 0
      ? reader.read(inbox, query)
      : waitForPage(reader, inbox, { query, waitMs, signal }),
  );
  const shared = { type: JSON_TYPE, headers: NO_CACHE, etag: formatETag(page.meta) };
  if (page.next) {
    return { ...shared, body: streamBody(inbox, page, (next) => reader.read(inbox, next)) };
  }
  return { ...shared, body: pageBody(inbox, page), afterSend: () => detachBuffer(page.texts) };
}

function parseListPath(target: string): Address {
  const address = parseInboxPath(target, CAPTURE_PREFIX);
  if (address.path === "" || address.path === "/") return address;
  throw new HttpError(404, "Not found: only the inbox itself can be read, not a path below it.");
}
