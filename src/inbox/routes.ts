import { METHODS } from "node:http";
import { Readable } from "node:stream";
import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from "fastify";
import { HttpError, NotNowError } from "../lib/errors.ts";
import { plainAddress } from "../lib/ip.ts";
import { isPreflight, preflightHeaders } from "../lib/preflight.ts";
import { type InboxStore, readRecordId } from "../store/store.ts";
import { type Address, ID_RULE, readAddress } from "./address.ts";
import { entityTag, hasTag, pagedAnswer, summary, timeText, wholeAnswer } from "./answers.ts";
import { Arrivals } from "./arrive.ts";
import { EventStreams } from "./events.ts";
import { fromStore } from "./failures.ts";
import { waitForPage } from "./follow.ts";
import { readQuery } from "./query.ts";
import { makeRecord, rawBytes } from "./record.ts";

/** What the inbox's routes stand on. */
export interface InboxOptions {
  store: InboxStore;
  mostBodyBytes: number;
}

const WEBHOOK = "/api/v1/webhook/";
const INBOXES = "/api/v1/inboxes/";

/** All that Node's parser knows but GET, which reads. CONNECT never becomes a request. */
const SENDS = METHODS.filter((method) => method !== "GET" && method !== "CONNECT");

/** Counted, but never refused for the daily limit. */
const UNREFUSED = { neverRefused: true };

/** The inbox: captures under `/api/v1/webhook/`, management under `/api/v1/inboxes/`. */
export function inboxRoutes(options: InboxOptions): FastifyPluginCallback {
  const { store } = options;
  return (app, _options, done) => {
    const capture = capturing(options);
    const ending = new AbortController();
    const streams = new EventStreams(store, ending.signal);
    // Readers who wait would hold up the stop of the process.
    app.addHook("preClose", (closed) => {
      ending.abort();
      closed();
    });
    app.route({
      method: SENDS,
      url: `${WEBHOOK}*`,
      config: { ...UNREFUSED, ownPreflight: true },
      // Captured in a hook, because what comes after it refuses content types, bodies and methods.
      onRequest: capture,
      handler: nothingLeft,
    });
    const reads = { exposeHeadRoute: false, config: UNREFUSED };
    app.get(`${WEBHOOK}*`, reads, reading(store, ending.signal));
    app.get(`${INBOXES}:inbox`, reads, async (request) => {
      const { inbox } = addressOf(request, INBOXES);
      return summary(inbox, await fromStore(store.head(inbox)));
    });
    app.delete(`${INBOXES}:inbox`, { config: UNREFUSED }, async (request, reply) => {
      await fromStore(store.remove(addressOf(request, INBOXES).inbox));
      return reply.code(204).send();
    });
    app.get(`${INBOXES}:inbox/records/:record/raw`, reads, rawDownload(store));
    app.get(`${INBOXES}:inbox/events`, reads, (request, reply) =>
      streams.open(request, reply, addressOf(request, INBOXES)),
    );
    done();
  };
}

function capturing({ store, mostBodyBytes }: InboxOptions) {
  const arrivals = new Arrivals();
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { inbox, path, query } = addressOf(request, WEBHOOK);
    if (!arrivals.hasRoom())
      throw new NotNowError("too many bodies are on their way in", "busy", 2);
    const arrived = await arrivals.receive(request.raw, mostBodyBytes);
    // The sender is gone: there is nobody to answer and nothing whole to keep.
    if (!arrived) return reply.hijack();
    const { bytes: body, truncated } = arrived;
    const preflight = isPreflight(request.raw);
    const { method, rawHeaders } = request.raw;
    const record = await makeRecord(
      {
        method: method ?? "",
        path,
        query,
        rawHeaders,
        ip: plainAddress(request.ip),
        body,
        preflight,
        ...(truncated && { truncated }),
      },
      mostBodyBytes,
    );
    const { recordId, seq, receivedAt, expiresAtMs } = await fromStore(
      store.capture(inbox, record),
    );
    reply.header("cache-control", "no-store");
    if (truncated) throw new HttpError(413, `the body is larger than ${mostBodyBytes} bytes`);
    if (preflight) return reply.code(204).headers(preflightHeaders(request.raw)).send();
    const expiresAt = timeText(expiresAtMs);
    return reply.send({ received: true, id: recordId, inbox, seq, receivedAt, expiresAt });
  };
}

function nothingLeft(): never {
  throw new Error("a capture is answered before its handler");
}

function reading(store: InboxStore, ending: AbortSignal) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { inbox, path, query: text } = addressOf(request, WEBHOOK);
    if (path !== "" && path !== "/") throw new HttpError(404, "only the inbox itself can be read");
    const { query, waitMs } = readQuery(text);
    reply.header("cache-control", "no-cache").type("application/json; charset=utf-8");
    const known = request.headers["if-none-match"];
    if (waitMs === 0 && known !== undefined) {
      // A poll that finds nothing new reads no record.
      const tag = entityTag(await fromStore(store.head(inbox)));
      if (hasTag(known, tag)) return reply.header("etag", tag).code(304).send();
    }
    const page = await fromStore(
      waitMs === 0
        ? store.read(inbox, query)
        : waitForPage(store, inbox, { query, waitMs, signal: untilGone(reply, ending) }),
    );
    reply.header("etag", entityTag(page.head));
    if (!page.next) return reply.send(wholeAnswer(inbox, page));
    const pages = pagedAnswer(inbox, page, (next) => store.read(inbox, next));
    return reply.send(Readable.from(pages));
  };
}

/** Ends when the reader goes away or the process stops. */
function untilGone(reply: FastifyReply, ending: AbortSignal): AbortSignal {
  const gone = new AbortController();
  // The answer's own close, not the socket's: a connection that polls for hours would gather listeners.
  reply.raw.once("close", () => gone.abort());
  return AbortSignal.any([gone.signal, ending]);
}

function rawDownload(store: InboxStore) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { inbox } = addressOf(request, INBOXES);
    const { record } = request.params as { record: string };
    const place = readRecordId(record);
    const query = { after: (place?.seq ?? 1) - 1, limit: 1, newest: false, preflights: true };
    const { head, records } = await fromStore(store.read(inbox, query));
    const [found] = records;
    if (!place || !found || head?.life !== place.life || found.seq !== place.seq) {
      throw new HttpError(404, "there is no such record");
    }
    return reply
      .type("application/octet-stream")
      .header("content-disposition", `attachment; filename="${record}.bin"`)
      .header("cache-control", "no-store")
      .send(rawBytes(found.text));
  };
}

function addressOf(request: FastifyRequest, prefix: string): Address {
  const address = readAddress(request.url, prefix);
  if (address) return address;
  throw new HttpError(400, `an inbox id is ${ID_RULE}`);
}
