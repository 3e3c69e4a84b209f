import { crc32 } from "node:zlib";
import type Database from "libsql";
import {
  createEmptyPage,
  formatRecordId,
  type InboxMeta,
  type RecordPage,
  MAX_PAGE_BYTES,
  type PlanState,
  type PlanStep,
  type ReadQuery,
  splitRecords,
  type StoredRecord,
} from "../store.ts";
import { type AccessReadOp, createAccessReader } from "./access/access-table.ts";
import { createHistoryReader } from "./history-table.ts";
import { type InboxRow, toInboxMeta } from "./inbox-row.ts";

export type ReadOp =
  | { kind: "meta"; inbox: string; nowMs: number }
  | { kind: "history"; identity: string; days: readonly number[] }
  | { kind: "plan"; inbox: string; nowMs: number }
  | AccessReadOp
  | { kind: "read"; inbox: string; nowMs: number; query: ReadQuery };

/** Maximum records in a page, so that one read does not delay the others for long. */
const MAX_PAGE_RECORDS = 1_000;

/** A page, and the id of a record whose text the disk changed. */
export type CheckedPage = RecordPage & { damaged?: string };

/** The reading half of the SQLite store, on a second connection. Every result is a snapshot. */
export class Reader {
  readonly #sql: ReturnType<typeof prepareStatements>;
  /** Returns the usage of an identity on these days. */
  readonly readHistory: ReturnType<typeof createHistoryReader>;
  /** Reads keys, sessions and names. */
  readonly readAccess: ReturnType<typeof createAccessReader>;

  constructor(database: Database.Database) {
    this.#sql = prepareStatements(database);
    this.readHistory = createHistoryReader(database);
    this.readAccess = createAccessReader(database);
  }

  getMeta(inbox: string, nowMs: number): InboxMeta | undefined {
    const row = this.#findLive(inbox, nowMs);
    return row && toInboxMeta(row);
  }

  getPlan(inbox: string, nowMs: number): PlanState | undefined {
    const row = this.#sql.plan.get(inbox, nowMs) as PlanStateRow | undefined;
    if (!row) return undefined;
    const steps = JSON.parse(row.steps) as PlanStep[];
    return { id: row.plan, fromSeq: row.from_seq, steps, lastSeq: row.last_seq };
  }

  read(inbox: string, query: ReadQuery, nowMs: number): CheckedPage {
    // One snapshot for all statements of a page, because records may be added and purged between
    // them.
    this.#sql.begin.run();
    try {
      const row = this.#findLive(inbox, nowMs);
      return row ? this.#readPage(row, query) : createEmptyPage(undefined);
    } finally {
      this.#sql.commit.run();
    }
  }

  #findLive(inbox: string, nowMs: number): InboxRow | undefined {
    return this.#sql.live.get(inbox, nowMs) as InboxRow | undefined;
  }

  #readPage(row: InboxRow, query: ReadQuery): CheckedPage {
    const through = Math.min(query.through ?? row.last_seq, row.last_seq);
    const bounded = { ...query, through };
    const forward = query.newest ? this.#toOldestFirst(row, bounded) : bounded;
    const range = toRangeParameters(row, forward);
    const max = Math.min(forward.limit, MAX_PAGE_RECORDS);
    // A small inbox is one page; for a larger one the sizes determine the number of records.
    const sizes = row.bytes > MAX_PAGE_BYTES ? this.#readSizes(range, max) : undefined;
    const { crcs, ...page } = this.#readRecords(range, sizes ? countFitting(sizes) : max);
    const meta = toInboxMeta(row);
    const last = page.seqs.at(-1);
    if (last === undefined) return createEmptyPage(meta);
    const matched = page.seqs.length;
    const remaining = forward.limit - matched;
    const matches = sizes?.length ?? matched;
    // Either the bytes of a page cut the matches off, or its maximum of records may have.
    const mayHaveMore = matched < matches || matches === MAX_PAGE_RECORDS;
    const hasNext = remaining > 0 && last < through && mayHaveMore;
    const damaged = splitRecords(page).find((record, index) => isDamaged(record, crcs[index]));
    return {
      meta,
      ...page,
      ...(damaged && { damaged: formatRecordId(row.generation, damaged.seq) }),
      next: hasNext ? { ...forward, after: last, limit: remaining } : undefined,
    };
  }

  #readSizes(range: RangeParameters, limit: number): Float64Array {
    return parseNumbers((this.#sql.sizes.get(...range, limit) as [string])[0]);
  }

  #readRecords(range: RangeParameters, limit: number) {
    const select = limit === 1 ? this.#sql.record : this.#sql.records;
    const [texts, seqs, sizes, crcs] = (select.get(...range, limit) ?? NO_RECORDS) as RecordsRow;
    return {
      texts,
      seqs: parseNumbers(seqs),
      sizes: parseNumbers(sizes),
      crcs: JSON.parse(crcs) as (number | null)[],
    };
  }

  /** Rewrites a query for the newest records as one that starts at the oldest of them. */
  #toOldestFirst(row: InboxRow, query: BoundedQuery): BoundedQuery {
    const oldest = this.#sql.newest.get(...toRangeParameters(row, query), query.limit);
    const [first, limit] = oldest as [seq: number | null, count: number];
    return { ...query, newest: false, after: (first ?? 1) - 1, limit };
  }
}

