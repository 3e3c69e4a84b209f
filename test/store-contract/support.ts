import assert from "node:assert/strict";
import {
  type InboxLimits,
  type NewRecord,
  type ReadQuery,
  splitRecords,
  type Store,
} from "#src/store/store.js";

/** A store under test, with a clock that only the test moves. */
export interface StoreUnderTest {
  store: Store;
  advance(ms: number): void;
  /** Runs the maintenance that the store runs in the background every minute. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

/** Opens an empty store with these limits. */
export type OpenStore = (limits: InboxLimits) => Promise<StoreUnderTest>;

/** Limits that a test can exceed with few records. */
export const LIMITS: InboxLimits = {
  // Redis expires in real time, too.
  ttlMs: 3_600_000,
  maxRecords: 5,
  maxInboxBytes: 20_000,
  maxStoreBytes: 1_000_000,
};
/** Reads all records of an inbox. */
export const EVERYTHING: ReadQuery = { after: 0, limit: 1_000, newest: false, preflights: true };

let inboxes = 0;

/** Returns the id of an inbox that no other test uses. */
export function createInboxId(): string {
  inboxes += 1;
  return `inbox ${inboxes} {}/é`;
}

/** Returns a record to capture, with this body. */
export function createRecord(body: string, overrides: Partial<NewRecord> = {}): NewRecord {
  return {
    method: "POST",
    preflight: false,
    members: Buffer.from(`"body":${JSON.stringify(body)}`),
    ...overrides,
  };
}

/** Reads the sequence numbers and bodies of all pages of a query. */
export async function readAll(store: Store, inbox: string, query: Partial<ReadQuery> = {}) {
  const found: [seq: number, body: string][] = [];
  let next: ReadQuery | undefined = { ...EVERYTHING, ...query };
  while (next) {
    const page = await store.inboxes.read(inbox, next);
    for (const { seq, text } of splitRecords(page)) {
      const stored = JSON.parse(text.toString()) as { seq: number; body: string };
      assert.equal(stored.seq, seq);
      found.push([seq, stored.body]);
    }
    next = page.next;
  }
  return found;
}

/** Reads the sequence numbers of all pages of a query. */
export async function readSeqs(store: Store, inbox: string, query: Partial<ReadQuery> = {}) {
  return (await readAll(store, inbox, query)).map(([seq]) => seq);
}
