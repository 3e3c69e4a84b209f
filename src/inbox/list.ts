import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { HttpError } from "../lib/errors.ts";
import { type InboxMeta, type InboxStore, readRecordId, splitRecords } from "../store/store.ts";
import {
  type Address,
  parseInboxPath,
  CAPTURE_PREFIX,
  INBOX_PREFIX,
  parseSimplePath,
} from "./address.ts";
import { formatETag, matchesETag, streamBody, pageBody } from "./responses.ts";
import { mapStoreErrors } from "./store-errors.ts";
import { waitForPage } from "./cursor.ts";
import { detachBuffer } from "./transferable.ts";
import { readQuery } from "./query.ts";
import { rawBytes } from "./record/record.ts";

/**
 * Answers a poll that finds nothing new: it reads no record. In a hook, and without a promise where the store
 * knows the head: this is the request that a server of inboxes gets most.
 */
export function notModifiedHook(store: InboxStore) {
  return (request: FastifyRequest, reply: FastifyReply, next: (error?: Error) => void): void => {
    const known = request.headers["if-none-match"];
    if (known === undefined) return next();
    const { inbox, query } = readAddress(request);
    if (query !== "" && readQuery(query).waitMs > 0) return next();
    const answer = (head: InboxMeta | undefined) => {
      const tag = formatETag(head);
      if (!matchesETag(known, tag)) return next();
      return void reply.code(304).header("cache-control", "no-cache").header("etag", tag).send();
    };
    const head = store.getMeta(inbox);
    if (head instanceof Promise) mapStoreErrors(head).then(answer, next);
    else answer(head);
  };
}

/** Polls that the store can answer from memory; all others come to `polled`. For use before any routing. */
export function unchangedPolls(store: InboxStore) {
  return {
    route: `${CAPTURE_PREFIX}*`,
    unchangedTag(path: string, known: string): string | undefined {
      const inbox = parseSimplePath(path);
      const head = inbox === undefined ? undefined : store.getCachedMeta(inbox);
      const tag = head && formatETag(head);
      return tag !== undefined && matchesETag(known, tag) ? tag : undefined;
    },
  };
}

/** Answers with the records that are asked for, at once or at the first new one. */
export function listRecords(store: InboxStore, ending: AbortSignal) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { inbox, query: text } = readAddress(request);
    const { query, waitMs } = readQuery(text);
    reply.header("cache-control", "no-cache").type("application/json; charset=utf-8");
    const page = await mapStoreErrors(
      waitMs === 0
        ? store.read(inbox, query)
        : waitForPage(store, inbox, { query, waitMs, signal: untilGone(reply, ending) }),
    );
    reply.header("etag", formatETag(page.head));
    if (!page.next) {
      reply.raw.once("finish", () => detachBuffer(page.texts));
      return sendParts(reply, pageBody(inbox, page));
    }
    const pages = streamBody(inbox, page, (next) => store.read(inbox, next));
    return reply.send(Readable.from(pages));
  };
}

function readAddress(request: FastifyRequest): Address {
  const address = parseInboxPath(request.originalUrl, CAPTURE_PREFIX);
  if (address.path === "" || address.path === "/") return address;
  throw new HttpError(404, "only the inbox itself can be read");
}

/** Sends parts without putting them together first: for a hundred records that is a quarter of the work. */
function sendParts(reply: FastifyReply, parts: readonly Uint8Array[]): FastifyReply {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const { raw } = reply.header("content-length", length).hijack();
  raw.writeHead(200, reply.getHeaders() as Record<string, string>);
  raw.cork();
  for (const part of parts) raw.write(part);
  raw.end();
  return reply;
}

/** Ends when the reader goes away or the process stops. */
function untilGone(reply: FastifyReply, ending: AbortSignal): AbortSignal {
  const gone = new AbortController();
  // The answer's own close, not the socket's: a connection that polls for hours would gather listeners.
  reply.raw.once("close", () => gone.abort());
  return AbortSignal.any([gone.signal, ending]);
}

/** Answers with the received bytes of one record. */
export function downloadBody(store: InboxStore) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { inbox } = parseInboxPath(request.originalUrl, INBOX_PREFIX);
    const { record } = request.params as { record: string };
    const place = readRecordId(record);
    const query = { after: (place?.seq ?? 1) - 1, limit: 1, newest: false, preflights: true };
    const page = await mapStoreErrors(store.read(inbox, query));
    const [found] = splitRecords(page);
    if (!place || !found || page.head?.life !== place.life || found.seq !== place.seq) {
      throw new HttpError(404, "there is no such record");
    }
    return reply
      .type("application/octet-stream")
      .header("content-disposition", `attachment; filename="${record}.bin"`)
      .header("cache-control", "no-store")
      .send(rawBytes(found.text));
  };
}
