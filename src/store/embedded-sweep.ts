import type Database from "libsql";
import type { InboxRows } from "./embedded-inboxes.ts";

/** Records and inboxes that one slice takes: a few milliseconds, so that captures behind it hardly wait. */
const MOST_RECORDS = 200;
const MOST_INBOXES = 200;

/** Free pages that stay in the file for reuse (32 MiB); what is beyond is given back to the disk. */
const SPARE_PAGES = 4_096;
const VACUUM_PAGES = 256;

/** Takes ended inboxes out of the file, a slice at a call. `more`: there was more than one slice. */
export function createSweep(database: Database.Database, inboxes: InboxRows) {
  const sql = prepare(database);

  function sweep(nowMs: number): { records: number; more: boolean } {
    const expired = inboxes.endExpired(nowMs, MOST_INBOXES);
    let room = MOST_RECORDS;
    let records = 0;
    for (const { number, bytes } of sql.ended.all(MOST_INBOXES) as Ended[]) {
      if (room <= 0) break;
      const swept = sql.sweep.run([number, room]).changes;
      records += swept;
      room -= Math.max(1, swept);
      if (swept === 0 || room > 0) {
        sql.swept.run([number]);
        inboxes.release(bytes);
      }
    }
    const vacuumed = vacuum();
    return { records, more: expired === MOST_INBOXES || room <= 0 || vacuumed };
  }

  function vacuum(): boolean {
    const { freelist_count: free } = sql.freePages.get() as { freelist_count: number };
    if (free <= SPARE_PAGES) return false;
    sql.vacuum.all();
    return true;
  }

  return sweep;
}

interface Ended {
  number: number;
  bytes: number;
}

function prepare(database: Database.Database) {
  return {
    ended: database.prepare("SELECT number, bytes FROM ended LIMIT ?"),
    sweep: database.prepare(
      "DELETE FROM records WHERE number IN (SELECT number FROM records WHERE inbox = ? LIMIT ?)",
    ),
    swept: database.prepare("DELETE FROM ended WHERE number = ?"),
    freePages: database.prepare("PRAGMA freelist_count"),
    vacuum: database.prepare(`PRAGMA incremental_vacuum(${VACUUM_PAGES})`),
  };
}
