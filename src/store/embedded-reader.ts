import type Database from "libsql";
import { headOf, type Row } from "./embedded-writer.ts";
import { PAGE_BYTES, type InboxHead, type Page, type ReadQuery } from "./store.ts";

/** One thing to read. */
export type ReadOp =
  | { kind: "head"; inbox: string; nowMs: number }
  | { kind: "read"; inbox: string; nowMs: number; query: ReadQuery }
  | { kind: "usage"; day: number };

/** The reading half of the embedded store, on a connection of its own beside the writer's. */
export interface Reader {
  head(inbox: string, nowMs: number): InboxHead | undefined;
  read(inbox: string, query: ReadQuery, nowMs: number): Page;
  usage(day: number): [identity: string, count: number][];
}

interface Size {
  seq: number;
  bytes: number;
}

/** Pages look no further than this, so that one read never holds up the others for long. */
const PAGE_RECORDS = 1_000;

/** Reads from the file. Every answer is a snapshot. */
export function createReader(database: Database.Database): Reader {
  const begin = database.prepare("BEGIN");
  const commit = database.prepare("COMMIT");
  const find = database.prepare("SELECT * FROM inboxes WHERE id = ? AND expires_at > ?");
  const matching =
    "FROM records WHERE inbox = ? AND seq > ? AND seq <= ? AND (? IS NULL OR method = ?) AND preflight <= ?";
  const oldest = database.prepare(`SELECT seq, bytes ${matching} ORDER BY seq LIMIT ?`);
  const newest = database.prepare(`SELECT seq, bytes ${matching} ORDER BY seq DESC LIMIT ?`);
  const texts = database.prepare(`SELECT seq, text ${matching} ORDER BY seq`);
  const usageRows = database.prepare("SELECT identity, count FROM usage WHERE day = ?");

  function read(inbox: string, query: ReadQuery, nowMs: number): Page {
    begin.run();
    try {
      const row = find.get(inbox, nowMs) as Row | undefined;
      return row ? pageOf(row, query) : { head: undefined, records: [], next: undefined };
    } finally {
      commit.run();
    }
  }

  function pageOf(row: Row, query: ReadQuery): Page {
    const through = Math.min(query.through ?? row.last_seq, row.last_seq);
    const method = query.method ?? null;
    const range = (after: number, to: number) =>
      [row.number, after, to, method, method, query.preflights ? 1 : 0] as const;
    const sizes = (
      query.newest
        ? newest.all(...range(query.after, through), query.limit).toReversed()
        : oldest.all(...range(query.after, through), Math.min(query.limit, PAGE_RECORDS))
    ) as Size[];
    const [fit, last] = fitting(sizes);
    const first = sizes[0];
    const head = headOf(row);
    if (!first || !last) return { head, records: [], next: undefined };
    const records = texts.all(...range(first.seq - 1, last.seq)) as Page["records"];
    const limit = Math.min(query.limit, query.newest ? sizes.length : query.limit) - fit;
    // The rest is read forward: its first record is known, whichever way the page was found.
    const next = { ...query, newest: false, after: last.seq, through, limit };
    const more =
      limit > 0 && last.seq < through && (fit < sizes.length || sizes.length === PAGE_RECORDS);
    return { head, records, next: more ? next : undefined };
  }

  return {
    head: (inbox, nowMs) => {
      const row = find.get(inbox, nowMs) as Row | undefined;
      return row && headOf(row);
    },
    read,
    usage: (day) =>
      (usageRows.all(day) as { identity: string; count: number }[]).map(({ identity, count }) => [
        identity,
        count,
      ]),
  };
}

/** How many of the records make one page, and the last of them: at least one, then as many as fit. */
function fitting(sizes: readonly Size[]): [count: number, last: Size | undefined] {
  let bytes = 0;
  const past = sizes.findIndex((size, index) => (bytes += size.bytes) > PAGE_BYTES && index > 0);
  const count = past === -1 ? sizes.length : past;
  return [count, sizes[count - 1]];
}
