import type Database from "libsql";

/** The schema version that this release writes, kept in the file's `user_version`. */
export const SCHEMA_VERSION = 5;

/**
 * The tables of version 1. Rowid tables with an index take four times the captures of a table keyed
 * by inbox and seq (measured), because inserts are appended. An inbox is identified by a number, so
 * that an expired one is moved to `ended` (`expired` since version 3) in one step. It is purged in
 * slices while a new generation is already in use. Numbers are never reused (AUTOINCREMENT),
 * because records that wait for the purge must not appear in a new inbox.
 */
const TABLES = `
  CREATE TABLE IF NOT EXISTS inboxes (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    life TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    received_at INTEGER NOT NULL,
    first_seq INTEGER NOT NULL,
    last_seq INTEGER NOT NULL,
    bytes INTEGER NOT NULL
  );
  CREATE INDEX IF NOT EXISTS inboxes_by_end ON inboxes (expires_at);
  CREATE TABLE IF NOT EXISTS ended (number INTEGER PRIMARY KEY, bytes INTEGER NOT NULL);
  CREATE TABLE IF NOT EXISTS records (
    number INTEGER PRIMARY KEY,
    inbox INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    method TEXT NOT NULL,
    preflight INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    text BLOB NOT NULL
  );
  CREATE UNIQUE INDEX IF NOT EXISTS records_of_inbox ON records (inbox, seq);
  CREATE TABLE IF NOT EXISTS usage (
    day INTEGER NOT NULL,
    identity TEXT NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (day, identity)
  ) WITHOUT ROWID;
`;

/**
 * Version 2 adds response plans. `planned` is part of the inbox's row, so that captures into
 * inboxes without a plan need no second query. `inbox` is null while a plan waits for the first
 * request.
 */
const PLANS = `
  ALTER TABLE inboxes ADD COLUMN planned INTEGER NOT NULL DEFAULT 0;
  CREATE TABLE plans (
    id TEXT PRIMARY KEY,
    inbox INTEGER,
    plan TEXT NOT NULL,
    from_seq INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    steps TEXT NOT NULL
  );
  CREATE INDEX plans_by_end ON plans (expires_at);
`;

/**
 * Version 3 adds the owner to whose share of the store an inbox counts; 0: it is unknown, as of
 * inboxes of earlier releases.
 */
const OWNERS = `
  ALTER TABLE inboxes RENAME COLUMN life TO generation;
  ALTER TABLE inboxes ADD COLUMN owner INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE ended RENAME TO expired;
  ALTER TABLE expired ADD COLUMN owner INTEGER NOT NULL DEFAULT 0;
`;

/**
 * Version 4 adds the usage of the last days. `counts` has a count for each of the names, by their
 * number, and is null where only the total is kept. It also adds keys, sessions and names, where an
 * entry without `expires_at` does not end, and jobs, of which those with 0 are unfinished.
 */
const HISTORY_ACCESS_JOBS = `
  CREATE TABLE usage_names (number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
  CREATE TABLE usage_days (
    day INTEGER NOT NULL,
    identity BLOB NOT NULL,
    total INTEGER NOT NULL,
    counts TEXT,
    PRIMARY KEY (day, identity)
  ) WITHOUT ROWID;
  CREATE TABLE access (
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    text TEXT NOT NULL,
    revision INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    used_at INTEGER NOT NULL,
    expires_at INTEGER,
    PRIMARY KEY (kind, id)
  ) WITHOUT ROWID;
  CREATE INDEX access_by_end ON access (expires_at);
  CREATE TABLE jobs (
    id TEXT PRIMARY KEY,
    version INTEGER NOT NULL,
    client TEXT NOT NULL,
    state TEXT NOT NULL,
    expires_at INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    text TEXT NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX jobs_by_end ON jobs (expires_at);
  CREATE INDEX results_by_end ON jobs (expires_at) WHERE bytes > 0;
`;

/**
 * Version 5 adds the CRC-32 of each record's text, by which reads notice what the disk changed;
 * null: a record of an earlier release. SHA-256 of bodies took twice as long as reading them.
 */
const CHECKSUMS = "ALTER TABLE records ADD COLUMN crc INTEGER";

/**
 * The migrations: entry n upgrades version n to n + 1. Version 0 is an empty file or one of release
 * 0.1.0, which had the tables of version 1 and did not set a version.
 */
const MIGRATIONS: readonly ((database: Database.Database) => void)[] = [
  (database) => void database.exec(TABLES),
  (database) => void database.exec(PLANS),
  (database) => void database.exec(OWNERS),
  (database) => void database.exec(HISTORY_ACCESS_JOBS),
  (database) => void database.exec(CHECKSUMS),
];

/**
 * Upgrades the file to SCHEMA_VERSION, one version per transaction. Throws a sentence for the
 * operator when a newer release wrote the file, which must not be downgraded.
 */
export function migrate(database: Database.Database): void {
  const version = readSchemaVersion(database);
  if (version > SCHEMA_VERSION) throw new Error(describeNewerVersion(version));
  for (const [index, upgrade] of MIGRATIONS.entries()) {
    if (index < version) continue;
    // A file of release 0.1.0 needs the new number only, which can wait when the disk is full.
    const optional = index === 0 && hasTables(database);
    migrateOnce(
      database,
      () => {
        upgrade(database);
        database.exec(`PRAGMA user_version = ${index + 1}`);
      },
      optional,
    );
  }
}

/** Returns the file's schema version; 0 for an empty file and for those of release 0.1.0. */
export function readSchemaVersion(database: Database.Database): number {
  const row = database.prepare("PRAGMA user_version").get() as { user_version: number };
  return row.user_version;
}

/** Returns the error message for a file that a newer release wrote. */
export function describeNewerVersion(version: number): string {
  return (
    `a newer release of Sundry wrote it (schema version ${version}; this release supports up to ` +
    `${SCHEMA_VERSION}); start that release, or set DATA_DIR to another directory`
  );
}

/** Returns true for SQLite's "disk full" error. */
export function isFullError(error: unknown): boolean {
  return error instanceof Error && "code" in error && String(error.code).startsWith("SQLITE_FULL");
}

function migrateOnce(database: Database.Database, upgrade: () => void, optional: boolean): void {
  database.exec("BEGIN IMMEDIATE");
  try {
    upgrade();
    database.exec("COMMIT");
  } catch (error) {
    if (database.inTransaction) database.exec("ROLLBACK");
    if (!(optional && isFullError(error))) throw error;
  }
}

function hasTables(database: Database.Database): boolean {
  return database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'inboxes'").get() !== undefined;
}
