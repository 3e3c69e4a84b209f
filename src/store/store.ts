import type { MaybePromise } from "../lib/maybe-promise.ts";

export type { MaybePromise };

/** How many requests fell into a window of time that began with its first one. */
export interface RateWindow {
  count: number;
  /** When the window ends and counting starts again, in milliseconds since 1970. */
  endsAtMs: number;
}

/**
 * The counting half of a store: daily usage and per-IP windows.
 * Promises: counts are exact up to the bound that the back end documents; memory stays bounded whatever
 * keys callers make up; a call never rejects (a back end out of reach falls back to this process's own counts).
 */
export interface Counters {
  /** Adds `by` requests to `identity` on the UTC day number `day` and gives the day's count so far. */
  addUsage(identity: string, day: number, by: number): MaybePromise<number>;
  /** Counts one request in the window of `key`, opening one of `windowMs` at `nowMs` when none is open. */
  hit(key: string, windowMs: number, nowMs: number): MaybePromise<RateWindow>;
}
/**
 * The inbox half of a store.
 *
 * What every back end promises:
 * - `capture` resolves after the record is durable (what that means is the back end's own: see docs/deploy.md)
 *   and never otherwise. It rejects with a StoreError within STORE_DEADLINE_MS; a capture that was rejected as
 *   late may still be stored, one that resolved is.
 * - Sequence numbers of one life of an inbox are 1, 2, 3 … without a gap; a capture that begins after another
 *   resolved comes behind it. `receivedAt` never runs backwards within a life.
 * - An inbox is created by its first capture and ends `ttlMs` later, whatever is sent meanwhile. From that
 *   moment nothing of it is seen, the next capture starts a new life, and its bytes leave within a minute.
 * - Past `maxRecords` or `maxInboxBytes` the oldest records of that inbox go, but never the newest one.
 *   Nobody else's records ever go. Past `maxStoreBytes` captures that would start a life are refused.
 * - A read is a snapshot: its head and its records belong together.
 */
export interface InboxStore {
  /** Stores a record at the end of an inbox, starting a life where none is running. */
  capture(inbox: string, record: NewRecord): Promise<CaptureReceipt>;
  /** The inbox's state; undefined when it does not exist (any more). At once where it is known in memory. */
  getMeta(inbox: string): MaybePromise<InboxMeta | undefined>;
  /** The state of a living inbox where it is known in memory; undefined: `head` tells. */
  getCachedMeta(inbox: string): InboxMeta | undefined;
  /** One page of records, oldest first. */
  read(inbox: string, query: ReadQuery): Promise<Page>;
  /** Ends an inbox now. True when there was one. */
  remove(inbox: string): Promise<boolean>;
  /** Calls `wake` soon after each record that any process stores in the inbox (at times without one). Gives the way to stop. */
  subscribe(inbox: string, wake: () => void): () => void;
}

/** How long a store may take before a caller is told that it is down. */
export const STORE_DEADLINE_MS = 1_500;

/** The most text that a page gathers; a single longer record is a page of its own. */
export const PAGE_BYTES = 1_048_576;

/** Bounds on what is kept. Bytes are those of the stored record texts. */
export interface InboxLimits {
  ttlMs: number;
  maxRecords: number;
  maxInboxBytes: number;
  maxStoreBytes: number;
}

/** What a caller hands in: the record's members as JSON text (UTF-8) without braces, but for those `placeText` adds. */
export interface NewRecord {
  members: Buffer;
  method: string;
  preflight: boolean;
}

/** Where a record came to stand. */
export interface CaptureReceipt {
  recordId: string;
  seq: number;
  /** ISO 8601, UTC, milliseconds. */
  receivedAt: string;
  expiresAtMs: number;
}

/** The state of a living inbox. Records `firstSeq` to `lastSeq` are there; those before were dropped. */
export interface InboxMeta {
  /** Names this life of the inbox: another one after expiry or removal has another. */
  life: string;
  createdAtMs: number;
  expiresAtMs: number;
  firstSeq: number;
  lastSeq: number;
  bytes: number;
}

/** Which records to read. */
export interface ReadQuery {
  /** Only records after this sequence number. */
  after: number;
  /** Only records up to this one; left out: all. */
  through?: number;
  limit: number;
  /** True: the newest `limit` of those that match; false: the oldest. */
  newest: boolean;
  /** Only this method. */
  method?: string;
  /** False hides CORS preflights. */
  preflights: boolean;
}

/** A record as it is sent: complete JSON text in UTF-8. */
export interface StoredRecord {
  seq: number;
  text: Buffer;
}

/** Part of an answer: at most about PAGE_BYTES of records. */
export interface Page {
  /** Undefined: there is no such inbox. */
  head: InboxMeta | undefined;
  /** The records' texts with a comma between them: ready to send, and one piece to hand from thread to thread. */
  texts: Uint8Array;
  /** The sequence numbers of the records in `texts`. (As bare numbers: lists in lists are slow to hand over.) */
  seqs: Float64Array;
  /** How many bytes each of them takes there. */
  sizes: Float64Array;
  /** Undefined: that was all. Else the query that gives the next page. */
  next: ReadQuery | undefined;
}

/** A page without records. */
export function emptyPage(head: InboxMeta | undefined): Page {
  const none = new Float64Array(0);
  return { head, texts: new Uint8Array(0), seqs: none, sizes: none, next: undefined };
}

/** A page's records one by one, without copying them. */
export function splitRecords({ texts, seqs, sizes }: Page): StoredRecord[] {
  const whole = Buffer.from(texts.buffer, texts.byteOffset, texts.byteLength);
  let end = -1;
  return Array.from(seqs, (seq, index) => {
    const start = end + 1;
    end = start + (sizes[index] ?? 0);
    return { seq, text: whole.subarray(start, end) };
  });
}

/** Why a store did not do what was asked. Nothing is wrong with the request. */
export class StoreError extends Error {
  /** "full": no space to write. "budget": `maxStoreBytes` is used up. "unavailable": out of reach, late or broken. */
  readonly reason: "full" | "budget" | "unavailable";

  constructor(reason: StoreError["reason"], message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "StoreError";
    this.reason = reason;
  }
}

/** How a record's text begins: with its place, which only the store knows. The caller's members and `}` follow. */
export function recordPrefix(life: string, seq: number, receivedAt: string): string {
  return `{"id":"${recordId(life, seq)}","seq":${seq},"receivedAt":"${receivedAt}",`;
}

/** More bytes than any place takes. */
export const MAX_PREFIX_BYTES = 128;

/** A record's id: unique for ever, and it tells where the record stands. */
export function recordId(life: string, seq: number): string {
  return `${life}-${seq}`;
}

/** The life and sequence number in a record's id; undefined when it cannot be one. */
export function readRecordId(id: string): { life: string; seq: number } | undefined {
  const [, life, seq] = /^([0-9a-f]{20})-([1-9]\d{0,14})$/.exec(id) ?? [];
  return life && seq ? { life, seq: Number(seq) } : undefined;
}

/** A store: both halves on one back end. */
export interface Store {
  counters: Counters;
  inboxes: InboxStore;
  /** Rejects with a StoreError while the back end is out of reach. */
  ready(): Promise<void>;
  /** Writes what waits, then lets go of everything. */
  close(): Promise<void>;
}
