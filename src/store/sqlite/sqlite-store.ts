import { join } from "node:path";
import { type OnHealthChange, StoreHealth, type StoreProblem } from "../health.ts";
import type { AccessStore } from "../access-store.ts";
import type { JobStore } from "../job-store.ts";
import {
  type Counters,
  type InboxLimits,
  type InboxStore,
  type Store,
  StoreError,
  type UsageHistory,
} from "../store.ts";
import { createRefusalReport } from "../refusal-report.ts";
import { type BufferedHistory, createUsageHistory } from "../usage-history.ts";
import { Subscribers } from "../subscribers.ts";
import {
  createWriteBehindCounters,
  type UsageCounts,
  type WriteBehindCounters,
} from "../write-behind-counters.ts";
import {
  type BatchResult,
  type WriteOutcome,
  listBuffers,
  packBatch,
  type WriteOp,
} from "./batch.ts";
import { LiveBackup } from "./backup/live-backup.ts";
import { createSqliteAccess } from "./access/access-store.ts";
import { createSqliteJobs } from "./jobs/job-store.ts";
import { createSqliteInboxes } from "./inbox-store.ts";
import { MetaCache } from "./meta-cache.ts";
import { DATA_FILE, makePrivateDirectory } from "./data-files.ts";
import { describeSqliteProblem } from "./problem.ts";
import { ensureReserve } from "./reserve.ts";
import { rejectWhenLate, StoreWorker } from "./store-worker.ts";
import { WriteAheadLog } from "./wal.ts";
import type { WorkerSetup } from "./worker.ts";
import { WriteBatcher } from "./write-batcher.ts";
import { getErrorMessage } from "../../lib/errors.ts";

interface SqliteStoreOptions {
  directory: string;
  limits: InboxLimits;
  now(): number;
  /**
   * Interval between purges of expired inboxes, in milliseconds; 0: only when `purge` is called.
   */
  purgeIntervalMs: number;
  /** Called when the store stops working, with the problem, and when it works again. */
  onHealthChange?: OnHealthChange;
  /** Called with a sentence for the operator, such as that new inboxes are refused. */
  onWarning?(message: string): void;
  /** Longest wait of a caller, in milliseconds; STORE_DEADLINE_MS by default. */
  deadlineMs?: number | undefined;
}

/** Interval at which a store with a problem tests whether it can write again, in milliseconds. */
const PROBE_INTERVAL_MS = 1_000;

/** Interval at which counted requests are added to the usage history, in milliseconds. */
const HISTORY_INTERVAL_MS = 1_000;

/**
 * Opens the store of one process: an SQLite file in `directory`. A writer thread commits batches
 * with one fsync each, and a reader thread works beside it. Rejects with one sentence when the
 * directory or file is unusable.
 */
export async function openSqliteStore(options: SqliteStoreOptions): Promise<SqliteStore> {
  const store = new SqliteStore(options);
  try {
    await store.open();
  } catch (error) {
    await store.close();
    const reason = getErrorMessage(error);
    throw new Error(`DATA_DIR ${options.directory} cannot be used: ${reason}`, { cause: error });
  }
  return store;
}

/** The SQLite store; `openSqliteStore` creates it. */
export class SqliteStore implements Store {
  readonly counters: Counters;
  readonly history: UsageHistory;
  readonly inboxes: InboxStore;
  readonly access: AccessStore;
  readonly jobs: JobStore;
  readonly #options: SqliteStoreOptions;
  readonly #file: string;
  readonly #health: StoreHealth;
  readonly #writer: StoreWorker;
  readonly #reader: StoreWorker;
  readonly #checkpointer: StoreWorker;
  readonly #log: WriteAheadLog;
  readonly #batcher: WriteBatcher;
  readonly #usage: WriteBehindCounters;
  readonly #history: BufferedHistory;
  readonly #cache = new MetaCache();
  readonly #subscribers = new Subscribers();
  readonly #backups: LiveBackup;
  #timers: (NodeJS.Timeout | undefined)[] = [];
  #opened = false;
  #storedBytes = 0;

