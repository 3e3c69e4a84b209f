import type Database from "libsql";
import type { InboxLimits } from "../store.ts";
import type { CaptureRow, WriteOutcome, PackedBatch } from "./batch.ts";
import { AccessTable } from "./access/access-table.ts";
import { HistoryTable } from "./history-table.ts";
import { InboxTable } from "./inbox-table.ts";
import { type JobReadOp, JobTable } from "./jobs/job-table.ts";
import { createPurge, LOW_SPACE_LIMITS, NORMAL_LIMITS } from "./purge.ts";
import { isFullError, SCHEMA_VERSION } from "./schema.ts";
import { UsageTable } from "./usage-table.ts";

type PackedOp = PackedBatch["ops"][number];

export interface WriterOptions {
  nowMs: number;
  /** True when only deletions may be applied, because the file cannot grow. */
  deletionsOnly: boolean;
}

interface WriterDeps {
  limits: InboxLimits;
  /** Deletes the disk reserve. */
  releaseReserve(): void;
}

/**
 * The writing half of the SQLite store, on the one connection that writes.
 *
 * On a full disk it releases the disk reserve, so that it can still delete, and enters a low-space
 * mode. In this mode it rejects captures, deletes in small slices and returns every free page to
 * the file system. The mode ends when nothing is left to purge. Deleted records are then not
 * overwritten but leave the file with their pages, because overwriting them would need as much log
 * as they have bytes.
 */
export class Writer {
  readonly #database: Database.Database;
  readonly #sql: ReturnType<typeof prepareStatements>;
  readonly #inboxes: InboxTable;
  readonly #usage: UsageTable;
  readonly #history: HistoryTable;
  readonly #access: AccessTable;
  readonly #jobs: JobTable;
  readonly #purge: ReturnType<typeof createPurge>;
  readonly #releaseReserve: () => void;
  #lowSpace = false;

  constructor(database: Database.Database, { limits, releaseReserve }: WriterDeps) {
    this.#database = database;
    this.#sql = prepareStatements(database);
    this.#inboxes = new InboxTable(database, limits);
    this.#usage = new UsageTable(database);
    this.#history = new HistoryTable(database);
    this.#access = new AccessTable(database);
    this.#jobs = new JobTable(database);
    this.#purge = createPurge(database, this.#inboxes, this.#access);
    this.#releaseReserve = releaseReserve;
  }

