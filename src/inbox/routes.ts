import { METHODS } from "node:http";
import type { FastifyPluginCallback } from "fastify";
import type { InboxStore } from "../store/store.ts";
import { addressOf, CAPTURES, INBOXES } from "./address.ts";
import { summary } from "./answers.ts";
import { capturing } from "./capture.ts";
import { EventStreams } from "./events.ts";
import { fromStore } from "./failures.ts";
import { polled, rawDownload, reading } from "./reads.ts";
import { RecordMaker } from "./record-maker.ts";

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
    const maker = new RecordMaker(options.mostBodyBytes);
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
      url: `${CAPTURES}*`,
      config: { ...UNREFUSED, ownPreflight: true },
      bodyLimit: options.mostBodyBytes,
      // Captured in a hook, because what comes after it refuses content types, bodies and methods.
      onRequest: capturing({ ...options, maker }),
      handler: nothingLeft,
    });
    const reads = { exposeHeadRoute: false, config: UNREFUSED };
    app.get(`${CAPTURES}*`, { ...reads, onRequest: polled(store) }, reading(store, ending.signal));
    app.get(`${INBOXES}:inbox`, reads, async (request) => {
      const { inbox } = addressOf(request.originalUrl, INBOXES);
      return summary(inbox, await fromStore(store.head(inbox)));
    });
    app.delete(`${INBOXES}:inbox`, { config: UNREFUSED }, async (request, reply) => {
      await fromStore(store.remove(addressOf(request.originalUrl, INBOXES).inbox));
      return reply.code(204).send();
    });
    app.get(`${INBOXES}:inbox/records/:record/raw`, reads, rawDownload(store));
    app.get(`${INBOXES}:inbox/events`, reads, (request, reply) =>
      streams.open(request, reply, addressOf(request.originalUrl, INBOXES)),
    );
    done();
  };
}

function nothingLeft(): never {
  throw new Error("a capture is answered before its handler");
}
