import { mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Outcome, packBatch, type WriteOp } from "./embedded-batch.ts";
import { flushedCounters } from "./flushed-counters.ts";
import { HeadCache } from "./head-cache.ts";
import {
  type Captured,
  type InboxHead,
  type InboxLimits,
  type InboxStore,
  type Page,
  recordId,
  type Store,
  StoreError,
} from "./store.ts";
import { withinDeadline, WriteQueue } from "./write-queue.ts";
import { WakeList } from "./wake-list.ts";
import { WorkerLine } from "./worker-line.ts";

/** What the embedded store is opened with. */
export interface EmbeddedOptions {
  directory: string;
  limits: InboxLimits;
  now(): number;
  /** How often ended inboxes are swept; 0: only when `sweep` is called. */
  sweepEveryMs: number;
}

/** About so many bytes of log are left to gather before they are copied into the file. */
const CHECKPOINT_BYTES = 8 * 1024 ** 2;

/** The writer empties a log up to this length in some milliseconds: not worth starting a thread of 10 MB for. */
const SHORT_LOG_BYTES = 1024 ** 2;

/** A capture writes about one page besides its own bytes. */
const PAGE_BYTES_ON_DISK = 8_192;

/** A day that has no counts: to ask for them is to ask if the store answers. */
const NO_DAY = -1;

/** The embedded store, with the sweep in reach of tests. */
export interface EmbeddedStore extends Store {
  /** Takes everything that has ended out of the file. */
  sweep(): Promise<void>;
}

/**
 * The store of one process: an SQLite file in `directory`. A writing thread commits batches with an fsync each
 * (all that comes in during one commit is the next batch), a reading thread works beside it. Rejects with one
 * sentence when the directory or the file cannot be used.
 */
export async function openEmbeddedStore(options: EmbeddedOptions): Promise<EmbeddedStore> {
  const { directory, limits, now } = options;
  const file = join(directory, "sundry.db");
  const setup = { file, limits };
  const writer = new WorkerLine({ role: "writer", ...setup });
  const reader = new WorkerLine({ role: "reader", ...setup });
  const checkpointer = new WorkerLine({ role: "checkpointer", ...setup });
  const heads = new HeadCache();
  const wakes = new WakeList();
  const queue = new WriteQueue((ops) => apply(ops));
  /** About so much of the log is not copied into the file yet. */
  let unchecked = 0;
  /** Whether the log may still hold what was overwritten in the file. */
  let untidy = false;
  let checking = false;

  async function apply(ops: WriteOp[]): Promise<Outcome[]> {
    const batch = packBatch(ops);
    unchecked += batch.bytes.length + ops.length * PAGE_BYTES_ON_DISK;
    const over = [batch.bytes.buffer as ArrayBuffer];
    const outcomes = await writer.ask<Outcome[]>({ kind: "batch", batch, nowMs: now() }, over);
    heads.apply(ops, outcomes);
    for (const op of ops) if (op.kind === "capture") wakes.wake(op.inbox);
    if (unchecked > CHECKPOINT_BYTES) checkpoint();
    return outcomes;
  }

  function checkpoint(): void {
    if (checking) return;
    checking = true;
    unchecked = 0;
    // One that fails is tried again by the next; at the latest the writer does it.
    const done = () => (checking = false);
    checkpointer.ask({ kind: "checkpoint" }).then(done, done);
  }

  async function sweep(): Promise<void> {
    for (let more = true; more;) {
      const outcome = await queue.add({ kind: "sweep" }, 0);
      if (!("more" in outcome)) return;
      untidy ||= outcome.records > 0;
      // A record swept is about a page of log.
      unchecked += outcome.records * PAGE_BYTES_ON_DISK;
      more = outcome.more;
    }
    if (!untidy) return;
    // A long log is copied beside the writer: what is left does not hold up captures for long.
    if (unchecked > SHORT_LOG_BYTES) await checkpointer.ask({ kind: "checkpoint" });
    untidy = !(await writer.ask<boolean>({ kind: "tidy" }));
  }

  function head(inbox: string): InboxHead | undefined | Promise<InboxHead | undefined> {
    const known = heads.get(inbox);
    if (known) return now() < known.expiresAtMs ? known : undefined;
    const remember = heads.remembering(inbox);
    const asked = reader.ask<InboxHead | undefined>({ kind: "head", inbox, nowMs: now() });
    return withinDeadline(asked).then(remember);
  }

  const inboxes: InboxStore = {
    capture: async (inbox, record): Promise<Captured> => {
      const outcome = await queue.add({ kind: "capture", inbox, record }, record.members.length);
      if (!Array.isArray(outcome))
        throw new StoreError("budget", "the store's byte budget is used up");
      const [seq, receivedAt, life, , expiresAtMs] = outcome;
      return { recordId: recordId(life, seq), seq, receivedAt, expiresAtMs };
    },
    head,
    read: (inbox, query) =>
      withinDeadline(reader.ask<Page>({ kind: "read", inbox, query, nowMs: now() })),
    remove: async (inbox) => {
      const outcome = await queue.add({ kind: "remove", inbox }, 0);
      return "existed" in outcome && outcome.existed;
    },
    subscribe: (inbox, wake) => wakes.add(inbox, wake),
  };

  async function usageOf(day: number): Promise<[identity: string, count: number][]> {
    return JSON.parse(await writer.ask<string>({ kind: "usage", day })) as [string, number][];
  }

  const usage = flushedCounters({
    restore: usageOf,
    save: async (day, counts) => {
      await queue.add({ kind: "usage", day, counts: JSON.stringify(counts) }, 0);
    },
  });

  /** The first look into the file makes it, or says why not. */
  async function opened(): Promise<void> {
    try {
      mkdirSync(directory, { recursive: true });
      // An earlier process may have left a log.
      unchecked = statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
      untidy = unchecked > 0;
      await usage.restoreDay(now());
    } catch (error) {
      await writer.close();
      const why = error instanceof Error ? error.message : String(error);
      throw new Error(`DATA_DIR ${directory} cannot be used: ${why}`, { cause: error });
    }
  }
  await opened();
  const sweeping = repeat(options.sweepEveryMs, sweep);

  return {
    counters: usage.counters,
    inboxes,
    sweep,
    ready: async () => void (await withinDeadline(usageOf(NO_DAY))),
    close: async () => {
      clearInterval(sweeping);
      await usage.close();
      await queue.drain();
      await Promise.all([writer.close(), reader.close(), checkpointer.close()]);
    },
  };
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
