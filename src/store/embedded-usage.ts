import type Database from "libsql";

/** Identities kept on the disk for a day; those past it start from 0 after a restart. */
const MOST_ROWS = 100_000;

/** Usage counts on the disk, for the one connection that writes. */
export class UsageRows {
  readonly #sql: ReturnType<typeof prepare>;
  #rows: number;

  constructor(database: Database.Database) {
    this.#sql = prepare(database);
    this.#rows = this.#count();
  }

  /** Writes the counts of a day; those of earlier days go. */
  save(day: number, counts: readonly [identity: string, count: number][]): void {
    if (this.#sql.dropDays.run([day]).changes > 0) this.#rows = this.#count();
    for (const [identity, value] of counts) {
      if (this.#sql.change.run([value, day, identity]).changes > 0) continue;
      if (this.#rows >= MOST_ROWS) continue;
      this.#sql.start.run([day, identity, value]);
      this.#rows += 1;
    }
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
    change: database.prepare("UPDATE usage SET count = ? WHERE day = ? AND identity = ?"),
    start: database.prepare("INSERT INTO usage (day, identity, count) VALUES (?, ?, ?)"),
  };
}
