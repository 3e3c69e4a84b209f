import type { StoreProblem } from "../health.ts";

/** Returns true for the code of a file that is damaged. */
export function isDamageCode(code: string): boolean {
  return /^SQLITE_(CORRUPT|NOTADB)/.test(code);
}

/** Returns the problem behind an SQLite error, with its solution. `file` is the data file. */
export function describeSqliteProblem(code: string, message: string, file: string): StoreProblem {
  if (code.startsWith("SQLITE_FULL"))
    return {
      reason: "full",
      message: `the disk of ${file} is full; free some space, or delete inboxes`,
    };
  if (isDamageCode(code))
    return {
      reason: "corrupt",
      message: `${file} is damaged (${message}); stop the server and run "sundry store check", then restore a backup or move the file away`,
    };
  if (/^SQLITE_(READONLY|PERM|CANTOPEN|AUTH)/.test(code))
    return {
      reason: "read-only",
      message: `${file} cannot be written (${message}); check its owner, its mode and that its disk is not mounted read-only`,
    };
  return { reason: "failing", message: `${file} cannot be used: ${message}` };
}
