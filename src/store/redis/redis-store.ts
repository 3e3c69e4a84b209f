import { randomBytes } from "node:crypto";
import { ByteBudget } from "./budget.ts";
import { RedisConnection } from "./connection.ts";
import { redisCounters } from "./counters.ts";
import { CAPTURE, READ, REMOVE } from "./scripts.ts";
import {
  emptyPage,
  type InboxMeta,
  type InboxLimits,
  type InboxStore,
  type Page,
  PAGE_BYTES,
  type ReadQuery,
  recordId,
  type Store,
  StoreError,
} from "../store.ts";
import { Subscribers } from "../subscribers.ts";

/** What the shared store is opened with. */
export interface RedisOptions {
  url: string;
  limits: InboxLimits;
  now(): number;
  /** Told when Redis goes out of reach and when it is back. */
  onChange(reachable: boolean, why: string): void;
}

/** The shared store, with the background's work in reach of tests. */
export interface RedisStore extends Store {
  /** Books bytes and owed counts, and takes up what other processes booked. */
  book(): Promise<void>;
}

const BOOK_MS = 1_000;

/** How long a start waits for Redis. Without it the process starts all the same, and is not ready. */
const START_MS = 2_000;

/**
 * The store of any number of processes on one Redis, Valkey or cluster. A capture is as durable as the
 * server's `appendfsync` makes it. All keys of an inbox have one hash tag, so that they lie on one node.
 */
export async function openRedisStore(options: RedisOptions): Promise<RedisStore> {
  const { url, limits, now, onChange } = options;
  const wakes = new Subscribers();
  const connection = new RedisConnection(url, {
    onMessage: (channel) => wakes.wake(channel),
    onResubscribed: () => wakes.notifyAll(),
    onChange,
  });
  const budget = new ByteBudget(connection, limits.maxStoreBytes);
  await connection.waitUntilReady(START_MS);
  const counters = redisCounters(connection);
  const book = async () => void (await Promise.all([budget.sync(now()), counters.settle()]));
  await book();
  const booking = setInterval(() => void book(), BOOK_MS).unref();
  return {
    counters,
    inboxes: inboxesOn(connection, { limits, now, budget, wakes }),
    book,
    ready: async () => void (await connection.ask((client) => client.get("sundry:probe"))),
    close: async () => {
      clearInterval(booking);
      await book();
      connection.close();
    },
  };
}

interface Parts {
  limits: InboxLimits;
  now(): number;
  budget: ByteBudget;
  wakes: Subscribers;
}

function inboxesOn(connection: RedisConnection, { limits, now, budget, wakes }: Parts): InboxStore {
  return {
    capture: async (inbox, { members, method, preflight }) => {
      const nowMs = now();
      const answer = await connection.run(CAPTURE, keysOf(inbox), [
        nowMs,
        new Date(nowMs).toISOString(),
        limits.ttlMs,
        randomBytes(10).toString("hex"),
        limits.maxRecords,
        limits.maxInboxBytes,
        budget.hasRoom() ? 1 : 0,
        method,
        preflight ? 1 : 0,
        members,
        channelOf(inbox),
      ]);
      const [life = "", seq, receivedAt = "", expires, bytes] = answer as string[];
      if (life === "budget") throw new StoreError("budget", "the byte budget is used up");
      budget.add(Number(bytes), Number(expires));
      const place = { seq: Number(seq), receivedAt, expiresAtMs: Number(expires) };
      return { recordId: recordId(life, place.seq), ...place };
    },
    getMeta: async (inbox) => {
      const [head = ""] = keysOf(inbox);
      const members = await connection.ask((client) =>
        client.hmget(head, "life", "created", "expires", "first", "last", "bytes"),
      );
      const found = members[0] ? headOf(members as string[]) : undefined;
      return found && now() < found.expiresAtMs ? found : undefined;
    },
    // Another process may have changed any inbox meanwhile.
    getCachedMeta: () => undefined,
    read: async (inbox, query) => pageOf(await read(inbox, query), query),
    remove: async (inbox) => {
      const [expires, bytes] = (await connection.run(REMOVE, keysOf(inbox), [now()])) as string[];
      if (expires === undefined) return false;
      budget.add(-Number(bytes), Number(expires));
      return true;
    },
    subscribe: (inbox, wake) => {
      const channel = channelOf(inbox);
      if (!wakes.has(channel)) connection.subscribe(channel);
      const stop = wakes.add(channel, wake);
      return () => {
        stop();
        if (!wakes.has(channel)) connection.unsubscribe(channel);
      };
    },
  };

  async function read(inbox: string, query: ReadQuery): Promise<string[]> {
    const most = Number.MAX_SAFE_INTEGER;
    const answer = await connection.run(READ, keysOf(inbox), [
      now(),
      query.after,
      Math.min(query.through ?? most, most),
      Math.min(query.limit, most),
      query.newest ? 1 : 0,
      query.method ?? "",
      query.preflights ? 1 : 0,
      PAGE_BYTES,
    ]);
    return answer as string[];
  }
}

function headOf([life = "", ...numbers]: string[]): InboxMeta {
  const [createdAtMs = 0, expiresAtMs = 0, firstSeq = 0, lastSeq = 0, bytes = 0] =
    numbers.map(Number);
  return { life, createdAtMs, expiresAtMs, firstSeq, lastSeq, bytes };
}

function pageOf(answer: string[], query: ReadQuery): Page {
  if (answer.length === 0) return emptyPage(undefined);
  const head = headOf(answer.slice(0, 6));
  const looked = Number(answer[6]);
  const found = answer.slice(7);
  const seqs = Float64Array.from(
    found.filter((_, index) => index % 2 === 0),
    Number,
  );
  const texts = found.filter((_, index) => index % 2 === 1);
  const sizes = Float64Array.from(texts, (text) => Buffer.byteLength(text));
  const through = Math.min(query.through ?? head.lastSeq, head.lastSeq);
  const limit = query.limit - seqs.length;
  const next = { ...query, newest: false, after: looked, through, limit };
  const more = limit > 0 && looked < through;
  const whole = Buffer.from(texts.join(","));
  return { head, texts: whole, seqs, sizes, next: more ? next : undefined };
}

/** The braces are the hash tag of a cluster; an id's own braces are escaped. */
function tagOf(inbox: string): string {
  return `sundry:{${encodeURIComponent(inbox)}}`;
}

function keysOf(inbox: string): string[] {
  return [`${tagOf(inbox)}:head`, `${tagOf(inbox)}:records`];
}

function channelOf(inbox: string): string {
  return `${tagOf(inbox)}:news`;
}
