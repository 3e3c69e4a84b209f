import type { MaybePromise } from "../lib/concurrency/maybe-promise.ts";
import type { FileLimits, FileStore } from "../domain/files/file-store.ts";
import type { SharedText } from "../lib/shared-text.ts";
import type { AccessStore } from "./access-store.ts";
import type { JobStore } from "./job-store.ts";
import type { StoreProblem } from "./health.ts";
import type { PlanStep } from "../domain/record/plan-step.ts";
import type { ChosenStep, PlanState, PlanUse } from "./response-plan.ts";

export type { PlanStep };
export { EntryCache } from "./entry-cache.ts";
export { ISSUED_PREFIX } from "./identity.ts";
export type { AddOutcome, JobEntry, JobLimits, JobStore, JobTotals } from "./job-store.ts";
export { mapStoreErrors } from "./store-error.ts";
export { StoreError } from "./store-error.ts";
export type { AccessEntry, AccessKind, AccessStore, EntryChange } from "./access-store.ts";
export type { ChosenStep, PlanState, PlanUse, StoredPlan } from "./response-plan.ts";
export { countServed, findStep, PlanChangedError } from "./response-plan.ts";
export { NO_OWNER, toOwner } from "./byte-shares.ts";
export type { StoreProblem };

/** Requests counted in a window of time that the first of them opened. */
export interface RateWindow {
  count: number;
  /** When the window ends, in milliseconds since 1970. */
  endsAtMs: number;
}

/** The length of the windows of limits. */
export const MINUTE_MS = 60_000;

/** Returns the seconds until a window ends, at least 1. */
export function countSecondsLeft({ endsAtMs }: RateWindow, nowMs: number): number {
  return Math.max(1, Math.ceil((endsAtMs - nowMs) / 1000));
}

/**
 * The counting half of a store: daily usage and per-IP rate limits.
 *
 * Counts are exact up to a bound that the back end documents. Memory stays bounded whatever keys
 * callers invent. No method rejects: while the back end is unreachable, this process's own counts
 * are returned.
 */
export interface Counters {
  /**
   * Adds `amount` requests (0 or more) to an identity on a UTC day number; returns the day's count
   * so far.
   */
  addUsage(identity: string, day: number, amount: number): MaybePromise<number>;
  /**
   * Counts `amount` requests (default: 1; 0 only reads) in the window of `key`, and opens a window
   * of `windowMs` when none is open.
   * The window never ends later than `nowMs + windowMs`, even if the clock was set back.
   */
  hit(key: string, windowMs: number, nowMs: number, amount?: number): MaybePromise<RateWindow>;
}

/** The requests of an identity on a UTC day number. */
export interface DayUsage {
  day: number;
  total: number;
  /** By name; undefined: only the total was kept. */
  counts: Readonly<Record<string, number>> | undefined;
}

/**
 * The usage of the last 31 days by name (of a tool, or of another part of the API). Of a day, the
 * first 10 000 identities are kept by name, those up to 30 000 as totals, and later ones not at
 * all.
 */
export interface UsageHistory {
  /** Adds requests (default: 1) to an identity on a UTC day number; stored within a second. */
  add(identity: string, day: number, name: string, amount?: number): void;
  /**
   * Returns the days with requests, of those asked for, in any order. Rejects with a StoreError.
   */
  read(identity: string, days: readonly number[]): Promise<DayUsage[]>;
}

