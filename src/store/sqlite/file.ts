import { chmodSync, closeSync, existsSync, openSync, rmSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import Database from "libsql";
import { migrate } from "./schema.ts";

/** Records may contain secrets, so only the owner may read the files. */
const PRIVATE_FILE = 0o600;

/**
 * Opens the file for the one connection that writes, creates what is missing and upgrades what is old. Throws one
 * sentence when another process has it open, a newer release wrote it, or it cannot be used.
 */
export function openForWriting(file: string): Database.Database {
  makePrivate(file);
  const database = openFile(file);
  setDurability(database);
  migrate(database);
  // Releases before 0.2.0 locked this file instead of the database.
  rmSync(`${file}.lock`, { force: true });
  return database;
}

/** Opens the file for reading beside the writer, which never waits for readers. */
export function openForReading(file: string): Database.Database {
  const database = openFile(file);
  database.exec("PRAGMA query_only = ON; PRAGMA cache_size = -16384");
  return database;
}

/**
 * Opens the file under an exclusive lock of the operating system, because each process caches its contents. The
 * connections of this process share the lock; no other process can read or write the file until this one ends.
 * The lock is lost when this process opens and closes the file by other means (POSIX), so nothing else may.
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

/** Selects SQLite's VFS that holds exclusive locks; Windows has none and keeps a deletion of open files out itself. */
function toLockedUri(file: string): string {
  if (process.platform === "win32") return file;
  return `${pathToFileURL(resolve(file)).href}?vfs=unix-excl`;
}

function setDurability(database: Database.Database): void {
  // These two only take effect before the first table exists. Later the second would still write to the file,
  // which a full disk does not allow.
  if (isEmpty(database)) database.exec("PRAGMA page_size = 8192; PRAGMA auto_vacuum = INCREMENTAL");
  database.exec("PRAGMA journal_mode = WAL");
  // FULL syncs every commit before it is acknowledged. 8000 pages between checkpoints are a 64 MB log.
  database.exec("PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 8000");
  // Deleted records are overwritten, because they may contain secrets.
  database.exec("PRAGMA secure_delete = ON; PRAGMA cache_size = -32768");
}

function isEmpty(database: Database.Database): boolean {
  const { page_count: pages } = database.prepare("PRAGMA page_count").get() as {
    page_count: number;
  };
  return pages === 0;
}

/** Creates the file for its owner alone and restricts existing ones; SQLite gives its log the file's mode. */
function makePrivate(file: string): void {
  closeSync(openSync(file, "a", PRIVATE_FILE));
  for (const path of [file, `${file}-wal`, `${file}-shm`]) {
    if (existsSync(path)) tryChmod(path, PRIVATE_FILE);
  }
}

/** Sets the mode of a file or directory of our own; some mounted file systems have no modes. */
export function tryChmod(path: string, mode: number): void {
  try {
    chmodSync(path, mode);
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
  }
}
