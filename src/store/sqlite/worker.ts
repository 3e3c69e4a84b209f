import type Database from "libsql";
import { statfsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { workerData } from "node:worker_threads";
import { serveCalls } from "../../lib/workers/worker-server.ts";
import type { InboxLimits, RecordPage } from "../store.ts";
import { type BatchResult, type PackedBatch, releaseBatch } from "./batch.ts";
import type { JobReadOp } from "./jobs/job-table.ts";
import { Reader, type ReadOp } from "./reader.ts";
import { openForReading, openForWriting } from "./file.ts";
import { releaseReserve } from "./reserve.ts";
import { isFullError } from "./schema.ts";
import { type WriterOptions, Writer } from "./writer.ts";
import { type BackupSummary, backUp } from "./backup/backup.ts";

interface BackupTask {
  kind: "backup";
  to: string;
  nowMs: number;
  /** Becomes 1 when the backup is no longer needed. */
  canceled: Int32Array;
}

/** Pause after each piece as a multiple of its time, so that captures get most of the disk. */
const PAUSE_FACTOR = 2;

/** The start-up data of a thread of the SQLite store. */
export interface WorkerSetup {
  role: "reader" | "writer" | "checkpointer" | "backup";
  file: string;
  limits: InboxLimits;
}

/**
 * Tasks of the writer: batch, usage, jobs and truncate-log; of the checkpointer: checkpoint; of the
 * reader: the others.
 */
export type WorkerTask =
  | ({ kind: "batch"; batch: PackedBatch } & WriterOptions)
  | { kind: "usage"; day: number }
  | { kind: "truncate-log" }
  | { kind: "jobs"; op: JobReadOp }
  | { kind: "checkpoint" }
  | BackupTask
  | ReadOp;

const { role, file, limits } = workerData as WorkerSetup;
const START = {
  writer: startWriter,
  reader: startReader,
  checkpointer: startCheckpointer,
  backup: startBackup,
};
let run: ((task: WorkerTask) => unknown) | undefined;

// The first task opens the file, and the next one after each failure, so that every task reports
// the reason.
serveCalls((task: WorkerTask) => (run ??= START[role]())(task), listPageBuffers);

function startWriter(): (task: WorkerTask) => unknown {
  const options = { limits, releaseReserve: () => releaseReserve(file) };
  const writer = new Writer(openWithReserve(), options);
  const openedInode = readInode();
  return (task) => {
    // Detects a file that was moved away, which still accepts writes that would be lost.
    if (readInode() !== openedInode) throw new Error("the store's file was moved or deleted");
    if (task.kind === "batch") {
      const outcomes = writer.apply(task.batch, task);
      releaseBatch(task.batch, outcomes);
      return { outcomes, storedBytes: writer.storedBytes } satisfies BatchResult;
    }
    if (task.kind === "usage") return writer.loadUsage(task.day);
    if (task.kind === "jobs") return writer.readJobs(task.op);
    return task.kind === "truncate-log" ? writer.truncateLog() : undefined;
  };
}

/** Opens the file; releases the reserve when a migration needs space. */
function openWithReserve(): Database.Database {
  try {
    return openForWriting(file);
  } catch (error) {
    if (!isFullError(error)) throw error;
    releaseReserve(file);
    return openForWriting(file);
  }
}

function readInode(): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.ino;
}

/**
 * Copies the log into the file in parallel with the writer. Its tasks return the disk's free bytes.
 */
function startCheckpointer(): (task: WorkerTask) => unknown {
  const checkpoint = openForReading(file).prepare("PRAGMA wal_checkpoint(PASSIVE)");
  return () => {
    checkpoint.all();
    const { bavail, bsize } = statfsSync(dirname(file));
    return bavail * bsize;
  };
}

function startBackup(): (task: WorkerTask) => unknown {
  return (task) => (task.kind === "backup" ? runBackupTask(file, task) : undefined);
}

function startReader(): (task: WorkerTask) => unknown {
  const reader = new Reader(openForReading(file));
  return (task) => {
    if (task.kind === "history") return reader.readHistory(task.identity, task.days);
    if (task.kind === "meta") return reader.getMeta(task.inbox, task.nowMs);
    if (task.kind === "plan") return reader.getPlan(task.inbox, task.nowMs);
    if (task.kind === "read") return reader.read(task.inbox, task.query, task.nowMs);
    if (task.kind === "entry" || task.kind === "entries" || task.kind === "entry-counts")
      return reader.readAccess(task);
    return undefined;
  };
}

/** Lists the buffers of a page to transfer, because copying them is slow. */
function listPageBuffers(result: unknown): ArrayBuffer[] {
  const { texts } = (result ?? {}) as Partial<RecordPage>;
  return texts && texts.byteLength > 0 ? [texts.buffer as ArrayBuffer] : [];
}

/** Runs a task of a backup in the calling thread, with pauses. Throws when it is canceled. */
function runBackupTask(from: string, { to, nowMs, canceled }: BackupTask): BackupSummary {
  const onPiece = (elapsedMs: number) => {
    Atomics.wait(canceled, 0, 0, elapsedMs * PAUSE_FACTOR);
    if (Atomics.load(canceled, 0) !== 0) throw new Error("the backup was canceled");
  };
  return backUp({ from, to, nowMs, onPiece });
}
