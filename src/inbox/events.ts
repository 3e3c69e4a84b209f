import type { FastifyReply, FastifyRequest } from "fastify";
import { UnavailableError } from "../lib/errors.ts";
import { callerNetwork } from "../lib/ip.ts";
import type { InboxStore } from "../store/store.ts";
import type { Address } from "./address.ts";
import { eventText } from "./responses.ts";
import { followRecords } from "./cursor.ts";
import { readQuery } from "./query.ts";

const HEARTBEAT_MS = 15_000;

/** Streams at once for each inbox and IP. */
const MAX_STREAMS = 3;

/** Live views: server-sent events whose ids are sequence numbers. */
export class EventStreams {
  readonly #store: InboxStore;
  readonly #ending: AbortSignal;
  readonly #open = new Map<string, number>();

  constructor(store: InboxStore, ending: AbortSignal) {
    this.#store = store;
    this.#ending = ending;
  }

  /** Answers with the records after `Last-Event-ID` or `after` (without either: new ones) as they come. */
  async open(
    request: FastifyRequest,
    reply: FastifyReply,
    { inbox, query }: Address,
  ): Promise<void> {
    const after = resumeAfter(request, query);
    const key = `${callerNetwork(request.ip) ?? ""} ${inbox}`;
    const streams = this.#open.get(key) ?? 0;
    if (streams >= MAX_STREAMS) {
      const message = `at most ${MAX_STREAMS} streams of an inbox at once`;
      throw new UnavailableError(message, "rate-limited", 5);
    }
    this.#open.set(key, streams + 1);
    reply.hijack();
    try {
      await this.#stream(reply, inbox, after);
    } catch {
      // The reader comes back by itself and goes on where it was.
    } finally {
      const left = (this.#open.get(key) ?? 1) - 1;
      if (left > 0) this.#open.set(key, left);
      else this.#open.delete(key);
      reply.raw.end();
    }
  }

  async #stream(reply: FastifyReply, inbox: string, after: number | undefined) {
    const { raw } = reply;
    const gone = new AbortController();
    raw.once("close", () => gone.abort());
    raw.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store",
      // nginx would otherwise hold events back.
      "x-accel-buffering": "no",
    });
    raw.write(": open\n\n");
    const heartbeat = setInterval(() => raw.write(": here\n\n"), HEARTBEAT_MS);
    const signal = AbortSignal.any([gone.signal, this.#ending]);
    try {
      for await (const { seq, text } of followRecords(this.#store, inbox, { after, signal })) {
        if (signal.aborted) return;
        if (!raw.write(eventText(seq, text.toString()))) await drained(raw, signal);
      }
    } finally {
      clearInterval(heartbeat);
    }
  }
}

function resumeAfter(request: FastifyRequest, query: string): number | undefined {
  const last = request.headers["last-event-id"];
  if (typeof last === "string" && /^\d{1,15}$/.test(last)) return Number(last);
  const asked = readQuery(query).query;
  return new URLSearchParams(query).has("after") ? asked.after : undefined;
}

function drained(raw: FastifyReply["raw"], signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      raw.off("drain", go);
      signal.removeEventListener("abort", go);
      resolve();
    };
    raw.on("drain", go);
    signal.addEventListener("abort", go);
  });
}
