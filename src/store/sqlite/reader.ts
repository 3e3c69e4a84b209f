import type Database from "libsql";
import { headOf, type Row } from "./inbox-row.ts";
import { emptyPage, PAGE_BYTES, type InboxMeta, type Page, type ReadQuery } from "../store.ts";

/** One thing to read. */
export type ReadOp =
  | { kind: "head"; inbox: string; nowMs: number }
  | { kind: "read"; inbox: string; nowMs: number; query: ReadQuery };

/** The reading half of the embedded store, on a connection of its own beside the writer's. */
export interface Reader {
  head(inbox: string, nowMs: number): InboxMeta | undefined;
  read(inbox: string, query: ReadQuery, nowMs: number): Page;
}

/** Pages look no further than this, so that one read never holds up the others for long. */
const PAGE_RECORDS = 1_000;

/** Reads from the file. Every answer is a snapshot. */
export function createReader(database: Database.Database): Reader {
  const sql = prepare(database);

  function read(inbox: string, query: ReadQuery, nowMs: number): Page {
    sql.begin.run();
    try {
      const row = sql.find.get(inbox, nowMs) as Row | undefined;
      return row ? pageOf(row, query) : emptyPage(undefined);
    } finally {
      sql.commit.run();
    }
  }

  function pageOf(row: Row, query: ReadQuery): Page {
    const through = Math.min(query.through ?? row.last_seq, row.last_seq);
    const forward = query.newest ? fromOldest(row, { ...query, through }) : { ...query, through };
    const range = rangeOf(row, forward);
    const most = Math.min(forward.limit, PAGE_RECORDS);
    // A small inbox is one page; in a large one it is looked first how many records make one.
    const looked =
      row.bytes > PAGE_BYTES ? numbers((sql.sizes.get(...range, most) as [string])[0]) : undefined;
    const found = sql.records.get(...range, looked ? fitting(looked) : most) as Found;
    const [seqs, sizes] = [numbers(found[1]), numbers(found[2])];
    const [head, last] = [headOf(row), seqs.at(-1)];
    if (last === undefined) return emptyPage(head);
    const limit = forward.limit - seqs.length;
    const seen = looked?.length ?? seqs.length;
    const more = limit > 0 && last < through && (seqs.length < seen || seen === PAGE_RECORDS);
    const next = more ? { ...forward, after: last, limit } : undefined;
    return { head, texts: found[0], seqs, sizes, next };
  }

  /** The same records from the oldest of them on. */
  function fromOldest(row: Row, query: Bounded): Bounded {
    const found = sql.newest.get(...rangeOf(row, query), query.limit);
    const [first, limit] = found as [number | null, number];
    return { ...query, newest: false, after: (first ?? 1) - 1, limit };
  }

  return {
    head: (inbox, nowMs) => {
      const row = sql.find.get(inbox, nowMs) as Row | undefined;
      return row && headOf(row);
    },
    read,
  };
}

function prepare(database: Database.Database) {
  const raw = (text: string) => database.prepare(text).raw();
  return {
    begin: database.prepare("BEGIN"),
    commit: database.prepare("COMMIT"),
    find: database.prepare("SELECT * FROM inboxes WHERE id = ? AND expires_at > ?"),
    // Put together inside SQLite: a row's way out of it costs more than the reading of it. (Its order is that of
    // the inner query: SQLite keeps that under these aggregates.)
    records: raw(
      `SELECT CAST(group_concat(text, ',') AS BLOB), json_group_array(seq), json_group_array(bytes)
        FROM ${matching("seq, bytes, text", "ASC")}`,
    ),
    sizes: raw(`SELECT json_group_array(bytes) FROM ${matching("bytes", "ASC")}`),
    newest: raw(`SELECT min(seq), count(*) FROM ${matching("seq", "DESC")}`),
  };
}

function matching(members: string, order: "ASC" | "DESC"): string {
  return `(SELECT ${members} FROM records
    WHERE inbox = ? AND seq > ? AND seq <= ? AND (? IS NULL OR method = ?) AND preflight <= ?
    ORDER BY seq ${order} LIMIT ?)`;
}

/** How many records make one page: at least one, then as many as fit. */
function fitting(sizes: Float64Array): number {
  let size = 0;
  const past = sizes.findIndex((bytes, index) => (size += bytes) > PAGE_BYTES && index > 0);
  return past === -1 ? sizes.length : past;
}

/** A row of `records`. */
type Found = [texts: Buffer, seqs: string, sizes: string];

/** A query that knows its end. */
type Bounded = ReadQuery & { through: number };

/** What `matching` asks for, but for its limit. */
function rangeOf({ number }: Row, query: Bounded) {
  const { after, through, method = null, preflights } = query;
  return [number, after, through, method, method, preflights ? 1 : 0] as const;
}

function numbers(json: string): Float64Array {
  return new Float64Array(JSON.parse(json) as number[]);
}
