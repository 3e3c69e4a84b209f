import { createHash } from "node:crypto";
import type Database from "libsql";
import { isIssued } from "../identity.ts";
import type { DayUsage } from "../store.ts";
import {
  HISTORY_DAYS,
  MAX_HISTORY_IDENTITIES,
  MAX_NAMED_IDENTITIES,
  type UsageAddition,
} from "../usage-history.ts";

/** Rows deleted with each addition, so that the end of a day does not delay captures. */
const MAX_DELETED_ROWS = 500;

/** Counts by the number of their name, with commas between and nothing for 0: `,12,,3`. */
type PackedCounts = string;

/** The usage of the last days on disk, on the only writing connection. */
export class HistoryTable {
  readonly #sql: ReturnType<typeof prepareStatements>;
  #names: string[];

  constructor(database: Database.Database) {
    this.#sql = prepareStatements(database);
    this.#names = this.#sql.names.all() as string[];
  }

  /** Adds requests of a day, and deletes some of the days that are no longer kept. */
  add(day: number, additions: readonly UsageAddition[]): void {
    this.#sql.drop.run([day - HISTORY_DAYS, MAX_DELETED_ROWS]);
    const { rows } = this.#sql.rows.get([day]) as { rows: number };
    let count = rows;
    for (const [identity, counts] of additions) {
      const key = hashIdentity(identity);
      const stored = this.#sql.row.get([day, key]) as HistoryRow | undefined;
      const isComplete = isIssued(identity);
      if (!stored && count >= MAX_HISTORY_IDENTITIES && !isComplete) continue;
      const isNamed = stored ? stored.counts !== null : isComplete || count < MAX_NAMED_IDENTITIES;
      const total = Object.values(counts).reduce((sum, amount) => sum + amount, 0);
      const packed = isNamed ? this.#addCounts(stored?.counts ?? "", counts) : null;
      this.#sql.save.run([day, key, (stored?.total ?? 0) + total, packed]);
      if (!stored) count += 1;
    }
  }

  /** Reads the names again, because a batch was rolled back. */
  discardChanges(): void {
    this.#names = this.#sql.names.all() as string[];
  }

  #addCounts(packed: PackedCounts, added: Record<string, number>): PackedCounts {
    const counts = packed.split(",").map(Number);
    for (const [name, amount] of Object.entries(added)) {
      const number = this.#numberName(name);
      counts[number] = (counts[number] ?? 0) + amount;
    }
    return Array.from(counts, (count) => count || "").join(",");
  }

  #numberName(name: string): number {
    const number = this.#names.indexOf(name);
    if (number !== -1) return number;
    this.#sql.addName.run([this.#names.length, name]);
    return this.#names.push(name) - 1;
  }
}

interface HistoryRow {
  day: number;
  total: number;
  counts: PackedCounts | null;
}

/** Creates the function that reads the usage of an identity on these days. */
export function createHistoryReader(database: Database.Database) {
  const names = prepareNames(database);
  const select = database.prepare(
    `SELECT day, total, counts FROM json_each(?)
      JOIN usage_days ON usage_days.day = json_each.value AND identity = ?`,
  );
  return (identity: string, days: readonly number[]): DayUsage[] => {
    const rows = select.all([JSON.stringify(days), hashIdentity(identity)]) as HistoryRow[];
    const toolNames = names.all() as string[];
    return rows.map(({ day, total, counts }) => ({
      day,
      total,
      counts: counts === null ? undefined : unpackCounts(counts, toolNames),
    }));
  };
}

function unpackCounts(packed: PackedCounts, names: readonly string[]): Record<string, number> {
  const entries = packed.split(",").map((count, number) => [names[number] ?? "", Number(count)]);
  return Object.fromEntries(entries.filter(([, count]) => count !== 0)) as Record<string, number>;
}

/** Returns 16 bytes, because the rows of a month have a bound on disk. */
function hashIdentity(identity: string): Buffer {
  return createHash("sha256").update(identity).digest().subarray(0, 16);
}

function prepareNames(database: Database.Database) {
  return database.prepare("SELECT name FROM usage_names ORDER BY number").pluck();
}

function prepareStatements(database: Database.Database) {
  return {
    names: prepareNames(database),
    addName: database.prepare("INSERT INTO usage_names (number, name) VALUES (?, ?)"),
    rows: database.prepare("SELECT count(*) AS rows FROM usage_days WHERE day = ?"),
    row: database.prepare(
      "SELECT day, total, counts FROM usage_days WHERE day = ? AND identity = ?",
    ),
    save: database.prepare(
      "INSERT OR REPLACE INTO usage_days (day, identity, total, counts) VALUES (?, ?, ?, ?)",
    ),
    drop: database.prepare(
      `DELETE FROM usage_days WHERE (day, identity) IN
        (SELECT day, identity FROM usage_days WHERE day <= ? LIMIT ?)`,
    ),
  };
}
