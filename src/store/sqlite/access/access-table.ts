import type Database from "libsql";
import type {
  AccessEntry,
  AccessKind,
  ChangeOutcome,
  EntryChange,
  EntryCounts,
} from "../../access-store.ts";

/** Operations of the writer. */
export type AccessOp =
  | { kind: "change-entry"; of: AccessKind; change: EntryChange }
  | { kind: "touch-entry"; of: AccessKind; id: string; usedAtMs: number; expiresAtMs?: number }
  | { kind: "remove-entry"; of: AccessKind; id: string };

/** Operations of the reader. */
export type AccessReadOp =
  | { kind: "entry"; of: AccessKind; id: string; nowMs: number }
  | { kind: "entries"; of: AccessKind; nowMs: number }
  | { kind: "entry-counts"; of: AccessKind; nowMs: number };

export type AccessOutcome =
  | { kind: "entry-changed"; outcome: ChangeOutcome }
  | { kind: "entry-touched" }
  | { kind: "entry-removed"; existed: boolean };

interface EntryRow extends Pick<AccessEntry, "id" | "text" | "revision"> {
  created_at: number;
  used_at: number;
  expires_at: number | null;
}

const LIVE = "(expires_at IS NULL OR expires_at > ?)";

/** Keys, sessions and names, on the only writing connection. */
export class AccessTable {
  readonly #sql: ReturnType<typeof prepareStatements>;

  constructor(database: Database.Database) {
    this.#sql = prepareStatements(database);
  }

  apply(op: AccessOp, nowMs: number): AccessOutcome {
    switch (op.kind) {
      case "change-entry":
        return { kind: "entry-changed", outcome: this.#change(op.of, op.change, nowMs) };
      case "touch-entry":
        this.#sql.touch.run([op.usedAtMs, op.expiresAtMs ?? null, op.of, op.id, nowMs]);
        return { kind: "entry-touched" };
      default: {
        const { changes } = this.#sql.remove.run([op.of, op.id, nowMs]);
        return { kind: "entry-removed", existed: changes > 0 };
      }
    }
  }

  /** Deletes at most `max` entries that have ended, and returns the number deleted. */
  purge(nowMs: number, max: number): number {
    return this.#sql.purge.run([nowMs, max]).changes;
  }

  #change(kind: AccessKind, change: EntryChange, nowMs: number): ChangeOutcome {
    const { id, text, revision, expiresAtMs = null } = change;
    const stored = this.#sql.revision.get(kind, id, nowMs) as { revision: number } | undefined;
    if ((stored?.revision ?? 0) !== revision) return "conflict";
    if (revision > 0) {
      this.#sql.update.run([text, expiresAtMs, kind, id]);
      return "stored";
    }
    if (!this.#makeRoom(kind, change, nowMs)) return "full";
    this.#sql.insert.run([kind, id, text, nowMs, expiresAtMs]);
    return "stored";
  }

  #makeRoom(
    kind: AccessKind,
    { expiresAtMs, max, evictsOldest = false }: EntryChange,
    nowMs: number,
  ): boolean {
    const counts = readCounts(this.#sql.count, kind, nowMs);
    const count = expiresAtMs === undefined ? counts.lasting : counts.expiring;
    if (count < max) return true;
    if (evictsOldest) this.#sql.evict.run([kind, count - max + 1]);
    return evictsOldest;
  }
}

/** Creates the function that runs a reader's operation. */
export function createAccessReader(database: Database.Database) {
  const columns = "id, text, revision, created_at, used_at, expires_at";
  const byId = database.prepare(
    `SELECT ${columns} FROM access WHERE kind = ? AND id = ? AND ${LIVE}`,
  );
  const all = database.prepare(
    `SELECT ${columns} FROM access WHERE kind = ? AND ${LIVE} ORDER BY created_at, id`,
  );
  const count = prepareCount(database);
  return (op: AccessReadOp): AccessEntry | AccessEntry[] | EntryCounts | undefined => {
    if (op.kind === "entry-counts") return readCounts(count, op.of, op.nowMs);
    if (op.kind === "entries") return (all.all(op.of, op.nowMs) as EntryRow[]).map(toEntry);
    const row = byId.get(op.of, op.id, op.nowMs) as EntryRow | undefined;
    return row && toEntry(row);
  };
}

function toEntry(row: EntryRow): AccessEntry {
  const { id, text, revision } = row;
  const times = { createdAtMs: row.created_at, usedAtMs: row.used_at };
  return { id, text, revision, ...times, expiresAtMs: row.expires_at ?? undefined };
}

function readCounts(statement: Database.Statement, kind: AccessKind, nowMs: number): EntryCounts {
  const { lasting, expiring } = statement.get(kind, nowMs) as EntryCounts;
  return { lasting, expiring };
}

function prepareCount(database: Database.Database) {
  return database.prepare(
    `SELECT count(*) FILTER (WHERE expires_at IS NULL) AS lasting,
      count(*) FILTER (WHERE expires_at IS NOT NULL) AS expiring
      FROM access WHERE kind = ? AND ${LIVE}`,
  );
}

function prepareStatements(database: Database.Database) {
  return {
    count: prepareCount(database),
    revision: database.prepare(`SELECT revision FROM access WHERE kind = ? AND id = ? AND ${LIVE}`),
    insert: database.prepare(
      `INSERT OR REPLACE INTO access (kind, id, text, revision, created_at, used_at, expires_at)
        VALUES (?, ?, ?, 1, ?, 0, ?)`,
    ),
    update: database.prepare(
      "UPDATE access SET text = ?, expires_at = ?, revision = revision + 1 WHERE kind = ? AND id = ?",
    ),
    touch: database.prepare(
      `UPDATE access SET used_at = ?, expires_at = coalesce(?, expires_at)
        WHERE kind = ? AND id = ? AND ${LIVE}`,
    ),
    remove: database.prepare(`DELETE FROM access WHERE kind = ? AND id = ? AND ${LIVE}`),
    evict: database.prepare(
      `DELETE FROM access WHERE (kind, id) IN
        (SELECT kind, id FROM access WHERE kind = ? AND expires_at IS NOT NULL
          ORDER BY created_at LIMIT ?)`,
    ),
    purge: database.prepare(
      `DELETE FROM access WHERE (kind, id) IN
        (SELECT kind, id FROM access WHERE expires_at <= ? LIMIT ?)`,
    ),
  };
}
