import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
} from "node:fs";
import { dirname, resolve } from "node:path";

/** The name of the data file in the directory; other files of the store begin with it. */
export const DATA_FILE = "sundry.db";

/** Records may contain secrets, so only the owner may read the files. */
const PRIVATE_FILE = 0o600;
const PRIVATE_DIRECTORY = 0o700;

/**
 * Creates the file with mode 600 and restricts existing ones; SQLite copies the mode to its log.
 */
export function makePrivate(file: string): void {
  closeSync(openSync(file, "a", PRIVATE_FILE));
  for (const path of [file, `${file}-wal`, `${file}-shm`]) {
    if (existsSync(path)) tryChmod(path, PRIVATE_FILE);
  }
}

/** Makes a directory of our own, empty or with our data file, accessible to its owner only. */
export function makePrivateDirectory(directory: string): void {
  const path = resolve(directory);
  if (makeDirectory(path)) return;
  const entries = readdirSync(path);
  if (entries.length === 0 || entries.includes(DATA_FILE)) tryChmod(path, PRIVATE_DIRECTORY);
}

/**
 * Returns true when it created the directory. Not `mkdir` with `recursive`, which never returns on
 * file systems without directories, such as below /proc.
 */
function makeDirectory(path: string): boolean {
  if (existsSync(path)) return false;
  makeDirectory(dirname(path));
  mkdirSync(path, { mode: PRIVATE_DIRECTORY });
  return true;
}

/** Returns false for a file that this user may not read, because SQLite's error does not say so. */
export function isPermitted(file: string): boolean {
  try {
    accessSync(file, constants.R_OK);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "EACCES";
  }
}

/**
 * Sets the mode of a file or directory; ignores errors, because some mounted file systems have no
 * modes.
 */
function tryChmod(path: string, mode: number): void {
  try {
    chmodSync(path, mode);
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
  }
}
