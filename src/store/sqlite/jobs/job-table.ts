import type Database from "libsql";
import type {
  AddOutcome,
  JobEntry,
  JobLimits,
  JobState,
  JobTotals,
  ReplaceOutcome,
} from "../../job-store.ts";

/** Operations that change jobs. */
export type JobOp =
  | { kind: "add-job"; entry: JobEntry; limits: JobLimits }
  | { kind: "replace-job"; entry: JobEntry; maxBytes: number }
  | { kind: "remove-job"; id: string };

/** Operations that read jobs, on the connection that writes them. */
export type JobReadOp =
  | { kind: "job"; id: string }
  | { kind: "unfinished-jobs" }
  | { kind: "expired-jobs"; nowMs: number; max: number }
  | { kind: "oldest-result" }
  | { kind: "job-totals" };

export interface JobOutcome {
  kind: "job-changed";
  outcome: AddOutcome | ReplaceOutcome | "removed";
}

type JobRow = Omit<JobEntry, "expiresAtMs"> & { expires_at: number };

/** The jobs, on the only writing connection. */
export class JobTable {
  readonly #sql: ReturnType<typeof prepareStatements>;
  /** Bytes of the files of all jobs. */
  #bytes = 0;

  constructor(database: Database.Database) {
    this.#sql = prepareStatements(database);
    this.discardChanges();
  }

  apply(op: JobOp): JobOutcome {
    if (op.kind === "add-job")
      return { kind: "job-changed", outcome: this.#add(op.entry, op.limits) };
    if (op.kind === "replace-job")
      return { kind: "job-changed", outcome: this.#replace(op.entry, op.maxBytes) };
    const stored = this.#find(op.id);
    if (stored) {
      this.#sql.remove.run([op.id]);
      this.#bytes -= stored.bytes;
    }
    return { kind: "job-changed", outcome: "removed" };
  }

  read(op: JobReadOp): JobEntry | JobEntry[] | JobTotals | undefined {
    switch (op.kind) {
      case "job": {
        const row = this.#find(op.id);
        return row && toEntry(row);
      }
      case "unfinished-jobs":
        return (this.#sql.unfinished.all() as JobRow[]).map(toEntry);
      case "expired-jobs":
        return (this.#sql.expired.all(op.nowMs, op.max) as JobRow[]).map(toEntry);
      case "oldest-result": {
        const row = this.#sql.oldest.get() as JobRow | undefined;
        return row && toEntry(row);
      }
      default: {
        const rows = this.#sql.states.all() as { state: JobState; jobs: number }[];
        const states = Object.fromEntries(rows.map(({ state, jobs }) => [state, jobs]));
        return { bytes: this.#bytes, states };
      }
    }
  }

  /** Measures the files again, because a batch was rolled back. */
  discardChanges(): void {
    this.#bytes = (this.#sql.bytes.get() as { bytes: number }).bytes;
  }

  #add(entry: JobEntry, limits: JobLimits): AddOutcome {
    const { all, ofClient } = this.#sql.counts.get(entry.client) as {
      all: number;
      ofClient: number;
    };
    if (ofClient >= limits.maxUnfinishedOfClient) return "client-full";
    if (all >= limits.maxUnfinished) return "full";
    if (this.#bytes + entry.bytes > limits.maxBytes) return "no-space";
    this.#save(entry, 1);
    this.#bytes += entry.bytes;
    return "added";
  }

  #replace(entry: JobEntry, maxBytes: number): ReplaceOutcome {
    const stored = this.#find(entry.id);
    if (stored?.version !== entry.version) return "conflict";
    const added = entry.bytes - stored.bytes;
    if (added > 0 && this.#bytes + added > maxBytes) return "no-space";
    this.#save(entry, entry.version + 1);
    this.#bytes += added;
    return "replaced";
  }

  #find(id: string): JobRow | undefined {
    return this.#sql.one.get(id) as JobRow | undefined;
  }

  #save({ id, client, state, expiresAtMs, bytes, text }: JobEntry, version: number): void {
    this.#sql.save.run([id, version, client, state, expiresAtMs, bytes, text]);
  }
}

function toEntry({ id, version, client, state, expires_at, bytes, text }: JobRow): JobEntry {
  return { id, version, client, state, expiresAtMs: expires_at, bytes, text };
}

function prepareStatements(database: Database.Database) {
  const columns = "id, version, client, state, expires_at, bytes, text";
  return {
    one: database.prepare(`SELECT ${columns} FROM jobs WHERE id = ?`),
    unfinished: database.prepare(`SELECT ${columns} FROM jobs WHERE expires_at = 0`),
    expired: database.prepare(
      `SELECT ${columns} FROM jobs WHERE expires_at > 0 AND expires_at <= ?
        ORDER BY expires_at LIMIT ?`,
    ),
    oldest: database.prepare(
      `SELECT ${columns} FROM jobs WHERE expires_at > 0 AND bytes > 0 ORDER BY expires_at LIMIT 1`,
    ),
    counts: database.prepare(
      `SELECT count(*) AS "all", count(*) FILTER (WHERE client = ?) AS ofClient
        FROM jobs WHERE expires_at = 0`,
    ),
    bytes: database.prepare("SELECT coalesce(sum(bytes), 0) AS bytes FROM jobs"),
    states: database.prepare("SELECT state, count(*) AS jobs FROM jobs GROUP BY state"),
    save: database.prepare(`INSERT OR REPLACE INTO jobs (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?)`),
    remove: database.prepare("DELETE FROM jobs WHERE id = ?"),
  };
}
