import type { FastifyReply, FastifyRequest } from "fastify";
import { HttpError, NotNowError } from "../lib/errors.ts";
import { plainAddress } from "../lib/ip.ts";
import { isPreflight, preflightHeaders } from "../lib/preflight.ts";
import type { Captured, InboxStore } from "../store/store.ts";
import { addressOf, CAPTURES } from "./address.ts";
import { timeText } from "./answers.ts";
import { Arrivals } from "./arrive.ts";
import { fromStore } from "./failures.ts";
import type { RecordMaker } from "./record-maker.ts";

/** What captures stand on. */
export interface CaptureOptions {
  store: InboxStore;
  mostBodyBytes: number;
  maker: RecordMaker;
}

/** Captures a request and answers when its record is durable. */
export function capturing({ store, mostBodyBytes, maker }: CaptureOptions) {
  const arrivals = new Arrivals();
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { inbox, path, query } = addressOf(request.originalUrl, CAPTURES);
    if (!arrivals.hasRoom())
      throw new NotNowError("too many bodies are on their way in", "busy", 2);
    const arrived = await arrivals.receive(request.raw, mostBodyBytes);
    // The sender is gone: there is nobody to answer and nothing whole to keep.
    if (!arrived) return reply.hijack();
    const { bytes: body, truncated } = arrived;
    const { method = "", rawHeaders } = request.raw;
    const preflight = isPreflight(request.raw);
    const ip = plainAddress(request.ip);
    const arrival = { method, path, query, rawHeaders, ip, body, preflight };
    const record = await maker.make(truncated ? { ...arrival, truncated } : arrival);
    const captured = await fromStore(store.capture(inbox, record));
    reply.header("cache-control", "no-store");
    if (truncated) throw new HttpError(413, `the body is larger than ${mostBodyBytes} bytes`);
    if (preflight) return reply.code(204).headers(preflightHeaders(request.raw)).send();
    return reply.type("application/json; charset=utf-8").send(acknowledgement(inbox, captured));
  };
}

/** Written by hand: it is what every sender gets. */
function acknowledgement(inbox: string, captured: Captured): string {
  const { recordId, seq, receivedAt, expiresAtMs } = captured;
  return `{"received":true,"id":"${recordId}","inbox":${JSON.stringify(inbox)},"seq":${seq},"receivedAt":"${receivedAt}","expiresAt":"${timeText(expiresAtMs)}"}`;
}
