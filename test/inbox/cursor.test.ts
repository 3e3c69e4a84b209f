import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { readAll, record } from "../store-contract/support.ts";
import { type SqliteStore, openSqliteStore } from "#src/store/sqlite/sqlite-store.js";
import { followRecords, waitForPage } from "#src/inbox/cursor.js";

describe("a reader who waits for records of another life than the one it read", () => {
  const directory = mkdtempSync(join(tmpdir(), "sundry-follow-"));
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

  /** As many records as the reader has read, and one: in one commit, so that it sees them at once. */
  const sendThree = (inbox: string) =>
    Promise.all(["1", "2", "3"].map((body) => store.inboxes.capture(inbox, record(body))));

  const waits = async (inbox: string) => {
    const query = { after: 2, limit: 10, newest: false, preflights: true };
    const { signal } = new AbortController();
    const page = await waitForPage(store.inboxes, inbox, { query, waitMs: 20_000, signal });
    return [...page.seqs];
  };
  const follows = async (inbox: string) => {
    const ending = new AbortController();
    const options = { after: 2, signal: ending.signal };
    const seqs: number[] = [];
    for await (const { seq } of followRecords(store.inboxes, inbox, options)) {
      seqs.push(seq);
      if (seq === 3) break;
    }
    return seqs;
  };
  /** Reads are answered in the order in which they are asked for. */
  const looked = (inbox: string) => readAll(store, inbox);

  for (const [name, reading] of [
    ["waits", waits],
    ["follows", follows],
  ] as const) {
    it(`gets all of them where nothing is left of the earlier one (${name})`, async () => {
      const seqs = reading(`gone ${name}`);
      await looked(`gone ${name}`);
      await sendThree(`gone ${name}`);
      assert.deepEqual(await seqs, [1, 2, 3]);
    });

    it(`gets all of them where the earlier one ends meanwhile (${name})`, async () => {
      const inbox = `ends ${name}`;
      for (const body of ["1", "2"]) await store.inboxes.capture(inbox, record(body));
      const seqs = reading(inbox);
      await looked(inbox);
      await Promise.all([store.inboxes.remove(inbox), sendThree(inbox)]);
      assert.deepEqual(await seqs, [1, 2, 3]);
    });
  }
});
