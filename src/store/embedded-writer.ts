import { randomBytes } from "node:crypto";
import type Database from "libsql";
import {
  recordId,
  recordText,
  type Captured,
  type InboxHead,
  type InboxLimits,
  type NewRecord,
} from "./store.ts";

/** One thing to write. */
export type WriteOp =
  | { kind: "capture"; inbox: string; record: NewRecord }
  | { kind: "remove"; inbox: string }
  | { kind: "usage"; day: number; counts: [identity: string, count: number][] }
  | { kind: "sweep" };

/** What came of an operation, in the operations' order. */
export type Outcome =
  | { kind: "captured"; captured: Captured }
  | { kind: "refused" }
  | { kind: "removed"; existed: boolean }
  | { kind: "counted" }
  | { kind: "swept"; records: number; more: boolean };

/** A batch that is on the disk: outcomes in order, and the heads of the inboxes that got records and live on. */
export interface Applied {
  outcomes: Outcome[];
  heads: [inbox: string, head: InboxHead][];
}

/** Applies batches of operations to the file, each batch all or nothing. */
export interface Writer {
  apply(ops: readonly WriteOp[], nowMs: number): Applied;
  /** Empties the log: what was overwritten in the file still stands there. */
  tidy(): void;
}

/** Usage identities kept on the disk for a day; those past it start from 0 after a restart. */
const MOST_USAGE_ROWS = 100_000;

/** Records and inboxes that one sweep takes: a few milliseconds, so that captures behind it hardly wait. */
const SWEEP_RECORDS = 400;
const SWEEP_INBOXES = 200;

/** Free pages that stay in the file for reuse (32 MiB); what is beyond is given back to the disk. */
const SPARE_PAGES = 4_096;
const VACUUM_PAGES = 256;

/** A row of `inboxes`. */
export interface Row {
  number: number;
  life: string;
  created_at: number;
  expires_at: number;
  received_at: number;
  first_seq: number;
  last_seq: number;
  bytes: number;
}

/** The writing half of the embedded store, on the one connection that writes. */
export function createWriter(database: Database.Database, limits: InboxLimits): Writer {
  const sql = prepare(database);
  let storedBytes = (sql.storedBytes.get() as { bytes: number }).bytes;
  let usageRows = (sql.usageRows.get() as { rows: number }).rows;

  function apply(ops: readonly WriteOp[], nowMs: number): Applied {
    const before = { storedBytes, usageRows };
    const touched = new Map<string, Row>();
    sql.begin.run();
    try {
      const outcomes = ops.map((op) => applyOne(op, touched, nowMs));
      for (const row of touched.values()) settle(row);
      sql.commit.run();
      return { outcomes, heads: [...touched].map(([inbox, row]) => [inbox, headOf(row)]) };
    } catch (error) {
      ({ storedBytes, usageRows } = before);
      if (database.inTransaction) sql.rollback.run();
      throw error;
    }
  }

  function applyOne(op: WriteOp, touched: Map<string, Row>, nowMs: number): Outcome {
    if (op.kind === "capture") return capture(op, touched, nowMs);
    if (op.kind === "remove") return { kind: "removed", existed: remove(op.inbox, touched, nowMs) };
    if (op.kind === "sweep") return { kind: "swept", ...sweep(touched, nowMs) };
    count(op);
    return { kind: "counted" };
  }

  function capture(
    { inbox, record }: { inbox: string; record: NewRecord },
    touched: Map<string, Row>,
    nowMs: number,
  ): Outcome {
    const row = living(inbox, touched, nowMs) ?? begin(inbox, nowMs);
    if (!row) return { kind: "refused" };
    touched.set(inbox, row);
    const seq = ++row.last_seq;
    row.received_at = Math.max(row.received_at, nowMs);
    const receivedAt = new Date(row.received_at).toISOString();
    const text = recordText({ life: row.life, seq, receivedAt }, record.members);
    const bytes = Buffer.byteLength(text);
    sql.insert.run(row.number, seq, record.method, record.preflight ? 1 : 0, bytes, text);
    row.bytes += bytes;
    storedBytes += bytes;
    const captured = {
      recordId: recordId(row.life, seq),
      seq,
      receivedAt,
      expiresAtMs: row.expires_at,
    };
    return { kind: "captured", captured };
  }

  function living(inbox: string, touched: Map<string, Row>, nowMs: number): Row | undefined {
    const row = touched.get(inbox) ?? (sql.find.get(inbox) as Row | undefined);
    if (!row || nowMs < row.expires_at) return row;
    end(row);
    touched.delete(inbox);
    return undefined;
  }

  function begin(inbox: string, nowMs: number): Row | undefined {
    if (storedBytes >= limits.maxStoreBytes) return undefined;
    const life = randomBytes(10).toString("hex");
    const expiresAtMs = nowMs + limits.ttlMs;
    const { lastInsertRowid } = sql.beginLife.run(inbox, life, nowMs, expiresAtMs, nowMs);
    return {
      number: Number(lastInsertRowid),
      life,
      created_at: nowMs,
      expires_at: expiresAtMs,
      received_at: nowMs,
      first_seq: 1,
      last_seq: 0,
      bytes: 0,
    };
  }

  /** Drops what is past the inbox's caps, once a batch, and writes its row. */
  function settle(row: Row): void {
    const kept = Math.max(row.first_seq, row.last_seq - limits.maxRecords + 1);
    let through = kept - 1;
    if (through >= row.first_seq) row.bytes -= droppedBytes(row, through);
    while (row.bytes > limits.maxInboxBytes && through < row.last_seq - 1) {
      row.bytes -= sizeOf(row, ++through);
    }
    if (through >= row.first_seq) sql.drop.run(row.number, through);
    row.first_seq = through + 1;
    sql.settle.run(row.received_at, row.first_seq, row.last_seq, row.bytes, row.number);
  }

  function droppedBytes(row: Row, through: number): number {
    const { bytes } = sql.bytesThrough.get(row.number, through) as { bytes: number };
    storedBytes -= bytes;
    return bytes;
  }

  function sizeOf(row: Row, seq: number): number {
    const { bytes } = sql.size.get(row.number, seq) as { bytes: number };
    storedBytes -= bytes;
    return bytes;
  }

  function remove(inbox: string, touched: Map<string, Row>, nowMs: number): boolean {
    const row = living(inbox, touched, nowMs);
    if (!row) return false;
    end(row);
    touched.delete(inbox);
    return true;
  }

  /** Sets a life aside for the sweep: one step, however many records it has. */
  function end(row: Row): void {
    sql.end.run(row.number, row.bytes);
    sql.forget.run(row.number);
  }

  function count({ day, counts }: { day: number; counts: [string, number][] }): void {
    const { rows } =
      sql.dropDays.run(day).changes > 0
        ? (sql.usageRows.get() as { rows: number })
        : { rows: usageRows };
    usageRows = rows;
    for (const [identity, value] of counts) {
      if (sql.recount.run(value, day, identity).changes > 0) continue;
      if (usageRows >= MOST_USAGE_ROWS) continue;
      sql.startCount.run(day, identity, value);
      usageRows += 1;
    }
  }

  /** Takes a slice of what has ended out of the file. `more`: there was more than one slice. */
  function sweep(touched: Map<string, Row>, nowMs: number) {
    const expired = sql.expired.all(nowMs, SWEEP_INBOXES) as (Row & { id: string })[];
    for (const row of expired) {
      end(touched.get(row.id) ?? row);
      touched.delete(row.id);
    }
    let room = SWEEP_RECORDS;
    let records = 0;
    for (const { number, bytes } of sql.ended.all(SWEEP_INBOXES) as {
      number: number;
      bytes: number;
    }[]) {
      if (room <= 0) break;
      const swept = sql.sweep.run(number, room).changes;
      records += swept;
      room -= Math.max(1, swept);
      if (swept === 0 || room > 0) {
        sql.swept.run(number);
        storedBytes -= bytes;
      }
    }
    const vacuumed = vacuum();
    const more = expired.length === SWEEP_INBOXES || room <= 0 || vacuumed;
    return { records, more };
  }

  function vacuum(): boolean {
    const { freelist_count: free } = sql.freePages.get() as { freelist_count: number };
    if (free <= SPARE_PAGES) return false;
    sql.vacuum.all();
    return true;
  }

  return { apply, tidy: () => void sql.truncate.all() };
}

