import { randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";
import type Database from "libsql";
import { LruCache } from "../../lib/lru.ts";
import { detachBuffer } from "../../lib/workers/transferable.ts";
import { ByteShares, type Exhaustion } from "../byte-shares.ts";
import { type InboxLimits, type PlanState, formatRecordPrefix, NO_OWNER } from "../store.ts";
import type { CaptureRow, PackedCapture, WriteOutcome } from "./batch.ts";
import type { InboxRow } from "./inbox-row.ts";
import { PlanTable } from "./plan-table.ts";

/** Maximum cached rows: about 10 MB. */
const MAX_CACHED_ROWS = 20_000;

const CLOSING_BRACE = 0x7d;

type PlanChanged = Extract<WriteOutcome, { kind: "plan-changed" }>;

/** The live inboxes and their records, on the only writing connection. */
export class InboxTable {
  readonly #sql: ReturnType<typeof prepareStatements>;
  readonly #limits: InboxLimits;
  readonly #plans: PlanTable;
  /** Never stale, because no other process writes to the file. */
  readonly #cache = new LruCache<string, InboxRow>(MAX_CACHED_ROWS);
  /** Rows that this batch changed; the cache may have evicted them. */
  readonly #changed = new Map<string, InboxRow>();
  readonly #shares: ByteShares;
  /** Bytes that this batch added to the shares, to undo when it fails. */
  readonly #added: [owner: number, bytes: number][] = [];

  constructor(database: Database.Database, limits: InboxLimits) {
    this.#sql = prepareStatements(database);
    this.#limits = limits;
    this.#plans = new PlanTable(database);
    this.#shares = new ByteShares(limits.maxStoreBytes);
    for (const row of this.#sql.bytesByOwner.all() as { owner: number; bytes: number }[])
      this.#shares.add(row.owner, row.bytes);
  }

  /** Bytes of all records in the file, those of expired inboxes included. */
  get storedBytes(): number {
    return this.#shares.total;
  }

  /**
   * Stores a record. Returns the function that yields the result once the batch is complete.
   * Returns the reason when no inbox may be created, and the plan when the record was prepared for
   * another one.
   */
  capture(
    packed: PackedCapture,
    batch: Buffer,
    nowMs: number,
  ): (() => CaptureRow) | PlanChanged | Exhaustion {
    const [inbox, method, preflight, , , use, owner, moved] = packed;
    const live = this.#findLive(inbox, nowMs);
    const response =
      use === undefined
        ? undefined
        : this.#plans.findResponse({ id: inbox, row: live }, use, nowMs);
    if (response?.kind === "plan-changed") return { ...response, moved };
    const exhaustion = live ? undefined : this.#findExhaustion(owner);
    if (exhaustion) return exhaustion;
    const row = live ?? this.#create(inbox, owner, nowMs);
    const seq = ++row.last_seq;
    row.received_at = Math.max(row.received_at, nowMs);
    const receivedAt = new Date(row.received_at).toISOString();
    const prefix = formatRecordPrefix(row.generation, seq, receivedAt);
    const plain = joinRecord(prefix, packed, batch);
    const text = response ? insertMember(plain, response.member) : plain;
    const flag = preflight ? 1 : 0;
    this.#sql.insert.run([row.number, seq, method, flag, text.length, text, crc32(text)]);
    this.#addBytes(row, text.length);
    detachBuffer(text);
    this.#changed.set(inbox, row);
    return () => {
      const { generation, created_at, expires_at, first_seq, last_seq, bytes } = row;
      const meta = [generation, created_at, expires_at, first_seq, last_seq, bytes] as const;
      return response ? [seq, receivedAt, ...meta, response.answered] : [seq, receivedAt, ...meta];
    };
  }

  /** Deletes an inbox and its plan; returns true when it was live. */
  remove(inbox: string, nowMs: number): boolean {
    const row = this.#findLive(inbox, nowMs);
    if (row) this.#close(row);
    this.#plans.remove(inbox);
    return row !== undefined;
  }

  /**
   * Sets the plan of an inbox, which need not exist. Returns the reason when the byte budget is
   * used up.
   */
  setPlan(
    op: { inbox: string; plan: string; steps: string },
    nowMs: number,
  ): PlanState | Exhaustion {
    const exhaustion = this.#findExhaustion(NO_OWNER);
    if (exhaustion) return exhaustion;
    const row = this.#findLive(op.inbox, nowMs);
    const plan = this.#plans.set(op, row, row?.expires_at ?? nowMs + this.#limits.ttlMs);
    return { ...plan, lastSeq: plan.fromSeq };
  }

  removePlan(inbox: string): void {
    this.#plans.remove(inbox);
  }

  /** Deletes at most `max` plans whose inbox never began, and returns how many it deleted. */
  purgePlans(nowMs: number, max: number): number {
    return this.#plans.purge(nowMs, max);
  }

  /** Closes at most `max` expired inboxes and returns how many it closed. */
  closeExpired(nowMs: number, max: number): number {
    const expired = this.#sql.expired.all(nowMs, max) as InboxRow[];
    for (const row of expired) this.#close(this.#find(row.id) ?? row);
    return expired.length;
  }

  /** Subtracts bytes of expired inboxes that were deleted from the file. */
  release({ owner, bytes }: { owner: number; bytes: number }): void {
    this.#share(owner, -bytes);
  }

  /** Drops records past the limits and writes the rows that the batch changed. */
  flushChanges(): void {
    for (const row of this.#changed.values()) this.#flush(row);
    this.#changed.clear();
  }

  /** Begins a batch, whose changes can be discarded. */
  beginChanges(): void {
    this.#added.length = 0;
  }

  /** Discards what a rolled-back batch changed in memory. */
  discardChanges(): void {
    for (const [owner, bytes] of this.#added.splice(0)) this.#shares.add(owner, -bytes);
    this.#changed.clear();
    this.#cache.clear();
    this.#plans.discardChanges();
  }

  #findExhaustion(owner: number): Exhaustion | undefined {
    return this.#shares.findExhaustion(owner, this.#plans.storedBytes);
  }

  /** Adds bytes to an inbox and its owner's share, or subtracts them when negative. */
  #addBytes(row: InboxRow, bytes: number): void {
    row.bytes += bytes;
    this.#share(row.owner, bytes);
  }

  #share(owner: number, bytes: number): void {
    this.#shares.add(owner, bytes);
    this.#added.push([owner, bytes]);
  }

  #find(inbox: string): InboxRow | undefined {
    return this.#changed.get(inbox) ?? this.#cache.get(inbox);
  }

  #findLive(inbox: string, nowMs: number): InboxRow | undefined {
    const row = this.#find(inbox) ?? (this.#sql.find.get(inbox) as InboxRow | undefined);
    if (!row) return undefined;
    if (nowMs < row.expires_at) {
      this.#cache.set(inbox, row);
      return row;
    }
    this.#close(row);
    return undefined;
  }

  #create(inbox: string, owner: number, nowMs: number): InboxRow {
    const generation = randomBytes(10).toString("hex");
    const expiresAtMs = nowMs + this.#limits.ttlMs;
    const { lastInsertRowid } = this.#sql.create.run([
      inbox,
      generation,
      nowMs,
      expiresAtMs,
      nowMs,
      owner,
    ]);
    const row = {
      number: Number(lastInsertRowid),
      id: inbox,
      generation,
      created_at: nowMs,
      expires_at: expiresAtMs,
      received_at: nowMs,
      first_seq: 1,
      last_seq: 0,
      bytes: 0,
      planned: 0,
      owner,
    };
    this.#plans.attach(row, nowMs);
    this.#cache.set(inbox, row);
    return row;
  }

  /** Moves an inbox to the purge list in one step, whatever its number of records. */
  #close(row: InboxRow): void {
    if (row.planned) this.#plans.remove(row.id);
    this.#sql.close.run([row.number, row.bytes, row.owner]);
    this.#sql.delete.run([row.number]);
    this.#changed.delete(row.id);
    this.#cache.delete(row.id);
  }

  #flush(row: InboxRow): void {
    let through = Math.max(row.first_seq - 1, row.last_seq - this.#limits.maxRecords);
    if (through >= row.first_seq)
      this.#subtract(row, this.#sql.bytesThrough.get(row.number, through));
    while (row.bytes > this.#limits.maxInboxBytes && through < row.last_seq - 1) {
      through += 1;
      this.#subtract(row, this.#sql.size.get(row.number, through));
    }
    if (through >= row.first_seq) this.#sql.drop.run([row.number, through]);
    row.first_seq = through + 1;
    const { received_at, first_seq, last_seq, bytes, number } = row;
    this.#sql.update.run([received_at, first_seq, last_seq, bytes, number]);
  }

  #subtract(row: InboxRow, dropped: unknown): void {
    this.#addBytes(row, -(dropped as { bytes: number }).bytes);
  }
}

