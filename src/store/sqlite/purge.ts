import type Database from "libsql";
import type { InboxTable } from "./inbox-table.ts";

/** Limits of one slice: it takes a few milliseconds, so that captures behind it hardly wait. */
const MAX_RECORDS = 200;
const MAX_INBOXES = 200;

/** Free pages that stay in the file for reuse (32 MiB); the others are returned to the file system. */
const SPARE_PAGES = 4_096;
const PAGES_PER_VACUUM = 256;

/** The result of a slice: records deleted, and whether there is more to purge. */
export interface PurgeResult {
  records: number;
  more: boolean;
}

/** Creates the function that deletes expired inboxes from the file, one slice per call. */
export function createPurge(
  database: Database.Database,
  inboxes: InboxTable,
): (nowMs: number) => PurgeResult {
  const sql = prepareStatements(database);

  function vacuum(): boolean {
    const { freelist_count: free } = sql.freePages.get() as { freelist_count: number };
    if (free <= SPARE_PAGES) return false;
    sql.vacuum.all();
    return true;
  }

  return (nowMs) => {
    const closed = inboxes.closeExpired(nowMs, MAX_INBOXES);
    let room = MAX_RECORDS;
    let records = 0;
    for (const { number, bytes } of sql.closed.all(MAX_INBOXES) as ClosedInbox[]) {
      if (room <= 0) break;
      const deleted = sql.deleteRecords.run([number, room]).changes;
      records += deleted;
      room -= Math.max(1, deleted);
      if (deleted === 0 || room > 0) {
        sql.forget.run([number]);
        inboxes.release(bytes);
      }
    }
    const vacuumed = vacuum();
    return { records, more: closed === MAX_INBOXES || room <= 0 || vacuumed };
  };
}

interface ClosedInbox {
  number: number;
  bytes: number;
}

function prepareStatements(database: Database.Database) {
  return {
    closed: database.prepare("SELECT number, bytes FROM ended LIMIT ?"),
    deleteRecords: database.prepare(
      "DELETE FROM records WHERE number IN (SELECT number FROM records WHERE inbox = ? LIMIT ?)",
    ),
    forget: database.prepare("DELETE FROM ended WHERE number = ?"),
    freePages: database.prepare("PRAGMA freelist_count"),
    vacuum: database.prepare(`PRAGMA incremental_vacuum(${PAGES_PER_VACUUM})`),
  };
}
