import type Database from "libsql";
import type { InboxTable } from "./inbox-table.ts";

/** Records and inboxes that one slice takes: a few milliseconds, so that captures behind it hardly wait. */
const MAX_RECORDS = 200;
const MAX_INBOXES = 200;

/** Free pages that stay in the file for reuse (32 MiB); what is beyond is given back to the disk. */
const SPARE_PAGES = 4_096;
const VACUUM_PAGES = 256;

/** Takes ended inboxes out of the file, a slice at a call. `more`: there was more than one slice. */
export function createSweep(database: Database.Database, inboxes: InboxTable) {
  const sql = prepare(database);

  function purge(nowMs: number): { records: number; more: boolean } {
    const expired = inboxes.endExpired(nowMs, MAX_INBOXES);
    let room = MAX_RECORDS;
    let records = 0;
    for (const { number, bytes } of sql.expired.all(MAX_INBOXES) as Ended[]) {
      if (room <= 0) break;
      const purged = sql.sweep.run([number, room]).changes;
      records += purged;
      room -= Math.max(1, purged);
      if (purged === 0 || room > 0) {
        sql.swept.run([number]);
        inboxes.release(bytes);
      }
    }
    const vacuumed = vacuum();
    return { records, more: expired === MAX_INBOXES || room <= 0 || vacuumed };
  }

  function vacuum(): boolean {
    const { freelist_count: free } = sql.freePages.get() as { freelist_count: number };
    if (free <= SPARE_PAGES) return false;
    sql.vacuum.all();
    return true;
  }

  return purge;
}

interface Ended {
  number: number;
  bytes: number;
}

function prepare(database: Database.Database) {
  return {
    expired: database.prepare("SELECT number, bytes FROM ended LIMIT ?"),
    sweep: database.prepare(
      "DELETE FROM records WHERE number IN (SELECT number FROM records WHERE inbox = ? LIMIT ?)",
    ),
    swept: database.prepare("DELETE FROM ended WHERE number = ?"),
    freePages: database.prepare("PRAGMA freelist_count"),
    vacuum: database.prepare(`PRAGMA incremental_vacuum(${VACUUM_PAGES})`),
  };
}