/**
 * The inbox half of a store. Every back end guarantees:
 *
 * - `capture` resolves only after the record is durable; docs/guides/deploy.md defines that for
 *   each back end. It rejects with a StoreError within STORE_DEADLINE_MS. A capture rejected as
 *   late may still be stored.
 * - Sequence numbers of one generation of an inbox are 1, 2, 3 … without a gap. A capture that
 *   starts after another one resolved gets a higher number. `receivedAt` never decreases within a
 *   generation.
 * - An inbox starts with its first capture and expires `ttlMs` later, whatever is sent to it. From
 *   then on reads return nothing, the next capture starts a new generation, and the bytes are
 *   deleted within a minute.
 * - Past `maxRecords` or `maxInboxBytes` the oldest records of the inbox are dropped, but never the
 *   newest one and never those of another inbox. Past `maxStoreBytes` captures that would start an
 *   inbox are rejected, and those of an owner whose inboxes take half of it.
 * - A read is a snapshot: its metadata and its records belong together.
 * - A response plan starts with the sequence number after the present one and ends with the inbox.
 *   One of an inbox that does not exist yet waits for it for `ttlMs`. A record that a plan answers
 *   contains the response.
 */
export interface InboxStore {
  /**
   * Appends a record to an inbox and creates the inbox when it does not exist. Rejects with a
   * PlanChangedError, and stores nothing, when a plan answers the record that is not the one in
   * `record.plan`. Without a plan, the members must not be used after any other outcome, because
   * they may be moved to another thread.
   */
  capture(inbox: string, record: NewRecord): Promise<CaptureReceipt>;
  /**
   * Sets or replaces an inbox's plan; creates no inbox. Rejects like a new inbox past
   * `maxStoreBytes`.
   */
  setPlan(inbox: string, steps: readonly PlanStep[]): Promise<PlanState>;
  /** Returns an inbox's plan, used up or not; undefined without one. */
  getPlan(inbox: string): Promise<PlanState | undefined>;
  /** Deletes an inbox's plan; resolves also without one. */
  removePlan(inbox: string): Promise<void>;
  /**
   * Returns the inbox's metadata, synchronously when it is cached; undefined when there is no such
   * inbox.
   */
  getMeta(inbox: string): MaybePromise<InboxMeta | undefined>;
  /** Returns one page of records, oldest first. */
  read(inbox: string, query: ReadQuery): Promise<RecordPage>;
  /** Deletes an inbox; resolves with true when it existed. */
  remove(inbox: string): Promise<boolean>;
  /**
   * Calls `listener` after each record that any process stored in the inbox; spurious calls are
   * possible. Returns the function that unsubscribes.
   */
  subscribe(inbox: string, listener: () => void): () => void;
}

/** Deadline of every store operation, in milliseconds. */
export const STORE_DEADLINE_MS = 1_500;

/** Maximum bytes of records in a page; a longer record forms its own page. */
export const MAX_PAGE_BYTES = 1_048_576;

/** Limits on what is kept. Bytes are those of the stored record texts. */
export interface InboxLimits {
  ttlMs: number;
  maxRecords: number;
  maxInboxBytes: number;
  maxStoreBytes: number;
}

/**
 * A record to store: its members as JSON text in UTF-8, without braces and without the members of
 * {@link formatRecordPrefix}.
 */
export interface NewRecord {
  members: Buffer;
  method: string;
  preflight: boolean;
  /**
   * The plan that the record was prepared for; null for none. Absent if no plan can respond to it,
   * as for a preflight.
   */
  plan?: PlanUse | null;
  /**
   * The sender by {@link toOwner}, to whose share an inbox that the record starts counts; absent:
   * unknown.
   */
  owner?: number;
}

export interface CaptureReceipt {
  recordId: string;
  seq: number;
  /** ISO 8601, UTC, milliseconds. */
  receivedAt: string;
  expiresAtMs: number;
  /** The planned response; absent for the default acknowledgement. */
  answered?: ChosenStep;
}

/**
 * The metadata of a live inbox. It contains the records `firstSeq` to `lastSeq`; earlier ones were
 * dropped.
 */
export interface InboxMeta {
  /**
   * Identifies the generation: an inbox that is created again after expiry or removal gets another
   * one.
   */
  generation: string;
  createdAtMs: number;
  expiresAtMs: number;
  firstSeq: number;
  lastSeq: number;
  bytes: number;
}

