import {
  closeSync,
  copyFileSync,
  chmodSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { verifyFile } from "../check.ts";
import { openForReplacing } from "../file.ts";
import { DATA_FILE } from "../sqlite-store.ts";

/** The name under which the data that a restore replaces is kept. */
const OLD_FILE = `${DATA_FILE}.before-restore`;

interface RestoreOptions {
  file: string;
  directory: string;
  /** True: data that is there is replaced, and kept under another name. */
  force: boolean;
}

/**
 * Puts a backup into a directory as its data file. Whenever it is interrupted, the directory has
 * the old data or the new. Throws an Error with a sentence for a damaged backup, one of a newer
 * release, and a directory that has data or that a server uses.
 */
export function restoreStore({ file, directory, force }: RestoreOptions): void {
  verifyFile(file);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const target = join(directory, DATA_FILE);
  const part = `${target}.restore`;
  const release = existsSync(target) ? takeOver(target, { directory, force }) : () => {};
  try {
    copyFileSync(file, part);
    chmodSync(part, 0o600);
    syncPath(part);
    if (existsSync(target)) keepOld(target, join(directory, OLD_FILE));
    renameDurably(part, target);
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
  const database = openForReplacing(target);
  if (force) return () => void database.close();
  database.close();
  throw new Error(`${directory} has data; --force replaces it and keeps the old as ${OLD_FILE}`);
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
