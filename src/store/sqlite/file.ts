import { existsSync, rmSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import Database from "libsql";
import { makePrivate } from "./data-files.ts";
import { migrate } from "./schema.ts";

/**
 * Opens the file for the only writing connection, creates missing tables and migrates old ones.
 * Throws an Error with a one-sentence message when another process has it open, a newer release
 * wrote it, or it cannot be used.
 */
export function openForWriting(file: string): Database.Database {
  rejectLost(file);
  makePrivate(file);
  const database = openFile(file);
  setDurability(database);
  migrate(database);
  // Removes the lock file of releases before 0.2.0.
  rmSync(`${file}.lock`, { force: true });
  return database;
}

/** Length of the header of a data file. */
const HEADER_BYTES = 100;

/**
 * A data file has content from its creation on, and before its log exists. So an empty one, and a
 * log without one, lost it, and must not look like a new one. SQLite takes a file of one byte, such
 * as a line break, for an empty one.
 */
function rejectLost(file: string): void {
  const { size = 0 } = statSync(file, { throwIfNoEntry: false }) ?? {};
  const remains = [file, `${file}-wal`, `${file}-shm`].filter((path) => existsSync(path));
  if (size >= HEADER_BYTES || remains.length === 0) return;
  const names = remains.join(" and ");
  const loss = existsSync(file) ? "is empty; " : `is missing beside ${names}; put it back, `;
  throw new Error(`${file} ${loss}restore a backup, or delete ${names} to start a new one`);
}

/**
 * Opens a file that another is about to replace, and moves its log into it. Throws an Error when a
 * server uses it.
 */
export function openForReplacing(file: string): Database.Database {
  const database = openFile(file);
  // No log remains that SQLite would take for one of the new file.
  database.exec("PRAGMA journal_mode = DELETE");
  return database;
}

/** Opens the file for reading; the writer never waits for readers. */
export function openForReading(file: string): Database.Database {
  const database = openFile(file);
  database.exec("PRAGMA query_only = ON; PRAGMA cache_size = -16384");
  return database;
}

/**
 * Opens the file under an exclusive lock of the operating system, because each process caches its
 * contents. Connections of this process share the lock; other processes cannot open the file until
 * this one exits. The lock is lost if this process opens and closes the file by other means
 * (POSIX), so nothing else may.
 */
function openFile(file: string): Database.Database {
  try {
    const database = new Database(toLockedUri(file));
    database.exec("PRAGMA busy_timeout = 1000");
    // The first access takes the lock.
    database.prepare("PRAGMA page_count").get();
    return database;
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "SQLITE_BUSY")) throw error;
    throw new Error("another process uses it", { cause: error });
  }
}

/**
 * Selects SQLite's VFS with exclusive locks. Windows has none, but it prevents the deletion of open
 * files itself.
 */
function toLockedUri(file: string): string {
  if (process.platform === "win32") return file;
  return `${pathToFileURL(resolve(file)).href}?vfs=unix-excl`;
}

function setDurability(database: Database.Database): void {
  // These pragmas only take effect before the first table exists. Later the second would still
  // write to the file, which fails on a full disk.
  if (isEmpty(database)) database.exec("PRAGMA page_size = 8192; PRAGMA auto_vacuum = INCREMENTAL");
  database.exec("PRAGMA journal_mode = WAL");
  // FULL syncs every commit before it is acknowledged. 8000 pages between checkpoints are a 64 MB
  // log.
  database.exec("PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 8000");
  // Overwrites deleted records, because they may contain secrets.
  database.exec("PRAGMA secure_delete = ON; PRAGMA cache_size = -32768");
}

function isEmpty(database: Database.Database): boolean {
  const { page_count: pages } = database.prepare("PRAGMA page_count").get() as {
    page_count: number;
  };
  return pages === 0;
}
