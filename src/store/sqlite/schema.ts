import Database from "libsql";

/**
 * The tables. Rowid tables with an index beside them take four times the captures of a table that is keyed by
 * inbox and seq (measured), because inserts are appended. An inbox is identified by a number, so that an expired
 * one is moved to `ended` in one step and purged in slices while a new generation is already in use. Numbers are
 * never reused (AUTOINCREMENT), because records that wait for the purge must not appear in a new inbox.
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

/** Opens the file for the one connection that writes and creates what is missing. Throws when it cannot. */
export function openForWriting(file: string): Database.Database {
  acquireLock(file);
  const database = openFile(file);
  // These two only take effect before the first table exists. Later the second would still write to the file,
  // which a full disk does not allow.
  if (isEmpty(database)) database.exec("PRAGMA page_size = 8192; PRAGMA auto_vacuum = INCREMENTAL");
  database.exec("PRAGMA journal_mode = WAL");
  // FULL syncs every commit before it is acknowledged. 8000 pages between checkpoints are a 64 MB log.
  database.exec("PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 8000");
  // Deleted records are overwritten, because they may contain secrets.
  database.exec("PRAGMA secure_delete = ON; PRAGMA cache_size = -32768");
  database.exec(TABLES);
  return database;
}

/** Opens the file for reading beside the writer, which never waits for readers. */
export function openForReading(file: string): Database.Database {
  const database = openFile(file);
  database.exec("PRAGMA query_only = ON; PRAGMA cache_size = -16384");
  return database;
}

/** Kept open until the process ends, however that happens. */
let lock: Database.Database | undefined;

/** Holds an exclusive lock, because each process caches the file's contents; a second process is rejected. */
function acquireLock(file: string): void {
  lock ??= openFile(`${file}.lock`);
  if (lock.inTransaction) return;
  try {
    // Without a journal nothing is written, so that a full disk does not prevent a start.
    lock.exec("PRAGMA journal_mode = OFF; BEGIN EXCLUSIVE");
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "SQLITE_BUSY")) throw error;
    throw new Error("another process uses it", { cause: error });
  }
}

function isEmpty(database: Database.Database): boolean {
  const { page_count: pages } = database.prepare("PRAGMA page_count").get() as {
    page_count: number;
  };
  return pages === 0;
}

function openFile(file: string): Database.Database {
  const database = new Database(file);
  database.exec("PRAGMA busy_timeout = 1000");
  return database;
}
