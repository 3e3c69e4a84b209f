import type Database from "libsql";
import type { CapturedPlace, Outcome, PackedBatch } from "./batch.ts";
import { InboxTable } from "./inbox-table.ts";
import { createSweep } from "./purge.ts";
import { UsageRows } from "./usage-table.ts";
import type { InboxLimits } from "../store.ts";

/** Applies batches of operations to the file, each batch all or nothing. */
export interface Writer {
  apply(batch: PackedBatch, nowMs: number): Outcome[];
  /** The usage counts of a day, `[[identity, count]]`. */
  usage(day: number): string;
  /** Empties the log: what was overwritten in the file still stands there. False while a reader is at it. */
  tidy(): boolean;
}

/** The writing half of the embedded store, on the one connection that writes. */
export function createWriter(database: Database.Database, limits: InboxLimits): Writer {
  const begin = database.prepare("BEGIN IMMEDIATE");
  const commit = database.prepare("COMMIT");
  const rollback = database.prepare("ROLLBACK");
  const truncate = database.prepare("PRAGMA wal_checkpoint(TRUNCATE)");
  const inboxes = new InboxTable(database, limits);
  const usage = new UsageRows(database);
  const sweep = createSweep(database, inboxes);

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
      usage.reset();
      throw error;
    }
  }

  function applyOne(
    op: PackedBatch["ops"][number],
    records: Buffer,
    nowMs: number,
  ): Outcome | (() => CapturedPlace) {
    if (Array.isArray(op)) return inboxes.capture(op, records, nowMs) ?? { kind: "refused" };
    if (op.kind === "remove") return { kind: "removed", existed: inboxes.remove(op.inbox, nowMs) };
    if (op.kind === "sweep") return { kind: "swept", ...sweep(nowMs) };
    usage.save(op.day, op.counts);
    return { kind: "counted" };
  }

  function tidy(): boolean {
    const { busy } = truncate.get() as { busy: number };
    return busy === 0;
  }

  return { apply, usage: (day) => usage.of(day), tidy };
}
