import type { RequestContext } from "../http/request-context.ts";
import type { Handler, Reply } from "../http/types.ts";
import { HttpError } from "../lib/errors.ts";
import { matchesETag } from "../lib/http-headers.ts";
import {
  type InboxMeta,
  type InboxStore,
  type MaybePromise,
  parseRecordId,
  splitRecords,
} from "../store/store.ts";
import { type Address, CAPTURE_PREFIX, INBOX_PREFIX, parseInboxPath } from "./address.ts";
import { waitForPage } from "./cursor.ts";
import { type ListQuery, readQuery } from "./query.ts";
import { readRawBody } from "./record/record.ts";
import { formatETag, pageBody, streamBody } from "./responses.ts";
import { mapStoreErrors } from "./store-errors.ts";
import { detachBuffer } from "./transferable.ts";

const JSON_TYPE = "application/json; charset=utf-8";
const NO_CACHE = { "cache-control": "no-cache" };

/**
 * Creates the handler that replies with the requested records. A poll whose `If-None-Match` is current reads none, and
 * stays synchronous where the store has the inbox's state in memory: it is the most frequent request.
 */
export function listHandler(store: InboxStore, stopping: AbortSignal): Handler {
  return (context) => {
    const { inbox, query: text } = parseListPath(context.target);
    const listQuery = readQuery(text);
    const known = context.headers["if-none-match"];
    const list = () => listRecords(context, { store, inbox, listQuery, stopping });
    if (known === undefined || listQuery.waitMs > 0) return list();
    const reply = (meta: InboxMeta | undefined): MaybePromise<Reply> => {
      const etag = formatETag(meta);
      return matchesETag(known, etag) ? { etag, headers: NO_CACHE } : list();
    };
    const meta = store.getMeta(inbox);
    return meta instanceof Promise ? mapStoreErrors(meta).then(reply) : reply(meta);
  };
}

interface Listing {
  store: InboxStore;
  inbox: string;
  listQuery: ListQuery;
  stopping: AbortSignal;
}

async function listRecords(
  context: RequestContext,
  { store, inbox, listQuery: { query, waitMs }, stopping }: Listing,
): Promise<Reply> {
  const signal = AbortSignal.any([context.signal, stopping]);
  const page = await mapStoreErrors(
    waitMs === 0 ? store.read(inbox, query) : waitForPage(store, inbox, { query, waitMs, signal }),
  );
  const shared = { type: JSON_TYPE, headers: NO_CACHE, etag: formatETag(page.meta) };
  if (page.next) {
    return { ...shared, body: streamBody(inbox, page, (next) => store.read(inbox, next)) };
  }
  return { ...shared, body: pageBody(inbox, page), afterSend: () => detachBuffer(page.texts) };
}

function parseListPath(target: string): Address {
  const address = parseInboxPath(target, CAPTURE_PREFIX);
  if (address.path === "" || address.path === "/") return address;
  throw new HttpError(404, "Not found: only the inbox itself can be read, not a path below it.");
}

/** Creates the handler that replies with the received bytes of one record. */
export function downloadHandler(store: InboxStore): Handler {
  return async ({ target, params }): Promise<Reply> => {
    const { inbox } = parseInboxPath(target, INBOX_PREFIX);
    const { record = "" } = params;
    const position = parseRecordId(record);
    const query = { after: (position?.seq ?? 1) - 1, limit: 1, newest: false, preflights: true };
    const page = await mapStoreErrors(store.read(inbox, query));
    const [found] = splitRecords(page);
    if (
      !position ||
      !found ||
      page.meta?.generation !== position.generation ||
      found.seq !== position.seq
    ) {
      throw new HttpError(404, "Not found: the inbox has no such record.");
    }
    return {
      type: "application/octet-stream",
      headers: {
        "content-disposition": `attachment; filename="${record}.bin"`,
        "cache-control": "no-store",
      },
      body: readRawBody(found.text),
    };
  };
}
