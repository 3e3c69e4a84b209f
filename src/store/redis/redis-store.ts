import { randomBytes } from "node:crypto";
import { parseRedisUrl } from "../../lib/redis-url.ts";
import type { StoreProblem } from "../health.ts";
import {
  createEmptyPage,
  formatRecordId,
  type InboxLimits,
  type InboxMeta,
  type InboxStore,
  type RecordPage,
  PAGE_BYTES,
  PlanChangedError,
  type PlanStep,
  type ReadQuery,
  type Store,
  StoreError,
} from "../store.ts";
import { Subscribers } from "../subscribers.ts";
import { RedisByteBudget } from "./budget.ts";
import { RedisConnection } from "./connection.ts";
import { createRedisCounters } from "./counters.ts";
import { formatSchedule, formatPlanArguments } from "./plan-arguments.ts";
import {
  CAPTURE,
  READ,
  READ_METADATA,
  READ_PLAN,
  REMOVE,
  REMOVE_PLAN,
  SET_PLAN,
} from "./scripts.ts";
import { createSharedText } from "./shared-text.ts";

/** Options of the shared store. */
export interface RedisStoreOptions {
  /** See `parseRedisUrl`. */
  url: string;
  limits: InboxLimits;
  now(): number;
  /** Called when the store stops working, with the problem, and when it works again. */
  onHealthChange(problem: StoreProblem | undefined): void;
  /** Called once for each configuration that the operator should change although the store works. */
  onWarning(message: string): void;
  /** Longest wait for Redis at the start, in milliseconds; 2 s by default. */
  startMs?: number;
}

/** The shared store. Tests can trigger its background work. */
export interface RedisStore extends Store {
  /** Writes pending bytes and counts, and reads those of other processes. */
  sync(): Promise<void>;
}

const SYNC_INTERVAL_MS = 1_000;

/** Default of `startMs`. After it the process starts without Redis and reports not ready. */
const START_MS = 2_000;

/**
 * Opens the store that any number of processes share on one Redis, Valkey or cluster of either. A capture is as
 * durable as the server's `appendfsync` makes it. An inbox's keys share a hash tag, so that one node has them all.
 */
export async function openRedisStore(options: RedisStoreOptions): Promise<RedisStore> {
  const { url, limits, now, onHealthChange, onWarning, startMs = START_MS } = options;
  const target = parseRedisUrl(url);
  if (!target) throw new Error("REDIS_URL is not a Redis URL");
  const subscribers = new Subscribers();
  const connection = new RedisConnection(target, {
    onMessage: (channel) => subscribers.notify(channel),
    onResubscribed: () => subscribers.notifyAll(),
    onHealthChange,
    onWarning,
  });
  const budget = new RedisByteBudget(connection, limits.maxStoreBytes);
  await connection.waitUntilReady(startMs);
  const counters = createRedisCounters(connection);
  const sync = async () => void (await Promise.all([budget.sync(now()), counters.flush()]));
  await sync();
  const timer = setInterval(() => void sync(), SYNC_INTERVAL_MS).unref();
  return {
    counters,
    get problem() {
      return connection.problem;
    },
    inboxes: createRedisInboxes({ connection, limits, now, budget, subscribers }),
    sharedText: (name) => createSharedText(connection, subscribers, name),
    sync,
    ready: () => connection.ready(),
    close: async () => {
      clearInterval(timer);
      await sync();
      connection.close();
    },
  };
}

interface RedisInboxOptions {
  connection: RedisConnection;
  limits: InboxLimits;
  now(): number;
  budget: RedisByteBudget;
  subscribers: Subscribers;
}

