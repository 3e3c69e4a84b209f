import type Database from "libsql";
import type { InboxLimits } from "../store.ts";
import type { CaptureRow, Outcome, PackedBatch } from "./batch.ts";
import { InboxTable } from "./inbox-table.ts";
import { createPurge } from "./purge.ts";
import { UsageTable } from "./usage-table.ts";

/** The writing half of the SQLite store. */
export interface Writer {
  /** Applies a batch, all or nothing. Returns the outcomes in the order of the operations. */
  apply(batch: PackedBatch, nowMs: number): Outcome[];
  /** Returns the usage counts of a day as JSON: `[[identity, count]]`. */
  loadUsage(day: number): string;
  /** Truncates the log; returns false while a reader prevents that. */
  truncateLog(): boolean;
}

/** Creates the writer on the one connection that writes. */
export function createWriter(database: Database.Database, limits: InboxLimits): Writer {
  const begin = database.prepare("BEGIN IMMEDIATE");
  const commit = database.prepare("COMMIT");
  const rollback = database.prepare("ROLLBACK");
  const truncate = database.prepare("PRAGMA wal_checkpoint(TRUNCATE)");
  const inboxes = new InboxTable(database, limits);
  const usage = new UsageTable(database);
  const purge = createPurge(database, inboxes);

  function apply({ ops, bytes }: PackedBatch, nowMs: number): Outcome[] {
    const { storedBytes } = inboxes;
    const records = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    begin.run();
    try {
      const outcomes = ops.map((op) => applyOne(op, records, nowMs));
      inboxes.flushChanges();
      commit.run();
      return outcomes.map((outcome) => (typeof outcome === "function" ? outcome() : outcome));
    } catch (error) {
      if (database.inTransaction) rollback.run();
      inboxes.discardChanges(storedBytes);
      usage.discardChanges();
      throw error;
    }
  }

  /** Returns a function for a capture, whose inbox may still change within the batch. */
  function applyOne(
    op: PackedBatch["ops"][number],
    records: Buffer,
    nowMs: number,
  ): Outcome | (() => CaptureRow) {
    if (Array.isArray(op)) return inboxes.capture(op, records, nowMs) ?? { kind: "refused" };
    if (op.kind === "remove") return { kind: "removed", existed: inboxes.remove(op.inbox, nowMs) };
    if (op.kind === "purge") return { kind: "purged", ...purge(nowMs) };
    usage.save(op.day, op.counts);
    return { kind: "counted" };
  }

  return {
    apply,
    loadUsage: (day) => usage.load(day),
    truncateLog: () => (truncate.get() as { busy: number }).busy === 0,
  };
}
