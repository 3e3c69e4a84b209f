import type Database from "libsql";
import { ISSUED_PREFIX } from "../identity.ts";

/**
 * Maximum identities stored for a day, beside issued keys; counts of further ones restart from 0
 * with the process.
 */
const MAX_ROWS = 100_000;

/** Matches identities of issued keys. */
const ISSUED = `${ISSUED_PREFIX}*`;

/**
 * Usage counts on disk, on the only writing connection. Counts are passed as JSON: `[[identity,
 * count]]`.
 */
export class UsageTable {
  readonly #sql: ReturnType<typeof prepareStatements>;
  #rows: number;

  constructor(database: Database.Database) {
    this.#sql = prepareStatements(database);
    this.#rows = this.#countRows();
  }

  /** Saves the counts of a day and deletes those of earlier days. */
  save(day: number, counts: string): void {
    if (this.#sql.dropDays.run([day]).changes > 0) this.#rows = this.#countRows();
    const room = Math.max(0, MAX_ROWS - this.#rows);
    this.#rows += this.#sql.insert.run([day, counts, room, counts]).changes;
    this.#sql.update.run([day, counts, day]);
  }

  /** Returns the counts of a day. */
  load(day: number): string {
    return (this.#sql.day.get(day) as { counts: string }).counts;
  }

  /** Counts the rows again, because a batch was rolled back. */
  discardChanges(): void {
    this.#rows = this.#countRows();
  }

  #countRows(): number {
    return (this.#sql.rows.get() as { rows: number }).rows;
  }
}

function prepareStatements(database: Database.Database) {
  return {
    rows: database.prepare("SELECT count(*) AS rows FROM usage"),
    dropDays: database.prepare("DELETE FROM usage WHERE day < ?"),
    // Many counts per statement, because a call for each costs thirty times the write. An UPDATE
    // from json_each would scan all of the JSON for every row.
    insert: database.prepare(
      `INSERT OR IGNORE INTO usage (day, identity, count)
        SELECT ?, value ->> 0, value ->> 1 FROM json_each(?) ORDER BY value ->> 0 GLOB '${ISSUED}' DESC
        LIMIT ? + (SELECT count(*) FROM json_each(?) WHERE value ->> 0 GLOB '${ISSUED}')`,
    ),
    update: database.prepare(
      `INSERT INTO usage (day, identity, count) SELECT ?, value ->> 0, value ->> 1 FROM json_each(?)
       WHERE EXISTS (SELECT 1 FROM usage WHERE day = ? AND identity = value ->> 0)
       ON CONFLICT DO UPDATE SET count = excluded.count`,
    ),
    day: database.prepare(
      "SELECT json_group_array(json_array(identity, count)) AS counts FROM usage WHERE day = ?",
    ),
  };
}
