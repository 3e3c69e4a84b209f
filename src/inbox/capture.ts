import type { FastifyReply, FastifyRequest } from "fastify";
import { HttpError, UnavailableError } from "../lib/errors.ts";
import { plainAddress } from "../lib/ip.ts";
import { isPreflight, preflightHeaders } from "../lib/preflight.ts";
import type { CaptureReceipt, InboxStore } from "../store/store.ts";
import { parseInboxPath, CAPTURE_PREFIX } from "./address.ts";
import { formatTimestamp } from "./responses.ts";
import { BodyReader } from "./body-reader.ts";
import { mapStoreErrors } from "./store-errors.ts";
import type { RecordBuilder } from "./record/record-builder.ts";

/** What captures stand on. */
export interface CaptureOptions {
  store: InboxStore;
  mostBodyBytes: number;
  maker: RecordBuilder;
}

/** Captures a request and answers when its record is durable. */
export function captureHandler({ store, mostBodyBytes, maker }: CaptureOptions) {
  const arrivals = new BodyReader();
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { inbox, path, query } = parseInboxPath(request.originalUrl, CAPTURE_PREFIX);
    if (!arrivals.hasRoom())
      throw new UnavailableError("too many bodies are on their way in", "overloaded", 2);
    const arrived = await arrivals.receive(request.raw, mostBodyBytes);
    // The sender is gone: there is nobody to answer and nothing whole to keep.
    if (!arrived) return reply.hijack();
    const { bytes: body, truncated } = arrived;
    const { method = "", rawHeaders } = request.raw;
    const preflight = isPreflight(request.raw);
    const ip = plainAddress(request.ip);
    const arrival = { method, path, query, rawHeaders, ip, body, preflight };
    const record = await maker.build(truncated ? { ...arrival, truncated } : arrival);
    const captured = await mapStoreErrors(store.capture(inbox, record));
    reply.header("cache-control", "no-store");
    if (truncated) throw new HttpError(413, `the body is larger than ${mostBodyBytes} bytes`);
    if (preflight) return reply.code(204).headers(preflightHeaders(request.raw)).send();
    return reply.type("application/json; charset=utf-8").send(acknowledgement(inbox, captured));
  };
}

/** Written by hand: it is what every sender gets. */
function acknowledgement(inbox: string, captured: CaptureReceipt): string {
  const { recordId, seq, receivedAt, expiresAtMs } = captured;
  return `{"received":true,"id":"${recordId}","inbox":${JSON.stringify(inbox)},"seq":${seq},"receivedAt":"${receivedAt}","expiresAt":"${formatTimestamp(expiresAtMs)}"}`;
}
