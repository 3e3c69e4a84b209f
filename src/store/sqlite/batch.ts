import { detachBuffer, toTransferable } from "../../lib/workers/transferable.ts";
import type { Exhaustion } from "../byte-shares.ts";
import {
  MAX_PREFIX_BYTES,
  NO_OWNER,
  type ChosenStep,
  type InboxMeta,
  type NewRecord,
  type PlanState,
  type StoredPlan,
} from "../store.ts";
import type { UsageAddition } from "../usage-history.ts";
import type { AccessOp, AccessOutcome } from "./access/access-table.ts";
import type { JobOp, JobOutcome } from "./jobs/job-table.ts";

export type WriteOp = { kind: "capture"; inbox: string; record: NewRecord } | PlainOp;

/** Operations that are sent to the writer thread as they are. */
type PlainOp =
  | { kind: "remove"; inbox: string }
  | { kind: "set-plan"; inbox: string; plan: string; steps: string }
  | { kind: "remove-plan"; inbox: string }
  | { kind: "usage"; day: number; counts: string }
  | { kind: "history"; day: number; additions: readonly UsageAddition[] }
  | AccessOp
  | JobOp
  | { kind: "purge" }
  | { kind: "probe" };

/**
 * A capture without its bytes. A tuple, because an object's keys would be cloned with every record.
 */
export type PackedCapture = [
  inbox: string,
  method: string,
  preflight: boolean,
  /** Start and end of the record's members in the batch's bytes. */
  start: number,
  end: number,
  plan: NewRecord["plan"],
  owner: number,
  /** The members of a large record, which the batch's bytes do not have. */
  moved?: Uint8Array<ArrayBuffer>,
];

/**
 * Records of this size and more are moved to the writer thread, because copying megabytes blocks
 * the event loop for longer than a request may.
 */
const MIN_MOVED_BYTES = 256 * 1024;

/** Operations as they are sent to the writer thread. One buffer has all small records. */
export interface PackedBatch {
  ops: (PackedCapture | PlainOp)[];
  /**
   * Space is reserved before each record's members for the prefix, and after them for the closing
   * brace.
   */
  bytes: Uint8Array;
}

/** A stored capture: the record's position, and its inbox's metadata after the batch. */
export type CaptureRow = [
  seq: number,
  receivedAt: string,
  generation: string,
  createdAtMs: number,
  expiresAtMs: number,
  firstSeq: number,
  lastSeq: number,
  bytes: number,
  answered?: ChosenStep,
];

/** The outcome of an operation. "refused": no inbox may be created. "full": the disk is. */
export type WriteOutcome =
  | CaptureRow
  | { kind: "refused"; reason: Exhaustion }
  | { kind: "full" }
  | { kind: "plan-changed"; plan: StoredPlan; moved?: Uint8Array<ArrayBuffer> | undefined }
  | { kind: "plan-set"; state: PlanState }
  | { kind: "plan-removed" }
  | { kind: "removed"; existed: boolean; lowSpace: boolean }
  | { kind: "counted" }
  | AccessOutcome
  | JobOutcome
  | { kind: "probed" }
  | { kind: "purged"; records: number; more: boolean };

export interface BatchResult {
  /** In the order of the operations. */
  outcomes: WriteOutcome[];
  /** Bytes of all records in the file. */
  storedBytes: number;
}

/** Packs operations for the writer thread. Large records lose their members. */
export function packBatch(ops: readonly WriteOp[]): PackedBatch {
  let size = 0;
  for (const op of ops) {
    if (op.kind === "capture" && !isMoved(op.record))
      size += MAX_PREFIX_BYTES + op.record.members.length + 1;
  }
  // Not from Node's shared pool, because the memory is transferred to the other thread.
  const bytes = Buffer.allocUnsafeSlow(size);
  let end = 0;
  const packed = ops.map((op): PackedCapture | PlainOp => {
    if (op.kind !== "capture") return op;
    const { members, method, preflight, plan, owner = NO_OWNER } = op.record;
    if (isMoved(op.record))
      return [op.inbox, method, preflight, 0, 0, plan, owner, toTransferable(members)];
    const start = end + MAX_PREFIX_BYTES;
    bytes.set(members, start);
    end = start + members.length + 1;
    return [op.inbox, method, preflight, start, end - 1, plan, owner];
  });
  return { ops: packed, bytes };
}

/** Lists the buffers that are transferred with a batch. */
export function listBuffers({ ops, bytes }: PackedBatch): ArrayBuffer[] {
  const buffers = [bytes.buffer as ArrayBuffer];
  for (const op of ops) if (Array.isArray(op) && op[7]) buffers.push(op[7].buffer);
  return buffers;
}

/** Frees the bytes of an applied batch, except those that its outcomes return. */
export function releaseBatch({ ops, bytes }: PackedBatch, outcomes: readonly WriteOutcome[]): void {
  detachBuffer(bytes);
  for (const [index, op] of ops.entries()) {
    const outcome = outcomes[index];
    const isReturned = outcome !== undefined && "moved" in outcome;
    if (Array.isArray(op) && op[7] && !isReturned) detachBuffer(op[7]);
  }
}

/** The response of a plan reads the members after they are stored. */
function isMoved({ members, plan }: NewRecord): boolean {
  return members.length >= MIN_MOVED_BYTES && !plan;
}

/** Returns the metadata of the inbox that a capture was stored in. */
export function toCaptureMeta(row: CaptureRow): InboxMeta {
  const [, , generation, createdAtMs, expiresAtMs, firstSeq, lastSeq, bytes] = row;
  return { generation, createdAtMs, expiresAtMs, firstSeq, lastSeq, bytes };
}
