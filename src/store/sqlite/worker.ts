import { statSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import type { PackedBatch } from "./batch.ts";
import { createReader, type ReadOp } from "./reader.ts";
import { openForReading, openForWriting } from "./schema.ts";
import { createWriter } from "./writer.ts";
import type { InboxLimits, StoreError } from "../store.ts";

/** What a thread of the embedded store is started with. */
export interface WorkerSetup {
  role: "reader" | "writer" | "checkpointer";
  file: string;
  limits: InboxLimits;
}

/** What a thread is asked. The writer takes batches, "usage" and "tidy", the checkpointer "checkpoint", the reader the rest. */
export type WorkerTask =
  | { kind: "batch"; batch: PackedBatch; nowMs: number }
  | { kind: "usage"; day: number }
  | { kind: "tidy" }
  | { kind: "checkpoint" }
  | ReadOp;

/** What came of a task. */
export type WorkerReply =
  | { task: number; result: unknown }
  | { task: number; reason: StoreError["reason"]; message: string };

const { role, file, limits } = workerData as WorkerSetup;
const ROLES = { writer: writing, reader: reading, checkpointer: checkpointing };
let run: ((ask: WorkerTask) => unknown) | undefined;
// An unusable file is an answer too: to every task, until the file can be opened.
parentPort?.on("message", (message: { task: number; ask: WorkerTask } | "close") => {
  if (message === "close") parentPort?.close();
  else reply(message.task, () => (run ??= ROLES[role]())(message.ask));
});

function writing(): (ask: WorkerTask) => unknown {
  const writer = createWriter(openForWriting(file), limits);
  const opened = inode();
  return (ask) => {
    // A file that was taken away still takes writes, and nobody would find them again.
    if (inode() !== opened) throw new Error("the store's file is no longer at its place");
    if (ask.kind === "batch") return writer.apply(ask.batch, ask.nowMs);
    if (ask.kind === "usage") return writer.usage(ask.day);
    return ask.kind === "tidy" ? writer.tidy() : undefined;
  };
}

function inode(): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.ino;
}

/** Copies the log into the file beside the writer, so that the writer itself finds little left to copy. */
function checkpointing(): (ask: WorkerTask) => unknown {
  const checkpoint = openForReading(file).prepare("PRAGMA wal_checkpoint(PASSIVE)");
  return () => void checkpoint.all();
}

function reading(): (ask: WorkerTask) => unknown {
  const reader = createReader(openForReading(file));
  return (ask) => {
    if (ask.kind === "head") return reader.head(ask.inbox, ask.nowMs);
    return ask.kind === "read" ? reader.read(ask.inbox, ask.query, ask.nowMs) : undefined;
  };
}

function reply(task: number, work: () => unknown): void {
  let message: WorkerReply;
  try {
    message = { task, result: work() };
  } catch (error) {
    message = { task, ...failure(error) };
  }
  parentPort?.postMessage(message, "result" in message ? handedOver(message.result) : []);
}

/** A page's records go over without being copied. */
function handedOver(result: unknown): ArrayBuffer[] {
  const { texts } = (result ?? {}) as { texts?: Uint8Array };
  return texts && texts.byteLength > 0 ? [texts.buffer as ArrayBuffer] : [];
}

function failure(error: unknown): { reason: StoreError["reason"]; message: string } {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const message = `${code} ${error instanceof Error ? error.message : String(error)}`.trim();
  return { reason: code.startsWith("SQLITE_FULL") ? "full" : "unavailable", message };
}
