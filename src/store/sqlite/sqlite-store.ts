import { existsSync, mkdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { type Outcome, packBatch, type WriteOp } from "./batch.ts";
import { embeddedInboxes } from "./inbox-store.ts";
import { WriteAheadLog } from "./wal.ts";
import type { WorkerSetup } from "./worker.ts";
import { writeBehindCounters } from "../write-behind-counters.ts";
import { MetaCache } from "./meta-cache.ts";
import type { InboxLimits, Store } from "../store.ts";
import { Subscribers } from "../subscribers.ts";
import { WorkerClient } from "./worker-client.ts";
import { withinDeadline, WriteBatcher } from "./write-batcher.ts";

/** What the embedded store is opened with. */
export interface EmbeddedOptions {
  directory: string;
  limits: InboxLimits;
  now(): number;
  /** How often ended inboxes are swept; 0: only when `sweep` is called. */
  sweepEveryMs: number;
  /** How long a caller waits; left out: as the interface says. Tests of other promises wait longer on a busy machine. */
  deadlineMs?: number;
}

/** The embedded store, with the sweep in reach of tests. */
export interface EmbeddedStore extends Store {
  /** Takes everything that has ended out of the file. */
  sweep(): Promise<void>;
}

/** A day that has no counts: to ask for them is to ask if the store answers. */
const NO_DAY = -1;

/**
 * The store of one process: an SQLite file in `directory`. A writing thread commits batches with an fsync each
 * (all that comes in during one commit is the next batch), a reading thread works beside it. Rejects with one
 * sentence when the directory or the file cannot be used.
 */
export async function openEmbeddedStore(options: EmbeddedOptions): Promise<EmbeddedStore> {
  const { directory, limits, now, deadlineMs } = options;
  const file = join(directory, "sundry.db");
  const thread = (role: WorkerSetup["role"]) => new WorkerClient({ role, file, limits });
  const [writer, reader, checkpointer] = [
    thread("writer"),
    thread("reader"),
    thread("checkpointer"),
  ];
  const log = new WriteAheadLog(writer, checkpointer);
  const [heads, wakes] = [new MetaCache(), new Subscribers()];
  const queue = new WriteBatcher(committing({ writer, log, heads, wakes, now }), deadlineMs);
  const usage = writeBehindCounters({
    restore: (day) => usageOf(writer, day),
    save: async (day, counts) => {
      await queue.add({ kind: "usage", day, counts: JSON.stringify(counts) }, 0);
    },
  });
  try {
    makeDirectory(directory);
    log.init(file);
    // The first look into the file makes it, or says why not.
    await usage.restoreDay(now());
  } catch (error) {
    await writer.close();
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`DATA_DIR ${directory} cannot be used: ${why}`, { cause: error });
  }
  const sweep = () => sweepAll(queue, log);
  const sweeping = repeat(options.sweepEveryMs, sweep);

  return {
    counters: usage.counters,
    inboxes: embeddedInboxes({ queue, reader, heads, wakes, now, deadlineMs }),
    sweep,
    ready: async () => void (await withinDeadline(usageOf(writer, NO_DAY))),
    close: async () => {
      clearInterval(sweeping);
      await usage.close();
      await queue.drain();
      await Promise.all([writer.close(), reader.close(), checkpointer.close()]);
    },
  };
}

interface Committing {
  writer: WorkerClient;
  log: WriteAheadLog;
  heads: MetaCache;
  wakes: Subscribers;
  now(): number;
}

/** Brings a batch to the disk, then to all who keep or wait for what is in it. */
function committing({ writer, log, heads, wakes, now }: Committing) {
  return async (ops: WriteOp[]): Promise<Outcome[]> => {
    const batch = packBatch(ops);
    const { buffer, byteLength } = batch.bytes;
    const asked = { kind: "batch", batch, nowMs: now() } as const;
    const outcomes = await writer.call<Outcome[]>(asked, [buffer as ArrayBuffer]);
    log.recordCommit(ops.length, byteLength);
    heads.apply(ops, outcomes);
    for (const op of ops) if (op.kind === "capture") wakes.wake(op.inbox);
    return outcomes;
  };
}

/** Node's own recursion never ends where a file system takes no directories, as below /proc. */
function makeDirectory(directory: string): void {
  const path = resolve(directory);
  if (existsSync(path)) return;
  makeDirectory(dirname(path));
  mkdirSync(path);
}

async function usageOf(writer: WorkerClient, day: number) {
  const counts = await writer.call<string>({ kind: "usage", day });
  return JSON.parse(counts) as [identity: string, count: number][];
}

/** Slice by slice, each in a batch with what is captured meanwhile. */
async function sweepAll(queue: WriteBatcher, log: WriteAheadLog): Promise<void> {
  for (let more = true; more;) {
    const outcome = await queue.add({ kind: "sweep" }, 0);
    if (!("more" in outcome)) return;
    log.recordDeletes(outcome.records);
    more = outcome.more;
  }
  await log.truncateIfDirty();
}

/** Sweeping is tried again at the next turn: a store that cannot write now answers that to its senders. */
function repeat(everyMs: number, work: () => Promise<void>): NodeJS.Timeout | undefined {
  if (everyMs === 0) return undefined;
  let running = false;
  const turn = async () => {
    if (running) return;
    running = true;
    await work().catch(() => {});
    running = false;
  };
  return setInterval(() => void turn(), everyMs).unref();
}
