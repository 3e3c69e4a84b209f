import { openSync, closeSync, rmSync, statSync } from "node:fs";
import Database from "libsql";
import { openForReading } from "../file.ts";
import { readSchemaVersion } from "../schema.ts";

export interface BackupSummary {
  bytes: number;
  inboxes: number;
  records: number;
  /** 0 for a file of release 0.1.0, which the next start upgrades. */
  schemaVersion: number;
}

interface BackupOptions {
  /** The data file. */
  from: string;
  /** The new file. An existing one is replaced. */
  to: string;
  nowMs: number;
  /** Called after each piece, with the milliseconds that it took. An exception ends the backup. */
  onPiece?(elapsedMs: number): void;
}

/** Bytes of rows that are written and synced together, so that syncs of captures wait little. */
const PIECE_BYTES = 1024 ** 2;

/** Bytes that a row takes beside its texts. */
const ROW_BYTES = 100;

const LIVE_INBOXES = "SELECT number FROM inboxes WHERE expires_at > :now";

/**
 * The rows of a backup, by their table; those of other tables are all in it. Results of jobs are
 * files that it does not have.
 */
const LIVE_ROWS: Readonly<Record<string, string>> = {
  inboxes: "expires_at > :now",
  records: `inbox IN (${LIVE_INBOXES})`,
  plans: "expires_at > :now",
  expired: "0",
  jobs: "0",
  access: "expires_at IS NULL OR expires_at > :now",
};

/**
 * Copies what has not expired at one moment into a file of its own. It copies row by row, because
 * libsql has no online backup and a `VACUUM INTO` delays captures. Removes the file when it fails.
 */
export function backUp({ from, to, nowMs, onPiece = () => {} }: BackupOptions): BackupSummary {
  rmSync(to, { force: true });
  closeSync(openSync(to, "wx", 0o600));
  const source = openForReading(from);
  const target = new Database(to);
  try {
    // The transaction keeps the moment for all tables.
    source.exec("BEGIN");
    const schemaVersion = readSchemaVersion(source);
    prepareTarget(source, target, schemaVersion);
    const counts = new Map(
      listTables(source).map((table) => [
        table,
        copyTable(table, { source, target, nowMs, onPiece }),
      ]),
    );
    target.close();
    const count = (table: string) => counts.get(table) ?? 0;
    const { size: bytes } = statSync(to);
    return { bytes, inboxes: count("inboxes"), records: count("records"), schemaVersion };
  } catch (error) {
    if (target.open) target.close();
    rmSync(to, { force: true });
    throw error;
  } finally {
    source.close();
  }
}

/** Creates the tables and indexes of the source in the new file. */
function prepareTarget(
  source: Database.Database,
  target: Database.Database,
  schemaVersion: number,
): void {
  target.exec("PRAGMA page_size = 8192; PRAGMA auto_vacuum = INCREMENTAL");
  // A file that is not whole is removed, so that it needs no journal.
  target.exec("PRAGMA journal_mode = OFF; PRAGMA synchronous = NORMAL");
  const definitions = source
    .prepare(
      "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY type DESC",
    )
    .all() as { sql: string }[];
  for (const { sql } of definitions) target.exec(sql);
  target.exec(`PRAGMA user_version = ${schemaVersion}`);
}

/** Lists the tables, that of used numbers included, so that none is given twice. */
function listTables(source: Database.Database): string[] {
  const rows = source
    .prepare(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND (name NOT LIKE 'sqlite_%' OR name = 'sqlite_sequence')",
    )
    .all() as { name: string }[];
  return rows.map(({ name }) => name);
}

interface CopyOptions {
  source: Database.Database;
  target: Database.Database;
  nowMs: number;
  onPiece(elapsedMs: number): void;
}

/** Copies the live rows of a table in pieces. Returns their number. */
function copyTable(table: string, { source, target, nowMs, onPiece }: CopyOptions): number {
  const condition = LIVE_ROWS[table] ?? "1";
  const names = (source.prepare(`PRAGMA table_info(${table})`).all() as { name: string }[]).map(
    ({ name }) => name,
  );
  const marks = names.map(() => "?").join(", ");
  const insert = target.prepare(`INSERT INTO ${table} (${names.join(", ")}) VALUES (${marks})`);
  const sql = `SELECT ${names.join(", ")} FROM ${table} WHERE ${condition.replaceAll(":now", String(nowMs))}`;
  // Numbers that SQLite gave while rows were copied.
  if (table === "sqlite_sequence") target.exec("DELETE FROM sqlite_sequence");
  let rows = 0;
  let bytes = 0;
  let startMs = performance.now();
  target.exec("BEGIN");
  for (const row of source.prepare(sql).raw(true).iterate() as Iterable<unknown[]>) {
    const values = row.map((value) => (value instanceof ArrayBuffer ? Buffer.from(value) : value));
    insert.run(values);
    rows += 1;
    bytes += values.reduce((sum: number, value) => sum + getSize(value), ROW_BYTES);
    if (bytes < PIECE_BYTES) continue;
    target.exec("COMMIT");
    onPiece(performance.now() - startMs);
    startMs = performance.now();
    bytes = 0;
    target.exec("BEGIN");
  }
  target.exec("COMMIT");
  return rows;
}

function getSize(value: unknown): number {
  return typeof value === "string" || value instanceof Uint8Array ? value.length : 0;
}