/** A selection of records. */
export interface ReadQuery {
  /** Only records after this sequence number. */
  after: number;
  /** Only records up to and including this one; unlimited by default. */
  through?: number;
  limit: number;
  /** True if `limit` keeps the newest matches instead of the oldest ones. */
  newest: boolean;
  /** Only records of this method. */
  method?: string;
  /** True if CORS preflights are included. */
  preflights: boolean;
}

/** A record in the form that is sent: its complete JSON text in UTF-8. */
export interface StoredRecord {
  seq: number;
  text: Buffer;
}

/** Part of the result of a query: at most about MAX_PAGE_BYTES of records. */
export interface RecordPage {
  /** Undefined when the inbox does not exist. */
  meta: InboxMeta | undefined;
  /**
   * The records' texts joined by commas: ready to send, and one buffer to transfer between threads.
   */
  texts: Uint8Array;
  /**
   * The sequence numbers of the records. (A typed array, because nested arrays are slow to clone.)
   */
  seqs: Float64Array;
  /** The length in bytes of each record in `texts`. */
  sizes: Float64Array;
  /** The query that reads the next page; undefined after the last one. */
  next: ReadQuery | undefined;
}

/** Returns a page without records. */
export function createEmptyPage(meta: InboxMeta | undefined): RecordPage {
  const none = new Float64Array(0);
  return { meta, texts: new Uint8Array(0), seqs: none, sizes: none, next: undefined };
}

/** The records of a page, without their inbox's metadata. */
export type PageRecords = Pick<RecordPage, "texts" | "seqs" | "sizes">;

/** Splits a page into its records, which share the page's memory. */
export function splitRecords({ texts, seqs, sizes }: PageRecords): StoredRecord[] {
  const bytes = Buffer.from(texts.buffer, texts.byteOffset, texts.byteLength);
  let end = -1;
  return Array.from(seqs, (seq, index) => {
    const start = end + 1;
    end = start + (sizes[index] ?? 0);
    return { seq, text: bytes.subarray(start, end) };
  });
}

/**
 * Returns the beginning of a record's JSON text, with members that the store assigns; the caller
 * appends the others and `}`.
 */
export function formatRecordPrefix(generation: string, seq: number, receivedAt: string): string {
  return `{"id":"${formatRecordId(generation, seq)}","seq":${seq},"receivedAt":"${receivedAt}",`;
}

/** Upper bound of a prefix's length in bytes. */
export const MAX_PREFIX_BYTES = 128;

/** Returns a record's id, which is globally unique and contains the record's position. */
export function formatRecordId(generation: string, seq: number): string {
  return `${generation}-${seq}`;
}

/** Parses a record's id; returns undefined when the text is not one. */
export function parseRecordId(id: string): { generation: string; seq: number } | undefined {
  const [, generation, seq] = /^([0-9a-f]{20})-([1-9]\d{0,14})$/.exec(id) ?? [];
  return generation && seq ? { generation, seq: Number(seq) } : undefined;
}

/** A store: its parts on one back end. */
export interface Store {
  counters: Counters;
  history: UsageHistory;
  inboxes: InboxStore;
  access: AccessStore;
  jobs: JobStore;
  /** Returns a text that all processes share. Absent when the store belongs to one process. */
  sharedText?(name: string): SharedText;
  /** Returns the files that all processes share. Absent when the store belongs to one process. */
  sharedFiles?(limits: FileLimits): FileStore;
  /** The present problem; undefined while the store works. */
  readonly problem: StoreProblem | undefined;
  /**
   * Bytes of all inboxes and, with Redis, of their plans, as of the last batch or synchronization.
   */
  readonly storedBytes: number;
  /**
   * Rejects with a StoreError whose message is the problem while the back end cannot store records.
   */
  ready(): Promise<void>;
  /** Writes pending data and releases all resources. */
  close(): Promise<void>;
}