/** An inbox as the interface tells it. */
export function headOf(row: Row): InboxHead {
  return {
    life: row.life,
    createdAtMs: row.created_at,
    expiresAtMs: row.expires_at,
    firstSeq: row.first_seq,
    lastSeq: row.last_seq,
    bytes: row.bytes,
  };
}

function prepare(database: Database.Database) {
  return {
    begin: database.prepare("BEGIN IMMEDIATE"),
    commit: database.prepare("COMMIT"),
    rollback: database.prepare("ROLLBACK"),
    storedBytes: database.prepare(
      "SELECT (SELECT coalesce(sum(bytes), 0) FROM inboxes) + (SELECT coalesce(sum(bytes), 0) FROM ended) AS bytes",
    ),
    find: database.prepare("SELECT * FROM inboxes WHERE id = ?"),
    beginLife: database.prepare(
      "INSERT INTO inboxes (id, life, created_at, expires_at, received_at, first_seq, last_seq, bytes) VALUES (?, ?, ?, ?, ?, 1, 0, 0)",
    ),
    insert: database.prepare(
      "INSERT INTO records (inbox, seq, method, preflight, bytes, text) VALUES (?, ?, ?, ?, ?, ?)",
    ),
    settle: database.prepare(
      "UPDATE inboxes SET received_at = ?, first_seq = ?, last_seq = ?, bytes = ? WHERE number = ?",
    ),
    bytesThrough: database.prepare(
      "SELECT coalesce(sum(bytes), 0) AS bytes FROM records WHERE inbox = ? AND seq <= ?",
    ),
    size: database.prepare("SELECT bytes FROM records WHERE inbox = ? AND seq = ?"),
    drop: database.prepare("DELETE FROM records WHERE inbox = ? AND seq <= ?"),
    end: database.prepare("INSERT INTO ended (number, bytes) VALUES (?, ?)"),
    forget: database.prepare("DELETE FROM inboxes WHERE number = ?"),
    expired: database.prepare("SELECT * FROM inboxes WHERE expires_at <= ? LIMIT ?"),
    ended: database.prepare("SELECT number, bytes FROM ended LIMIT ?"),
    sweep: database.prepare(
      "DELETE FROM records WHERE number IN (SELECT number FROM records WHERE inbox = ? LIMIT ?)",
    ),
    swept: database.prepare("DELETE FROM ended WHERE number = ?"),
    freePages: database.prepare("PRAGMA freelist_count"),
    vacuum: database.prepare(`PRAGMA incremental_vacuum(${VACUUM_PAGES})`),
    truncate: database.prepare("PRAGMA wal_checkpoint(TRUNCATE)"),
    usageRows: database.prepare("SELECT count(*) AS rows FROM usage"),
    dropDays: database.prepare("DELETE FROM usage WHERE day < ?"),
    recount: database.prepare("UPDATE usage SET count = ? WHERE day = ? AND identity = ?"),
    startCount: database.prepare("INSERT INTO usage (day, identity, count) VALUES (?, ?, ?)"),
  };
}