function createRedisInboxes(options: RedisInboxOptions): InboxStore {
  const { connection, limits, now, budget, subscribers } = options;

  return {
    async capture(inbox, { members, method, preflight, plan }) {
      const nowMs = now();
      const reply = await connection.run(CAPTURE, getInboxKeys(inbox), [
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
        getChannelName(inbox),
        ...formatPlanArguments(plan),
      ]);
      const [generation = "", seq, receivedAt = "", expires, bytes, step, delay, ...adopted] =
        reply as string[];
      if (generation === "budget") throw createBudgetError();
      if (generation === "plan")
        throw new PlanChangedError(parsePlan((reply as string[]).slice(1)));
      budget.add(Number(bytes), Number(expires));
      // A plan set before the inbox existed now expires with it.
      if (adopted.length === 2) moveBytes(budget, adopted, Number(expires));
      const receipt = {
        recordId: formatRecordId(generation, Number(seq)),
        seq: Number(seq),
        receivedAt,
        expiresAtMs: Number(expires),
      };
      if (Number(step) < 0) return receipt;
      return { ...receipt, answered: { step: Number(step), delayMs: Number(delay) } };
    },
    async setPlan(inbox, steps) {
      if (!budget.hasRoom()) throw createBudgetError();
      const id = randomBytes(9).toString("base64url");
      const text = JSON.stringify(steps);
      const bytes = Buffer.byteLength(text);
      const args = [now(), limits.ttlMs, id, bytes, formatSchedule(steps), text];
      const reply = await connection.run(SET_PLAN, getInboxKeys(inbox), args);
      const [from, expires, ...old] = reply as string[];
      budget.add(bytes, Number(expires));
      release(budget, old);
      return { id, fromSeq: Number(from), steps, lastSeq: Number(from) };
    },
    async getPlan(inbox) {
      const fields = (await connection.run(READ_PLAN, getInboxKeys(inbox), [now()])) as string[];
      return fields.length > 0 ? { ...parsePlan(fields), lastSeq: Number(fields[3]) } : undefined;
    },
    async removePlan(inbox) {
      const keys = getInboxKeys(inbox).slice(2);
      release(budget, (await connection.run(REMOVE_PLAN, keys, [])) as string[]);
    },
    async getMeta(inbox) {
      const fields = (await connection.run(READ_METADATA, getInboxKeys(inbox), [
        now(),
      ])) as string[];
      return fields.length > 0 ? parseMeta(fields) : undefined;
    },
    async read(inbox, query) {
      const args = readArguments(query, now());
      const reply = await connection.run(READ, getInboxKeys(inbox), args);
      return parsePage(reply as string[], query);
    },
    async remove(inbox) {
      const reply = await connection.run(REMOVE, getInboxKeys(inbox), [now()]);
      const [existed, ...booked] = reply as string[];
      release(budget, booked.slice(0, 2));
      release(budget, booked.slice(2));
      return existed === "1";
    },
    subscribe(inbox, listener) {
      const channel = getChannelName(inbox);
      if (!subscribers.has(channel)) connection.subscribe(channel);
      const unsubscribe = subscribers.add(channel, listener);
      return () => {
        unsubscribe();
        if (!subscribers.has(channel)) connection.unsubscribe(channel);
      };
    },
  };
}

function createBudgetError(): StoreError {
  return new StoreError("budget", "the byte budget is used up");
}

/** Subtracts deleted bytes; the arguments are their expiry and number, or empty. */
function release(budget: RedisByteBudget, [expires, bytes]: string[]): void {
  if (expires) budget.add(-Number(bytes), Number(expires));
}

/** Moves a plan's bytes to another expiry. */
function moveBytes(
  budget: RedisByteBudget,
  [bytes, oldExpires]: string[],
  expiresAtMs: number,
): void {
  budget.add(-Number(bytes), Number(oldExpires));
  budget.add(Number(bytes), expiresAtMs);
}

function parsePlan([id = "", from, steps = "[]"]: string[]) {
  return { id, fromSeq: Number(from), steps: JSON.parse(steps) as PlanStep[] };
}

function readArguments(query: ReadQuery, nowMs: number): (string | number)[] {
  const max = Number.MAX_SAFE_INTEGER;
  return [
    nowMs,
    query.after,
    Math.min(query.through ?? max, max),
    Math.min(query.limit, max),
    query.newest ? 1 : 0,
    query.method ?? "",
    query.preflights ? 1 : 0,
    PAGE_BYTES,
  ];
}

function parseMeta([generation = "", ...numbers]: string[]): InboxMeta {
  const [createdAtMs = 0, expiresAtMs = 0, firstSeq = 0, lastSeq = 0, bytes = 0] =
    numbers.map(Number);
  return { generation, createdAtMs, expiresAtMs, firstSeq, lastSeq, bytes };
}

function parsePage(reply: string[], query: ReadQuery): RecordPage {
  if (reply.length === 0) return createEmptyPage(undefined);
  const meta = parseMeta(reply.slice(0, 6));
  const examined = Number(reply[6]);
  const pairs = reply.slice(7);
  const seqs = Float64Array.from(
    pairs.filter((_, index) => index % 2 === 0),
    Number,
  );
  const records = pairs.filter((_, index) => index % 2 === 1);
  const sizes = Float64Array.from(records, (text) => Buffer.byteLength(text));
  const through = Math.min(query.through ?? meta.lastSeq, meta.lastSeq);
  const limit = query.limit - seqs.length;
  const next = { ...query, newest: false, after: examined, through, limit };
  const hasMore = limit > 0 && examined < through;
  const texts = Buffer.from(records.join(","));
  return { meta, texts, seqs, sizes, next: hasMore ? next : undefined };
}

/** The braces are a cluster's hash tag; braces in the id are escaped by the encoding. */
function formatHashTag(inbox: string): string {
  return `sundry:{${encodeURIComponent(inbox)}}`;
}

function getInboxKeys(inbox: string): string[] {
  const tag = formatHashTag(inbox);
  return [`${tag}:head`, `${tag}:records`, `${tag}:plan`];
}

function getChannelName(inbox: string): string {
  return `${formatHashTag(inbox)}:news`;
}