/** Returns a record's text; a small one's is completed in the batch. */
function joinRecord(prefix: string, packed: PackedCapture, batch: Buffer): Buffer {
  const [, , , start, end, , , moved] = packed;
  if (moved) return Buffer.concat([Buffer.from(prefix), moved, Buffer.from("}")]);
  batch.write(prefix, start - prefix.length, "latin1");
  batch[end] = CLOSING_BRACE;
  return batch.subarray(start - prefix.length, end + 1);
}

/** Returns the object's JSON text with another member, which begins with a comma. */
function insertMember(object: Buffer, member: string): Buffer {
  return Buffer.concat([object.subarray(0, -1), Buffer.from(`${member}}`)]);
}

function prepareStatements(database: Database.Database) {
  return {
    bytesByOwner: database.prepare(
      `SELECT owner, sum(bytes) AS bytes
        FROM (SELECT owner, bytes FROM inboxes UNION ALL SELECT owner, bytes FROM expired)
        GROUP BY owner`,
    ),
    find: database.prepare("SELECT * FROM inboxes WHERE id = ?"),
    create: database.prepare(
      "INSERT INTO inboxes (id, generation, created_at, expires_at, received_at, owner, first_seq, last_seq, bytes) VALUES (?, ?, ?, ?, ?, ?, 1, 0, 0)",
    ),
    insert: database.prepare(
      "INSERT INTO records (inbox, seq, method, preflight, bytes, text, crc) VALUES (?, ?, ?, ?, ?, ?, ?)",
    ),
    update: database.prepare(
      "UPDATE inboxes SET received_at = ?, first_seq = ?, last_seq = ?, bytes = ? WHERE number = ?",
    ),
    bytesThrough: database.prepare(
      "SELECT coalesce(sum(bytes), 0) AS bytes FROM records WHERE inbox = ? AND seq <= ?",
    ),
    size: database.prepare("SELECT bytes FROM records WHERE inbox = ? AND seq = ?"),
    drop: database.prepare("DELETE FROM records WHERE inbox = ? AND seq <= ?"),
    close: database.prepare("INSERT INTO expired (number, bytes, owner) VALUES (?, ?, ?)"),
    delete: database.prepare("DELETE FROM inboxes WHERE number = ?"),
    expired: database.prepare("SELECT * FROM inboxes WHERE expires_at <= ? LIMIT ?"),
  };
}
