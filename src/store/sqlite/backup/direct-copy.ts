import { realpathSync } from "node:fs";
import { basename, dirname } from "node:path";
import { getErrorMessage } from "../../../lib/errors.ts";
import { findDataFile, openOrExplain } from "./check.ts";
import { openForReading } from "../file.ts";
import { DATA_FILE } from "../data-files.ts";
import { backUp } from "./backup.ts";
import { BackupError } from "./backup-error.ts";
import type { BackupCopy } from "./control-socket.ts";

/** Copies the data of a directory that no process serves. */
export function copyDirectly(directory: string, to: string): BackupCopy {
  const { file, lock } = lockDataFile(directory);
  const release = () => void lock.close();
  try {
    return { summary: backUp({ from: file, to, nowMs: Date.now() }), release };
  } catch (error) {
    release();
    throw error;
  }
}

/** Opens the data file, so that no other process starts a backup or serves it. */
function lockDataFile(directory: string) {
  try {
    const file = findDataFile(directory);
    return { file, lock: openOrExplain(file, openForReading) };
  } catch (error) {
    throw new BackupError(getErrorMessage(error), { cause: error });
  }
}

/** Returns true for the data file of a directory, and for those that begin with its name. */
export function isStoreFile(file: string, directory: string): boolean {
  if (!basename(file).startsWith(DATA_FILE)) return false;
  const [parent, target] = [dirname(file), directory].map(resolveLinks);
  return parent === target;
}

function resolveLinks(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
