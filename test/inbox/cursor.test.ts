import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { createRecord, readAll } from "../store-contract/support.ts";
import { openSqliteStore, type SqliteStore } from "#src/store/sqlite/sqlite-store.js";
import { InboxCursor, toFollowQuery, waitForPage } from "#src/inbox/cursor.js";

const directory = mkdtempSync(join(tmpdir(), "sundry-cursor-"));
let store: SqliteStore;
before(async () => {
  const limits = { ttlMs: 60_000, maxRecords: 100, maxInboxBytes: 1e6, maxStoreBytes: 1e9 };
  const options = { directory, limits, now: () => Date.now(), purgeIntervalMs: 0 };
  store = await openSqliteStore({ ...options, deadlineMs: 60_000 });
});
after(async () => {
  await store.close();
  rmSync(directory, { recursive: true });
});

/** Captures three records in one commit, so that a reader sees all of them together. */
const captureThree = (inbox: string) =>
  Promise.all(["1", "2", "3"].map((body) => store.inboxes.capture(inbox, createRecord(body))));

/** Resolves after the reads that were started before it, because the reader answers in order. */
const waitForEarlierReads = (inbox: string) => readAll(store, inbox);

const openCursor = (inbox: string, start: number) =>
  new InboxCursor(store.inboxes, inbox, { query: toFollowQuery(start) });

async function readByWaiting(inbox: string, start: number): Promise<number[]> {
  const page = await waitForPage(openCursor(inbox, start), 60_000);
  return [...page.seqs];
}

async function readByFollowing(inbox: string, start: number): Promise<number[]> {
  const cursor = openCursor(inbox, start);
  const seqs: number[] = [];
  while (seqs.at(-1) !== 3) seqs.push(...((await cursor.next(60_000))?.seqs ?? []));
  cursor.close();
  return seqs;
}

for (const [name, read] of [
  ["waitForPage", readByWaiting],
  ["InboxCursor", readByFollowing],
] as const) {
  // Without a notification the store is not read again.
  describe(name, { timeout: 300_000 }, () => {
    it(`${name} returns a record as soon as it is captured`, async () => {
      const inbox = `captured ${name}`;
      for (const body of ["1", "2"]) await store.inboxes.capture(inbox, createRecord(body));
      const seqs = read(inbox, 2);
      await waitForEarlierReads(inbox);
      await store.inboxes.capture(inbox, createRecord("3"));
      assert.deepEqual(await seqs, [3]);
    });

    it(`${name} restarts from sequence 1 when the inbox no longer exists`, async () => {
      const inbox = `deleted ${name}`;
      const seqs = read(inbox, 2);
      await waitForEarlierReads(inbox);
      await captureThree(inbox);
      assert.deepEqual(await seqs, [1, 2, 3]);
    });

    it(`${name} restarts from sequence 1 when the inbox is recreated`, async () => {
      const inbox = `recreated ${name}`;
      for (const body of ["1", "2"]) await store.inboxes.capture(inbox, createRecord(body));
      const seqs = read(inbox, 2);
      await waitForEarlierReads(inbox);
      await Promise.all([store.inboxes.remove(inbox), captureThree(inbox)]);
      assert.deepEqual(await seqs, [1, 2, 3]);
    });
  });
}
