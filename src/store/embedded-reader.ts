import type Database from "libsql";
import { headOf, type Row } from "./embedded-inbox-row.ts";
import { PAGE_BYTES, type InboxHead, type Page, type ReadQuery } from "./store.ts";

/** One thing to read. */
export type ReadOp =
  | { kind: "head"; inbox: string; nowMs: number }
  | { kind: "read"; inbox: string; nowMs: number; query: ReadQuery };

/** The reading half of the embedded store, on a connection of its own beside the writer's. */
export interface Reader {
  head(inbox: string, nowMs: number): InboxHead | undefined;
  read(inbox: string, query: ReadQuery, nowMs: number): Page;
}

const NOTHING = { texts: new Uint8Array(0), marks: [], next: undefined };

/** Pages look no further than this, so that one read never holds up the others for long. */
const PAGE_RECORDS = 1_000;

/** Reads from the file. Every answer is a snapshot. */
export function createReader(database: Database.Database): Reader {
  const begin = database.prepare("BEGIN");
  const commit = database.prepare("COMMIT");
  const find = database.prepare("SELECT * FROM inboxes WHERE id = ? AND expires_at > ?");
  const matching =
    "FROM records WHERE inbox = ? AND seq > ? AND seq <= ? AND (? IS NULL OR method = ?) AND preflight <= ?";
  // Put together inside SQLite: a row's way out of it costs more than the reading of it. (Its order is that of
  // the inner query: SQLite keeps that under these aggregates.)
  const marksOf = (order: string) =>
    database
      .prepare(
        `SELECT json_group_array(json_array(seq, bytes)) FROM (SELECT seq, bytes ${matching} ORDER BY seq ${order} LIMIT ?)`,
      )
      .raw();
  const oldest = marksOf("ASC");
  const newest = marksOf("DESC");
  const texts = database
    .prepare(
      `SELECT CAST(group_concat(text, ',') AS BLOB) FROM (SELECT text ${matching} ORDER BY seq)`,
    )
    .raw();

  function read(inbox: string, query: ReadQuery, nowMs: number): Page {
    begin.run();
    try {
      const row = find.get(inbox, nowMs) as Row | undefined;
      return row ? pageOf(row, query) : { head: undefined, ...NOTHING };
    } finally {
      commit.run();
    }
  }

  function pageOf(row: Row, query: ReadQuery): Page {
    const through = Math.min(query.through ?? row.last_seq, row.last_seq);
    const method = query.method ?? null;
    const range = (after: number, to: number) =>
      [row.number, after, to, method, method, query.preflights ? 1 : 0] as const;
    const sizes = query.newest
      ? readMarks(newest.get(...range(query.after, through), query.limit)).toReversed()
      : readMarks(oldest.get(...range(query.after, through), Math.min(query.limit, PAGE_RECORDS)));
    const marks = fitting(sizes);
    const head = headOf(row);
    const [first, last] = [marks[0], marks.at(-1)];
    if (!first || !last) return { head, ...NOTHING };
    const [found] = texts.get(...range(first[0] - 1, last[0])) as [Buffer];
    const limit = Math.min(query.limit, query.newest ? sizes.length : query.limit) - marks.length;
    // The rest is read forward: its first record is known, whichever way the page was found.
    const next = { ...query, newest: false, after: last[0], through, limit };
    const more =
      limit > 0 &&
      last[0] < through &&
      (marks.length < sizes.length || sizes.length === PAGE_RECORDS);
    return { head, texts: found, marks, next: more ? next : undefined };
  }

  return {
    head: (inbox, nowMs) => {
      const row = find.get(inbox, nowMs) as Row | undefined;
      return row && headOf(row);
    },
    read,
  };
}

/** The records that make one page: at least one, then as many as fit. */
function fitting(sizes: Page["marks"]): Page["marks"] {
  let size = 0;
  const past = sizes.findIndex(([, bytes], index) => (size += bytes) > PAGE_BYTES && index > 0);
  return past === -1 ? sizes : sizes.slice(0, past);
}

/** The one value of a row of `marksOf`. */
function readMarks(row: unknown): Page["marks"] {
  const [json] = row as [string];
  return JSON.parse(json) as Page["marks"];
}
