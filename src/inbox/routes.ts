import { METHODS } from "node:http";
import type { FastifyPluginCallback } from "fastify";
import type { InboxStore } from "../store/store.ts";
import { parseInboxPath, CAPTURE_PREFIX, INBOX_PREFIX } from "./address.ts";
import { summary } from "./responses.ts";
import { captureHandler } from "./capture.ts";
import { EventStreams } from "./events.ts";
import { mapStoreErrors } from "./store-errors.ts";
import { notModifiedHook, downloadBody, listRecords } from "./list.ts";
import { RecordBuilder } from "./record/record-builder.ts";

/** What the inbox's routes stand on. */
export interface InboxOptions {
  store: InboxStore;
  mostBodyBytes: number;
}

/** All that Node's parser knows but GET, which reads. CONNECT never becomes a request. */
const SENDS = METHODS.filter((method) => method !== "GET" && method !== "CONNECT");

/** Counted, but never refused for the daily limit. */
const UNREFUSED = { neverRefused: true };

/** The inbox: captures under `/api/v1/webhook/`, management under `/api/v1/inboxes/`. */
export function inboxRoutes(options: InboxOptions): FastifyPluginCallback {
  const { store } = options;
  return (app, _options, done) => {
    const maker = new RecordBuilder(options.mostBodyBytes);
    app.addHook("onClose", () => maker.close());
    const ending = new AbortController();
    const streams = new EventStreams(store, ending.signal);
    // Readers who wait would hold up the stop of the process.
    app.addHook("preClose", (closed) => {
      ending.abort();
      closed();
    });
    app.route({
      method: SENDS,
      url: `${CAPTURE_PREFIX}*`,
      config: { ...UNREFUSED, ownPreflight: true },
      bodyLimit: options.mostBodyBytes,
      // Captured in a hook, because what comes after it refuses content types, bodies and methods.
      onRequest: captureHandler({ ...options, maker }),
      handler: nothingLeft,
    });
    const reads = { exposeHeadRoute: false, config: UNREFUSED };
    app.get(
      `${CAPTURE_PREFIX}*`,
      { ...reads, onRequest: notModifiedHook(store) },
      listRecords(store, ending.signal),
    );
    app.get(`${INBOX_PREFIX}:inbox`, reads, async (request) => {
      const { inbox } = parseInboxPath(request.originalUrl, INBOX_PREFIX);
      return summary(inbox, await mapStoreErrors(store.getMeta(inbox)));
    });
    app.delete(`${INBOX_PREFIX}:inbox`, { config: UNREFUSED }, async (request, reply) => {
      await mapStoreErrors(store.remove(parseInboxPath(request.originalUrl, INBOX_PREFIX).inbox));
      return reply.code(204).send();
    });
    app.get(`${INBOX_PREFIX}:inbox/records/:record/raw`, reads, downloadBody(store));
    app.get(`${INBOX_PREFIX}:inbox/events`, reads, (request, reply) =>
      streams.open(request, reply, parseInboxPath(request.originalUrl, INBOX_PREFIX)),
    );
    done();
  };
}

function nothingLeft(): never {
  throw new Error("a capture is answered before its handler");
}
