import type Database from "libsql";
import type { AccessTable } from "./access/access-table.ts";
import type { InboxTable } from "./inbox-table.ts";

interface PurgeLimits {
  /** Expired inboxes to close, and closed ones to purge. */
  inboxes: number;
  records: number;
  /** Maximum bytes of records; a single larger record forms its own slice. */
  bytes: number;
  /** Free pages that stay in the file for reuse; the others are returned to the file system. */
  sparePages: number;
  vacuumPages: number;
}

/** A slice of a few milliseconds, so that it hardly delays captures. Keeps 32 MiB of free pages. */
export const NORMAL_LIMITS: PurgeLimits = {
  inboxes: 200,
  records: 200,
  bytes: 8 * 1024 ** 2,
  sparePages: 4_096,
  vacuumPages: 256,
};

/** A slice whose log fits into the disk reserve. Keeps no free page, because the disk is full. */
export const LOW_SPACE_LIMITS: PurgeLimits = {
  inboxes: 20,
  records: 20,
  bytes: Infinity,
  sparePages: 0,
  vacuumPages: 32,
};

/** The result of a slice: rows deleted, and whether there is more to purge. */
interface PurgeResult {
  records: number;
  more: boolean;
}

/** Creates the function that deletes expired inboxes from the file, one slice per call. */
export function createPurge(
  database: Database.Database,
  inboxes: InboxTable,
  access: AccessTable,
): (nowMs: number, limits: PurgeLimits) => PurgeResult {
  const sql = prepareStatements(database);

  function purgeRecords(limits: PurgeLimits): PurgeResult {
    let { records: capacity, bytes } = limits;
    let records = 0;
    const inboxesToPurge = sql.closed.all(limits.inboxes) as ClosedInbox[];
    for (const closed of inboxesToPurge) {
      if (capacity <= 0 || bytes <= 0) return { records, more: true };
      const fitting = countFitting(sql, closed.number, { records: capacity, bytes });
      const deleted = fitting > 0 ? sql.deleteRecords.run([closed.number, fitting]).changes : 0;
      records += deleted;
      capacity -= Math.max(1, deleted);
      bytes -= closed.bytes;
      if (sql.sizes.get(closed.number, 1) !== undefined) return { records, more: true };
      sql.forget.run([closed.number]);
      inboxes.release(closed);
    }
    return { records, more: inboxesToPurge.length === limits.inboxes };
  }

  return (nowMs, limits) => {
    const closed = inboxes.closeExpired(nowMs, limits.inboxes);
    const plans = inboxes.purgePlans(nowMs, limits.inboxes);
    const entries = access.purge(nowMs, limits.records);
    const { records, more } = purgeRecords(limits);
    const vacuumed = vacuum(database, sql, limits);
    const isMore =
      more ||
      closed === limits.inboxes ||
      plans === limits.inboxes ||
      entries === limits.records ||
      vacuumed;
    return { records: records + plans + entries, more: isMore };
  };
}

/** Returns true when pages were freed. */
function vacuum(
  database: Database.Database,
  { freePages }: Statements,
  { sparePages, vacuumPages }: PurgeLimits,
): boolean {
  const { freelist_count: free } = freePages.get() as { freelist_count: number };
  if (free <= sparePages) return false;
  // A pragma takes no parameters.
  database.prepare(`PRAGMA incremental_vacuum(${vacuumPages})`).all();
  return true;
}

/**
 * Returns the number of an inbox's next records that fit into the slice, at least one if there are
 * any.
 */
function countFitting(
  { sizes }: Statements,
  number: number,
  { records, bytes }: Pick<PurgeLimits, "records" | "bytes">,
): number {
  const rows = sizes.all(number, records) as { bytes: number }[];
  let sum = 0;
  const excess = rows.findIndex((row, index) => (sum += row.bytes) > bytes && index > 0);
  return excess === -1 ? rows.length : excess;
}

type Statements = ReturnType<typeof prepareStatements>;

interface ClosedInbox {
  number: number;
  bytes: number;
  owner: number;
}

function prepareStatements(database: Database.Database) {
  return {
    closed: database.prepare("SELECT number, bytes, owner FROM expired LIMIT ?"),
    sizes: database.prepare("SELECT bytes FROM records WHERE inbox = ? ORDER BY seq LIMIT ?"),
    deleteRecords: database.prepare(
      "DELETE FROM records WHERE number IN (SELECT number FROM records WHERE inbox = ? ORDER BY seq LIMIT ?)",
    ),
    forget: database.prepare("DELETE FROM expired WHERE number = ?"),
    freePages: database.prepare("PRAGMA freelist_count"),
  };
}
