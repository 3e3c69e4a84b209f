import { randomBytes } from "node:crypto";
import type Database from "libsql";
import type { CapturedPlace, PackedCapture } from "./batch.ts";
import type { Row } from "./inbox-row.ts";
import { recordPrefix, type InboxLimits } from "../store.ts";

/** Rows kept in memory between batches: about 10 MB. */
const MAX_KNOWN = 20_000;

const CLOSING_BRACE = 0x7d;

/** The living inboxes and their records, for the one connection that writes. */
export class InboxTable {
  readonly #sql: ReturnType<typeof prepare>;
  readonly #limits: InboxLimits;
  /** The file changes through this object alone, so what was read once need not be read again. */
  #known = new Map<string, Row>();
  #changed = new Set<Row>();
  #storedBytes: number;

  constructor(database: Database.Database, limits: InboxLimits) {
    this.#sql = prepare(database);
    this.#limits = limits;
    this.#storedBytes = (this.#sql.storedBytes.get() as { bytes: number }).bytes;
  }

  /** Bytes of all records in the file, of ended inboxes too. */
  get storedBytes(): number {
    return this.#storedBytes;
  }

  /** Stores a record. Gives how to tell its place once the batch is whole; undefined: no new inbox may begin. */
  capture(packed: PackedCapture, batch: Buffer, nowMs: number): (() => CapturedPlace) | undefined {
    const [inbox, method, preflight, start, end] = packed;
    const row = this.#findLive(inbox, nowMs) ?? this.#create(inbox, nowMs);
    if (!row) return undefined;
    const seq = ++row.last_seq;
    row.received_at = Math.max(row.received_at, nowMs);
    const receivedAt = new Date(row.received_at).toISOString();
    const place = recordPrefix(row.life, seq, receivedAt);
    batch.write(place, start - place.length, "latin1");
    batch[end] = CLOSING_BRACE;
    const text = batch.subarray(start - place.length, end + 1);
    this.#sql.insert.run([row.number, seq, method, preflight ? 1 : 0, text.length, text]);
    row.bytes += text.length;
    this.#storedBytes += text.length;
    this.#changed.add(row);
    return () => [
      seq,
      receivedAt,
      row.life,
      row.created_at,
      row.expires_at,
      row.first_seq,
      row.last_seq,
      row.bytes,
    ];
  }

  /** Ends an inbox. True when it was alive. */
  remove(inbox: string, nowMs: number): boolean {
    const row = this.#findLive(inbox, nowMs);
    if (row) this.#close(row);
    return row !== undefined;
  }

  /** Ends inboxes whose time is over, at most so many. Gives how many. */
  endExpired(nowMs: number, most: number): number {
    const expired = this.#sql.expired.all(nowMs, most) as Row[];
    for (const row of expired) this.#close(this.#known.get(row.id) ?? row);
    return expired.length;
  }

  /** Notes that bytes of ended inboxes left the file. */
  release(bytes: number): void {
    this.#storedBytes -= bytes;
  }

  /** At the end of a batch: drops what is past the caps and writes the rows that changed. */
  flushChanges(): void {
    for (const row of this.#changed) this.#settle(row);
    this.#changed.clear();
    if (this.#known.size > MAX_KNOWN) this.#known.clear();
  }

  /** Takes back what a batch that failed did to this object. */
  discardChanges(storedBytes: number): void {
    this.#storedBytes = storedBytes;
    this.#changed.clear();
    this.#known.clear();
  }

  #findLive(inbox: string, nowMs: number): Row | undefined {
    const row = this.#known.get(inbox) ?? (this.#sql.find.get(inbox) as Row | undefined);
    if (!row) return undefined;
    if (nowMs < row.expires_at) {
      this.#known.set(inbox, row);
      return row;
    }
    this.#close(row);
    return undefined;
  }

  #create(inbox: string, nowMs: number): Row | undefined {
    if (this.#storedBytes >= this.#limits.maxStoreBytes) return undefined;
    const life = randomBytes(10).toString("hex");
    const expiresAtMs = nowMs + this.#limits.ttlMs;
    const { lastInsertRowid } = this.#sql.begin.run([inbox, life, nowMs, expiresAtMs, nowMs]);
    const row = {
      number: Number(lastInsertRowid),
      id: inbox,
      life,
      created_at: nowMs,
      expires_at: expiresAtMs,
      received_at: nowMs,
      first_seq: 1,
      last_seq: 0,
      bytes: 0,
    };
    this.#known.set(inbox, row);
    return row;
  }

  /** Sets a life aside for the sweep: one step, however many records it has. */
  #close(row: Row): void {
    this.#sql.end.run([row.number, row.bytes]);
    this.#sql.forget.run([row.number]);
    this.#changed.delete(row);
    this.#known.delete(row.id);
  }

  #settle(row: Row): void {
    let through = Math.max(row.first_seq - 1, row.last_seq - this.#limits.maxRecords);
    if (through >= row.first_seq) this.#drop(row, this.#sql.bytesThrough.get(row.number, through));
    while (row.bytes > this.#limits.maxInboxBytes && through < row.last_seq - 1) {
      through += 1;
      this.#drop(row, this.#sql.size.get(row.number, through));
    }
    if (through >= row.first_seq) this.#sql.drop.run([row.number, through]);
    row.first_seq = through + 1;
    const { received_at, first_seq, last_seq, bytes, number } = row;
    this.#sql.settle.run([received_at, first_seq, last_seq, bytes, number]);
  }

  #drop(row: Row, found: unknown): void {
    const { bytes } = found as { bytes: number };
    row.bytes -= bytes;
    this.#storedBytes -= bytes;
  }
}

function prepare(database: Database.Database) {
  return {
    storedBytes: database.prepare(
      "SELECT (SELECT coalesce(sum(bytes), 0) FROM inboxes) + (SELECT coalesce(sum(bytes), 0) FROM ended) AS bytes",
    ),
    find: database.prepare("SELECT * FROM inboxes WHERE id = ?"),
    begin: database.prepare(
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
  };
}