  constructor(options: SqliteStoreOptions) {
    const { directory, limits, deadlineMs, onHealthChange } = options;
    const file = join(directory, DATA_FILE);
    this.#options = options;
    this.#file = file;
    this.#backups = new LiveBackup({ ...options, file });
    // Reports nothing until the store is open, because a failed start rejects.
    this.#health = new StoreHealth((problem) => this.#opened && onHealthChange?.(problem));
    const createWorker = (role: WorkerSetup["role"]) =>
      new StoreWorker({ role, file, limits }, this.#health);
    this.#writer = createWorker("writer");
    this.#reader = createWorker("reader");
    this.#checkpointer = createWorker("checkpointer");
    this.#log = new WriteAheadLog(this.#writer, this.#checkpointer);
    this.#batcher = new WriteBatcher((ops) => this.#commit(ops), deadlineMs);
    this.#usage = createWriteBehindCounters({
      load: (day) => this.#loadUsage(day),
      save: (day, counts) =>
        this.#addCounts({ kind: "usage", day, counts: JSON.stringify(counts) }),
    });
    this.counters = this.#usage.counters;
    this.#history = createUsageHistory({
      isWorking: () => this.problem === undefined,
      add: (day, additions) => this.#addCounts({ kind: "history", day, additions }),
      read: (identity, days) =>
        this.#reader.callInTime({ kind: "history", identity, days }, deadlineMs),
    });
    this.history = this.#history;
    const shared = {
      batcher: this.#batcher,
      reader: this.#reader,
      now: options.now,
      deadlineMs,
    };
    this.access = createSqliteAccess(shared);
    this.jobs = createSqliteJobs({ ...shared, writer: this.#writer });
    this.inboxes = createSqliteInboxes({
      ...shared,
      cache: this.#cache,
      subscribers: this.#subscribers,
      onLowSpace: () => void this.purge().catch(() => {}),
      onRefusal: createRefusalReport((message) => options.onWarning?.(message), options.now),
      onPlanDeleted: () => this.#log.recordDeletes(1),
    });
  }

  get problem(): StoreProblem | undefined {
    return this.#health.problem;
  }

  get storedBytes(): number {
    return this.#storedBytes;
  }

  /** Creates or upgrades the file and starts the background work. */
  async open(): Promise<void> {
    makePrivateDirectory(this.#options.directory);
    this.#log.init(this.#file);
    // The first access creates the file, or fails with the reason.
    await this.#usage.restore(this.#options.now());
    this.#opened = true;
    await this.#backups.open();
    this.#timers = [
      repeat(() => this.purge(), this.#options.purgeIntervalMs),
      repeat(() => this.#history.flush(), HISTORY_INTERVAL_MS),
      repeat(async () => this.problem && (await this.#probe()), PROBE_INTERVAL_MS),
    ];
    void this.#keepReserve();
  }

  async ready(): Promise<void> {
    try {
      await rejectWhenLate(this.#probe(), this.#options.deadlineMs);
    } catch (error) {
      throw this.problem ? new StoreError("unavailable", this.problem.message, error) : error;
    }
    if (this.problem) throw new StoreError("unavailable", this.problem.message);
  }

  /**
   * Deletes every expired inbox from the file, slice by slice, each in a batch with the captures of
   * that moment.
   */
  async purge(): Promise<void> {
    for (let more = true; more;) {
      const outcome = await this.#batcher.add({ kind: "purge" }, 0);
      if (!("more" in outcome)) return;
      this.#log.recordDeletes(outcome.records);
      more = outcome.more;
    }
    await this.#log.truncateIfDirty();
    await this.#keepReserve();
  }

  async close(): Promise<void> {
    await this.#backups.close();
    for (const timer of this.#timers) clearInterval(timer);
    this.#health.close();
    await this.#usage.close();
    await this.#history.flush();
    await this.#batcher.drain();
    await Promise.all(
      [this.#writer, this.#reader, this.#checkpointer].map((worker) => worker.close()),
    );
  }

  /** Commits a batch, then updates the cache and notifies subscribers. */
  async #commit(ops: WriteOp[]): Promise<WriteOutcome[]> {
    await this.#log.waitForSpace();
    const batch = packBatch(ops);
    const buffers = listBuffers(batch);
    const size = buffers.reduce((sum, { byteLength }) => sum + byteLength, 0);
    const options = { nowMs: this.#options.now(), deletionsOnly: this.#log.full };
    const task = { kind: "batch", batch, ...options } as const;
    const { outcomes, storedBytes } = await this.#writer.call<BatchResult>(task, buffers);
    this.#storedBytes = storedBytes;
    if (outcomes.some(isFull))
      this.#health.fail(describeSqliteProblem("SQLITE_FULL", "", this.#file));
    else this.#health.succeed();
    this.#log.recordCommit(ops.length, size);
    this.#cache.apply(ops, outcomes);
    for (const op of ops) if (op.kind === "capture") this.#subscribers.notify(op.inbox);
    return outcomes;
  }

  /** Writes a page, which fails like a capture would. */
  async #probe(): Promise<void> {
    if (this.#log.full) await this.#log.checkpoint();
    await this.#batcher.add({ kind: "probe" }, 0);
  }

  async #keepReserve(): Promise<void> {
    this.#log.setReserve(await ensureReserve(this.#file));
  }

  async #loadUsage(day: number): Promise<UsageCounts> {
    return JSON.parse(await this.#writer.call<string>({ kind: "usage", day })) as UsageCounts;
  }

  async #addCounts(op: WriteOp): Promise<void> {
    if (isFull(await this.#batcher.add(op, 0))) throw new StoreError("full", "the disk is full");
  }
}

function isFull(outcome: WriteOutcome): boolean {
  return "kind" in outcome && outcome.kind === "full";
}

/**
 * Runs `work` at an interval, never concurrently. Ignores failures, because the store's health
 * reports them.
 */
function repeat(work: () => Promise<unknown>, intervalMs: number): NodeJS.Timeout | undefined {
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
