import { MAX_PREFIX_BYTES, type InboxMeta, type NewRecord } from "../store.ts";

/** One thing to write. */
export type WriteOp = { kind: "capture"; inbox: string; record: NewRecord } | PlainOp;

/** Operations that cross to the writing thread as they are. */
type PlainOp =
  | { kind: "remove"; inbox: string }
  | { kind: "usage"; day: number; counts: string }
  | { kind: "sweep" };

/** A capture without its bytes. A tuple: an object's names would cross the threads with every record. */
export type PackedCapture = [
  inbox: string,
  method: string,
  preflight: boolean,
  /** Where the record's members lie in the batch's bytes. */
  start: number,
  end: number,
];

/** Operations as they cross to the writing thread: one buffer with all records, handed over and not copied. */
export interface PackedBatch {
  ops: (PackedCapture | PlainOp)[];
  /** Before each record's members there is room for its place, behind them for the closing brace. */
  bytes: Uint8Array;
}

/** A stored capture: its own place, and its inbox as it is after the batch. */
export type CapturedPlace = [
  seq: number,
  receivedAt: string,
  life: string,
  createdAtMs: number,
  expiresAtMs: number,
  firstSeq: number,
  lastSeq: number,
  bytes: number,
];

/** What came of an operation, in the operations' order. */
export type Outcome =
  | CapturedPlace
  | { kind: "refused" }
  | { kind: "removed"; existed: boolean }
  | { kind: "counted" }
  | { kind: "swept"; records: number; more: boolean };

/** Packs operations for the writing thread. */
export function packBatch(ops: readonly WriteOp[]): PackedBatch {
  let size = 0;
  for (const op of ops) {
    if (op.kind === "capture") size += MAX_PREFIX_BYTES + op.record.members.length + 1;
  }
  // Not from the shared pool: the memory goes over to the other thread.
  const bytes = Buffer.allocUnsafeSlow(size);
  let end = 0;
  const packed = ops.map((op): PackedCapture | PlainOp => {
    if (op.kind !== "capture") return op;
    const { members, method, preflight } = op.record;
    const start = end + MAX_PREFIX_BYTES;
    bytes.set(members, start);
    end = start + members.length + 1;
    return [op.inbox, method, preflight, start, end - 1];
  });
  return { ops: packed, bytes };
}

/** The state of the inbox that a capture went to. */
export function headOfPlace(place: CapturedPlace): InboxMeta {
  const [, , life, createdAtMs, expiresAtMs, firstSeq, lastSeq, bytes] = place;
  return { life, createdAtMs, expiresAtMs, firstSeq, lastSeq, bytes };
}
