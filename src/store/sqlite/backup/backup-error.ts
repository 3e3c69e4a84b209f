import { getErrorMessage } from "../../../lib/errors.ts";

/** The error of a backup that is a sentence of its own. */
export class BackupError extends Error {
  override name = "BackupError";
}

/** Completes the sentence that begins with the file. */
export function describeWriteError(error: unknown): string {
  return `could not be written: ${describeReason(error)}`;
}

/** Describes why a file could not be written. */
export function describeReason(error: unknown): string {
  const { code = "" } = error as { code?: string };
  if (/^(SQLITE_FULL|ENOSPC|EDQUOT)/.test(code)) return "no space left";
  if (/^(EACCES|EPERM|EROFS)/.test(code)) return "permission denied";
  if (/^(ENOENT|ENOTDIR)/.test(code)) return "there is no such directory";
  return getErrorMessage(error);
}
