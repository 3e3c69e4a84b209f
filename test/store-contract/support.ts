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
  /** Does now what the store does in the background within a minute. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

/** Opens an empty store with these limits. */
export type OpenStore = (limits: InboxLimits) => Promise<StoreUnderTest>;

/** Small enough to be passed in a test. */
export const LIMITS: InboxLimits = {
  ttlMs: 60_000,
  maxRecords: 5,
  maxInboxBytes: 20_000,
  maxStoreBytes: 1_000_000,
};
/** All records of an inbox, a page at a time. */
export const EVERYTHING: ReadQuery = { after: 0, limit: 1_000, newest: false, preflights: true };

let made = 0;

/** An inbox that no other test has used. */
export function freshInbox(): string {
  made += 1;
  return `inbox ${made} {}/é`;
}

/** What a caller hands in, with this body. */
export function record(body: string, about: Partial<NewRecord> = {}): NewRecord {
  return {
    method: "POST",
    preflight: false,
    members: Buffer.from(`"body":${JSON.stringify(body)}`),
    ...about,
  };
}

/** The bodies and sequence numbers that a query gives, over all its pages. */
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

/** The sequence numbers that a query gives. */
export async function seqs(store: Store, inbox: string, query: Partial<ReadQuery> = {}) {
  return (await readAll(store, inbox, query)).map(([seq]) => seq);
}

/** Tries again until it holds, for at most ten seconds. */
export async function until(holds: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + 10_000;
  while (!(await holds())) {
    assert.ok(performance.now() < end, "it never came true");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
