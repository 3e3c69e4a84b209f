import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { createRecord, readSeqs } from "../store-contract/support.ts";
import { fillDisk, mountSmallDisk } from "../support/small-disk.ts";
import type { StoreProblem } from "#src/store/health.js";
import { openSqliteStore, type SqliteStore } from "#src/store/sqlite/sqlite-store.js";

const LIMITS = { ttlMs: 60_000, maxRecords: 500, maxInboxBytes: 1e9, maxStoreBytes: 1e9 };

/** Opens a store on a disk of 64 MB, or returns undefined when none can be mounted. */
async function openOnSmallDisk(test: TestContext) {
  const directory = mountSmallDisk(test, "64m");
  if (!directory) return undefined;
  let clock = Date.now();
  const changes: (StoreProblem | undefined)[] = [];
  const store = await openSqliteStore({
    directory,
    limits: LIMITS,
    now: () => clock,
    purgeIntervalMs: 0,
    onHealthChange: (problem) => changes.push(problem),
    deadlineMs: 30_000,
  });
  test.after(() => store.close());
  return { store, directory, changes, advance: (ms: number) => (clock += ms) };
}

/** Captures records of 500 KB until the disk is full; returns how many were stored. */
async function captureUntilFull(store: SqliteStore, inbox: string): Promise<number> {
  for (let stored = 0; ; stored++) {
    try {
      await store.inboxes.capture(inbox, createRecord("Sesame-open-4711 ".repeat(30_000)));
    } catch (error) {
      assert.equal((error as { reason?: string }).reason, "full");
      return stored;
    }
  }
}

function containsSecret(directory: string): boolean {
  const files = readdirSync(directory).filter((file) => file.startsWith("sundry"));
  return files.some((file) => readFileSync(join(directory, file)).includes("Sesame-open-4711"));
}

describe("the SQLite store on a full disk", { timeout: 300_000 }, () => {
  it("a full disk is freed by deleting expired records, and records are stored again [slow]", async (test) => {
    const opened = await openOnSmallDisk(test);
    if (!opened) return test.skip("this user cannot mount a small disk");
    const { store, directory, changes, advance } = opened;
    assert.ok((await captureUntilFull(store, "expired")) > 10);
    fillDisk(join(directory, "others"));
    assert.equal(store.problem?.reason, "full");
    await assert.rejects(store.ready(), /the disk of .* is full/);
    assert.equal(changes.length, 1);
    advance(LIMITS.ttlMs);
    await store.purge();
    await store.inboxes.capture("after", createRecord("x".repeat(5_000_000)));
    assert.deepEqual(await readSeqs(store, "after"), [1]);
    await store.ready();
    assert.equal(store.problem, undefined);
    assert.equal(containsSecret(directory), false);
    return undefined;
  });

  it("removing an inbox on a full disk frees its space for new records [slow]", async (test) => {
    const opened = await openOnSmallDisk(test);
    if (!opened) return test.skip("this user cannot mount a small disk");
    const { store, directory } = opened;
    await store.inboxes.capture("kept", createRecord("kept"));
    await captureUntilFull(store, "removed");
    fillDisk(join(directory, "others"));
    assert.equal(await store.inboxes.remove("removed"), true);
    assert.equal(await store.inboxes.getMeta("removed"), undefined);
    await store.purge();
    await store.inboxes.capture("kept", createRecord("x".repeat(5_000_000)));
    assert.deepEqual(await readSeqs(store, "kept"), [1, 2]);
    return undefined;
  });

  it("a disk can fill up and be freed again and again [slow]", async (test) => {
    const opened = await openOnSmallDisk(test);
    if (!opened) return test.skip("this user cannot mount a small disk");
    const { store, advance } = opened;
    for (let round = 0; round < 5; round++) {
      const stored = await captureUntilFull(store, `round ${round}`);
      assert.ok(stored > 10, `${stored} records were stored in round ${round}`);
      advance(LIMITS.ttlMs);
      await store.purge();
    }
    return undefined;
  });
});