  /**
   * Applies a batch, all or nothing, and returns the outcomes in the order of the operations. On a
   * full disk only its deletions are applied, and the others are "full". Throws SQLite's error when
   * nothing was applied.
   */
  apply(batch: PackedBatch, options: WriterOptions): WriteOutcome[] {
    if (this.#lowSpace) return this.#applyInLowSpace(batch, options);
    try {
      return this.#applyAll(batch, options);
    } catch (error) {
      if (!isFullError(error) || !batch.ops.some(isDeletion)) throw error;
      this.#enterLowSpace();
      return this.#applyInLowSpace(batch, options);
    }
  }

  /** Bytes of all records in the file. */
  get storedBytes(): number {
    return this.#inboxes.storedBytes;
  }

  /** Returns the usage counts of a day as JSON: `[[identity, count]]`. */
  loadUsage(day: number): string {
    return this.#usage.load(day);
  }

  readJobs(op: JobReadOp) {
    return this.#jobs.read(op);
  }

  /** Truncates the log; returns false while a reader prevents that. */
  truncateLog(): boolean {
    return (this.#sql.truncate.get() as { busy: number }).busy === 0;
  }

  #applyAll({ ops, bytes }: PackedBatch, options: WriterOptions): WriteOutcome[] {
    this.#inboxes.beginChanges();
    const records = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#sql.begin.run();
    try {
      const outcomes = ops.map((op) =>
        options.deletionsOnly && !isDeletion(op)
          ? ({ kind: "full" } as const)
          : this.#applyOne(op, records, options.nowMs),
      );
      this.#inboxes.flushChanges();
      this.#sql.commit.run();
      return outcomes.map((outcome) => (typeof outcome === "function" ? outcome() : outcome));
    } catch (error) {
      if (this.#database.inTransaction) this.#sql.rollback.run();
      this.#inboxes.discardChanges();
      this.#usage.discardChanges();
      this.#history.discardChanges();
      this.#jobs.discardChanges();
      throw error;
    }
  }

  #applyInLowSpace(batch: PackedBatch, { nowMs }: WriterOptions): WriteOutcome[] {
    try {
      const outcomes = this.#applyAll(batch, { nowMs, deletionsOnly: true });
      this.#tryTruncateLog();
      if (outcomes.some(isPurgeEnd)) this.#leaveLowSpace();
      return outcomes;
    } catch (error) {
      this.#leaveLowSpace();
      throw error;
    }
  }

  /**
   * Applies an operation. For a capture it returns a function that yields the outcome, because the
   * inbox may still change within the batch.
   */
  #applyOne(op: PackedOp, records: Buffer, nowMs: number): WriteOutcome | (() => CaptureRow) {
    if (Array.isArray(op)) {
      const result = this.#inboxes.capture(op, records, nowMs);
      return typeof result === "string" ? { kind: "refused", reason: result } : result;
    }
    switch (op.kind) {
      case "remove": {
        const existed = this.#inboxes.remove(op.inbox, nowMs);
        return { kind: "removed", existed, lowSpace: this.#lowSpace };
      }
      case "set-plan": {
        const state = this.#inboxes.setPlan(op, nowMs);
        return typeof state === "string"
          ? { kind: "refused", reason: state }
          : { kind: "plan-set", state };
      }
      case "remove-plan":
        this.#inboxes.removePlan(op.inbox);
        return { kind: "plan-removed" };
      case "purge": {
        const limits = this.#lowSpace ? LOW_SPACE_LIMITS : NORMAL_LIMITS;
        return { kind: "purged", ...this.#purge(nowMs, limits) };
      }
      case "probe":
        // Writes one page, although the value is unchanged.
        this.#database.exec(`PRAGMA user_version = ${SCHEMA_VERSION}`);
        return { kind: "probed" };
      case "history":
        this.#history.add(op.day, op.additions);
        return { kind: "counted" };
      case "usage":
        this.#usage.save(op.day, op.counts);
        return { kind: "counted" };
      default:
        return this.#access.apply(op, nowMs);
      case "add-job":
      case "replace-job":
      case "remove-job":
        return this.#jobs.apply(op);
    }
  }

  #enterLowSpace(): void {
    this.#lowSpace = true;
    this.#releaseReserve();
    // Frees the space of a long log by copying it into the file, which can grow into the released
    // reserve.
    this.#tryTruncateLog();
    this.#database.exec("PRAGMA secure_delete = FAST");
  }

  /** Copying the log may extend the file, which a full disk does not allow. */
  #tryTruncateLog(): void {
    try {
      this.truncateLog();
    } catch (error) {
      if (!isFullError(error)) throw error;
    }
  }

  #leaveLowSpace(): void {
    this.#lowSpace = false;
    this.#database.exec("PRAGMA secure_delete = ON");
  }
}

function isPurgeEnd(outcome: WriteOutcome): boolean {
  return "more" in outcome && !outcome.more;
}

const DELETIONS: ReadonlySet<string> = new Set([
  "remove",
  "remove-plan",
  "remove-entry",
  "remove-job",
  "purge",
]);

/** The end of a job counts as one, because its files are deleted with it. */
function isDeletion(op: PackedOp): boolean {
  if (Array.isArray(op)) return false;
  return DELETIONS.has(op.kind) || (op.kind === "replace-job" && op.entry.expiresAtMs > 0);
}

function prepareStatements(database: Database.Database) {
  return {
    begin: database.prepare("BEGIN IMMEDIATE"),
    commit: database.prepare("COMMIT"),
    rollback: database.prepare("ROLLBACK"),
    truncate: database.prepare("PRAGMA wal_checkpoint(TRUNCATE)"),
  };
}
