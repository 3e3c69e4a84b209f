import type Database from "libsql";

/** Identities kept on the disk for a day; those past it start from 0 after a restart. */
const MAX_ROWS = 100_000;

/** Usage counts on the disk, for the one connection that writes. */
export class UsageRows {
  readonly #sql: ReturnType<typeof prepare>;
  #rows: number;

  constructor(database: Database.Database) {
    this.#sql = prepare(database);
    this.#rows = this.#count();
  }

  /** Writes the counts of a day, `[[identity, count]]`; those of earlier days go. */
  save(day: number, counts: string): void {
    if (this.#sql.dropDays.run([day]).changes > 0) this.#rows = this.#count();
    this.#rows += this.#sql.start.run([day, counts, Math.max(0, MAX_ROWS - this.#rows)]).changes;
    this.#sql.change.run([day, counts, day]);
  }

  /** The counts of a day, `[[identity, count]]`. */
  of(day: number): string {
    return (this.#sql.day.get(day) as { counts: string }).counts;
  }

  /** Looks again: what was written was taken back. */
  reset(): void {
    this.#rows = this.#count();
  }

  #count(): number {
    return (this.#sql.rows.get() as { rows: number }).rows;
  }
}

function prepare(database: Database.Database) {
  return {
    rows: database.prepare("SELECT count(*) AS rows FROM usage"),
    dropDays: database.prepare("DELETE FROM usage WHERE day < ?"),
    // Many at once, taken apart inside SQLite: a call for each costs thirty times the writing of it. (An UPDATE
    // from json_each would look through all of it for every row.)
    start: database.prepare(
      "INSERT OR IGNORE INTO usage (day, identity, count) SELECT ?, value ->> 0, value ->> 1 FROM json_each(?) LIMIT ?",
    ),
    change: database.prepare(
      `INSERT INTO usage (day, identity, count) SELECT ?, value ->> 0, value ->> 1 FROM json_each(?)
       WHERE EXISTS (SELECT 1 FROM usage WHERE day = ? AND identity = value ->> 0)
       ON CONFLICT DO UPDATE SET count = excluded.count`,
    ),
    day: database.prepare(
      "SELECT json_group_array(json_array(identity, count)) AS counts FROM usage WHERE day = ?",
    ),
  };
}
