import { type BackupSummary, backUp } from "./backup.ts";

export interface BackupTask {
  kind: "backup";
  to: string;
  nowMs: number;
  /** Becomes 1 when the backup is no longer needed. */
  cancelled: Int32Array;
}

/** Pause after each piece as a multiple of its time, so that captures get most of the disk. */
const PAUSE_FACTOR = 2;

/** Runs a task of a backup in the calling thread, with pauses. Throws when it is cancelled. */
export function runBackupTask(from: string, { to, nowMs, cancelled }: BackupTask): BackupSummary {
  const onPiece = (elapsedMs: number) => {
    Atomics.wait(cancelled, 0, 0, elapsedMs * PAUSE_FACTOR);
    if (Atomics.load(cancelled, 0) !== 0) throw new Error("the backup was cancelled");
  };
  return backUp({ from, to, nowMs, onPiece });
}