function prepareStatements(database: Database.Database) {
  const prepareRaw = (text: string) => database.prepare(text).raw();
  return {
    begin: database.prepare("BEGIN"),
    commit: database.prepare("COMMIT"),
    live: database.prepare("SELECT * FROM inboxes WHERE id = ? AND expires_at > ?"),
    plan: database.prepare(
      `SELECT plan, from_seq, steps, coalesce(last_seq, 0) AS last_seq
        FROM plans LEFT JOIN inboxes ON inboxes.number = plans.inbox
        WHERE plans.id = ? AND plans.expires_at > ?`,
    ),
    // Joined inside SQLite, because fetching a row costs more than reading it. The aggregates keep
    // the order of the inner query in SQLite.
    records: prepareRaw(
      `SELECT CAST(group_concat(text, ',') AS BLOB), json_group_array(seq),
          json_group_array(bytes), json_group_array(crc)
        FROM ${selectMatching("seq, bytes, text, crc", "ASC")}`,
    ),
    // Large records come one at a time. Joining would copy each of them twice.
    record: prepareRaw(
      `SELECT CAST(text AS BLOB), json_array(seq), json_array(bytes), json_array(crc)
        FROM ${selectMatching("seq, bytes, text, crc", "ASC")}`,
    ),
    sizes: prepareRaw(`SELECT json_group_array(bytes) FROM ${selectMatching("bytes", "ASC")}`),
    newest: prepareRaw(`SELECT min(seq), count(*) FROM ${selectMatching("seq", "DESC")}`),
  };
}

function selectMatching(columns: string, order: "ASC" | "DESC"): string {
  return `(SELECT ${columns} FROM records
    WHERE inbox = ? AND seq > ? AND seq <= ? AND (? IS NULL OR method = ?) AND preflight <= ?
    ORDER BY seq ${order} LIMIT ?)`;
}

/** Returns true for a text whose checksum differs; one of an earlier release has none. */
function isDamaged({ text }: StoredRecord, crc: number | null = null): boolean {
  return crc !== null && crc32(text) !== crc;
}

/** Returns the number of records that fit on a page, at least one. */
function countFitting(sizes: Float64Array): number {
  let count = 0;
  let total = 0;
  for (const bytes of sizes) {
    total += bytes;
    if (total > MAX_PAGE_BYTES && count > 0) break;
    count += 1;
  }
  return count;
}

interface PlanStateRow {
  plan: string;
  from_seq: number;
  steps: string;
  last_seq: number;
}

type RecordsRow = [texts: Buffer, seqs: string, sizes: string, crcs: string];

const NO_RECORDS: RecordsRow = [Buffer.alloc(0), "[]", "[]", "[]"];

type BoundedQuery = ReadQuery & { through: number };

type RangeParameters = ReturnType<typeof toRangeParameters>;

/** Returns the parameters of `selectMatching`, except the limit. */
function toRangeParameters({ number }: InboxRow, query: BoundedQuery) {
  const { after, through, method = null, preflights } = query;
  return [number, after, through, method, method, preflights ? 1 : 0] as const;
}

function parseNumbers(json: string): Float64Array {
  return new Float64Array(JSON.parse(json) as number[]);
}
