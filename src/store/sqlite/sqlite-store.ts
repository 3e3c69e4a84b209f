import { existsSync, mkdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { InboxLimits, Store } from "../store.ts";
import { Subscribers } from "../subscribers.ts";
import { createWriteBehindCounters, type UsageCounts } from "../write-behind-counters.ts";
import { type Outcome, packBatch, type WriteOp } from "./batch.ts";
import { createSqliteInboxes } from "./inbox-store.ts";
import { MetaCache } from "./meta-cache.ts";
import { rejectWhenLate, StoreWorker } from "./store-worker.ts";
import { WriteAheadLog } from "./wal.ts";
import type { WorkerSetup } from "./worker.ts";
import { WriteBatcher } from "./write-batcher.ts";

/** How the SQLite store is opened. */
export interface SqliteStoreOptions {
  directory: string;
  limits: InboxLimits;
  now(): number;
  /** How often expired inboxes are purged, in milliseconds; 0: only when `purge` is called. */
  purgeIntervalMs: number;
  /** How long a caller waits; STORE_DEADLINE_MS by default. Tests wait longer, because machines may be busy. */
  deadlineMs?: number;
}

/** The SQLite store, whose purge tests can trigger. */
export interface SqliteStore extends Store {
  /** Deletes every expired inbox from the file. */
  purge(): Promise<void>;
}

/** A day without counts: asking for it tests whether the store responds. */
const NO_DAY = -1;

/**
 * Opens the store of one process: an SQLite file in `directory`. A writer thread commits batches with one fsync
 * each, and a reader thread works beside it. Rejects with one sentence when the directory or file is unusable.
 */
export async function openSqliteStore(options: SqliteStoreOptions): Promise<SqliteStore> {
  const { directory, limits, now, deadlineMs } = options;
  const file = join(directory, "sundry.db");
  const startWorker = (role: WorkerSetup["role"]) => new StoreWorker({ role, file, limits });
  const writer = startWorker("writer");
  const reader = startWorker("reader");
  const checkpointer = startWorker("checkpointer");
  const log = new WriteAheadLog(writer, checkpointer);
  const [cache, subscribers] = [new MetaCache(), new Subscribers()];
  const batcher = new WriteBatcher(
    createCommit({ writer, log, cache, subscribers, now }),
    deadlineMs,
  );
  const usage = createWriteBehindCounters({
    load: (day) => loadUsage(writer, day),
    save: async (day, counts) => {
      await batcher.add({ kind: "usage", day, counts: JSON.stringify(counts) }, 0);
    },
  });
  try {
    makeDirectory(directory);
    log.init(file);
    // The first access creates the file, or reports why it cannot.
    await usage.restore(now());
  } catch (error) {
    await writer.close();
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`DATA_DIR ${directory} cannot be used: ${reason}`, { cause: error });
  }
  const purge = () => purgeAll(batcher, log);
  const timer = repeat(purge, options.purgeIntervalMs);

  return {
    counters: usage.counters,
    inboxes: createSqliteInboxes({ batcher, reader, cache, subscribers, now, deadlineMs }),
    purge,
    ready: async () => void (await rejectWhenLate(loadUsage(writer, NO_DAY))),
    close: async () => {
      clearInterval(timer);
      await usage.close();
      await batcher.drain();
      await Promise.all([writer.close(), reader.close(), checkpointer.close()]);
    },
  };
}

interface CommitOptions {
  writer: StoreWorker;
  log: WriteAheadLog;
  cache: MetaCache;
  subscribers: Subscribers;
  now(): number;
}

/** Returns the function that commits a batch, then updates the cache and notifies subscribers. */
function createCommit({ writer, log, cache, subscribers, now }: CommitOptions) {
  return async (ops: WriteOp[]): Promise<Outcome[]> => {
    const batch = packBatch(ops);
    const { buffer, byteLength } = batch.bytes;
    const task = { kind: "batch", batch, nowMs: now() } as const;
    const outcomes = await writer.call<Outcome[]>(task, [buffer as ArrayBuffer]);
    log.recordCommit(ops.length, byteLength);
    cache.apply(ops, outcomes);
    for (const op of ops) if (op.kind === "capture") subscribers.notify(op.inbox);
    return outcomes;
  };
}

/** Not Node's own recursion, which never returns where a file system accepts no directories, as below /proc. */
function makeDirectory(directory: string): void {
  const path = resolve(directory);
  if (existsSync(path)) return;
  makeDirectory(dirname(path));
  mkdirSync(path);
}

async function loadUsage(writer: StoreWorker, day: number): Promise<UsageCounts> {
  return JSON.parse(await writer.call<string>({ kind: "usage", day })) as UsageCounts;
}

/** Purges slice by slice, each in a batch with the captures of that moment. */
async function purgeAll(batcher: WriteBatcher, log: WriteAheadLog): Promise<void> {
  for (let more = true; more;) {
    const outcome = await batcher.add({ kind: "purge" }, 0);
    if (!("more" in outcome)) return;
    log.recordDeletes(outcome.records);
    more = outcome.more;
  }
  await log.truncateIfDirty();
}

/** Runs `work` at an interval, never twice at once. Failures are ignored, because captures report the same ones. */
function repeat(work: () => Promise<void>, intervalMs: number): NodeJS.Timeout | undefined {
  if (intervalMs === 0) return undefined;
  let running = false;
  const runOnce = async () => {
    if (running) return;
    running = true;
    await work().catch(() => {});
    running = false;
  };
  return setInterval(() => void runOnce(), intervalMs).unref();
}
