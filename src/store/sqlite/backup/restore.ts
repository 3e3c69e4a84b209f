import {
  closeSync,
  copyFileSync,
  chmodSync,
  chownSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { openOrExplain, verifyFile } from "./check.ts";
import { openForReading, openForReplacing } from "../file.ts";
import { isDamageCode } from "../problem.ts";
import { DATA_FILE } from "../data-files.ts";
import { describeWriteError } from "./backup-error.ts";

/** Ends the names under which the files that a restore replaces are kept. */
const OLD = ".before-restore";

/** Ends the name of the log that SQLite keeps beside a data file. */
const LOG = "-wal";

interface RestoreOptions {
  file: string;
  directory: string;
  /** True: data that is there is replaced, and kept under another name. */
  force: boolean;
}

/**
 * Puts a backup into a directory as its data file. Whenever it is interrupted, the directory has
 * the old data or the new. Throws an Error with a sentence for a damaged or newer backup, and for a
 * directory that has data or that a server uses.
 */
export function restoreStore({ file, directory, force }: RestoreOptions): void {
  verifyFile(file);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const target = join(directory, DATA_FILE);
  const part = `${target}.restore`;
  const release = existsSync(target) ? takeOver(target, { directory, force }) : () => {};
  try {
    copyWithLog(file, part);
    chmodSync(part, 0o600);
    giveToOwner(part, directory);
    syncPath(part);
    if (existsSync(target)) keepOld(target, `${target}${OLD}`);
    // SQLite would take it for the log of the new file. It may have all of a damaged file's data.
    if (existsSync(`${target}${LOG}`)) renameSync(`${target}${LOG}`, `${target}${LOG}${OLD}`);
    renameDurably(part, target);
  } catch (error) {
    throw new Error(`${directory} ${describeWriteError(error)}`, { cause: error });
  } finally {
    rmSync(part, { force: true });
    release();
  }
}

/** Locks the data file and moves its log into it. Returns the function that unlocks it. */
function takeOver(
  target: string,
  { directory, force }: Pick<RestoreOptions, "directory" | "force">,
): () => void {
  const release = lockUnlessDamaged(target);
  if (force) return release;
  release();
  const old = `${DATA_FILE}${OLD}`;
  throw new Error(`${directory} has data; --force replaces it and keeps the old as ${old}`);
}

/** Locks the data file. A damaged one has no lock, because SQLite does not open it. */
function lockUnlessDamaged(target: string): () => void {
  try {
    const database = openOrExplain(target, openForReplacing);
    return () => void database.close();
  } catch (error) {
    const { code = "" } = (error as { cause: { code?: string } }).cause;
    if (!isDamageCode(code)) throw error;
    return () => {};
  }
}

/** Copies a data file and the log that a process that was killed left beside it, as one file. */
function copyWithLog(file: string, part: string): void {
  rmSync(`${part}${LOG}`, { force: true });
  // While it is open, no connection that closes moves the log.
  const source = openForReading(file);
  try {
    copyFileSync(file, part);
    if (!existsSync(`${file}${LOG}`)) return;
    copyFileSync(`${file}${LOG}`, `${part}${LOG}`);
  } finally {
    source.close();
  }
  openForReplacing(part).close();
}

/** Makes the user of the server the owner of a file that root writes. */
function giveToOwner(file: string, directory: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(directory);
  chownSync(file, uid, gid);
}

function keepOld(target: string, old: string): void {
  rmSync(old, { force: true });
  // A second name, so that the directory has a data file at every moment.
  linkSync(target, old);
}

/** Renames a file so that it has its new name after a power cut. */
export function renameDurably(from: string, to: string): void {
  renameSync(from, to);
  if (process.platform !== "win32") syncPath(dirname(to));
}

/** Waits until a file or directory is on its disk. */
export function syncPath(path: string): void {
  const descriptor = openSync(path, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
