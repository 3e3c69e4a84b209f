import Database from "libsql";

/**
 * Rowid tables with an index beside them: inserts go to the end of the file (measured at four times the
 * captures of a table keyed by inbox and seq). An inbox is known by a number, so that one which ended can be
 * set aside in one step and its records be swept in slices while a new life is already running. The number
 * never comes back (AUTOINCREMENT): records that wait for the sweep must not find themselves in a new inbox.
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

/** Opens the file for the one connection that writes, creating what is missing. Throws when it cannot. */
export function openForWriting(file: string): Database.Database {
  claim(file);
  const database = open(file);
  // These two hold only from before the first table on, and the second would write to a file that has it: on a full
  // disk that is too much.
  if (isEmpty(database)) database.exec("PRAGMA page_size = 8192; PRAGMA auto_vacuum = INCREMENTAL");
  database.exec("PRAGMA journal_mode = WAL");
  // FULL: a commit is on the disk before it is acknowledged. 8000 pages of log between checkpoints: 64 MB.
  database.exec("PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 8000");
  // What expired is overwritten, not merely unlinked: records may hold secrets.
  database.exec("PRAGMA secure_delete = ON; PRAGMA cache_size = -32768");
  database.exec(TABLES);
  return database;
}

/** Opens the file for reading beside the writer, which never waits for it. */
export function openForReading(file: string): Database.Database {
  const database = open(file);
  database.exec("PRAGMA query_only = ON; PRAGMA cache_size = -16384");
  return database;
}

/** Held for as long as the process lives, however it ends. */
let lock: Database.Database | undefined;

/** Two processes on one file would each trust its own memory of it: the second one is refused. */
function claim(file: string): void {
  lock ??= open(`${file}.lock`);
  if (lock.inTransaction) return;
  try {
    // Without a journal nothing is written: a full disk is no reason not to start.
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

function open(file: string): Database.Database {
  const database = new Database(file);
  database.exec("PRAGMA busy_timeout = 1000");
  return database;
}
