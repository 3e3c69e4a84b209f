import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { createRecord } from "../store-contract/support.ts";
import { describeStore } from "../store-contract/index.ts";
import { openSqliteStore } from "#src/store/sqlite/sqlite-store.js";
import type { InboxLimits } from "#src/store/store.js";

const LIMITS = { ttlMs: 60_000, maxRecords: 500, maxInboxBytes: 1e8, maxStoreBytes: 1e9 };

function makeTemporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), "sundry-store-"));
}

function openIn(folder: string, limits: InboxLimits, now: () => number) {
  // A long deadline, because the machine may be busy; the deadline has tests of its own.
  const options = { directory: folder, limits, now, purgeIntervalMs: 0, deadlineMs: 30_000 };
  return openSqliteStore(options);
}

/** Creates a folder that is deleted after the test. */
function createFolder(test: TestContext): string {
  const folder = makeTemporaryFolder();
  test.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

describeStore("the SQLite store", async (limits) => {
  const folder = makeTemporaryFolder();
  let clock = Date.now();
  const store = await openIn(folder, limits, () => clock);
  return {
    store,
    advance: (ms) => (clock += ms),
    settle: () => store.purge(),
    close: async () => {
      await store.close();
      rmSync(folder, { recursive: true });
    },
  };
});

describe("openSqliteStore", { timeout: 60_000 }, () => {
  it("restores records and counts after a restart", async (test) => {
    const folder = createFolder(test);
    const now = Date.now();
    const first = await openIn(folder, LIMITS, () => now);
    const record = createRecord("kept");
    await first.inboxes.capture("a", record);
    const day = Math.floor(now / 86_400_000);
    await first.counters.addUsage("ann", day, 1);
    await first.counters.addUsage("ann", day, 1);
    await first.close();
    const second = await openIn(folder, LIMITS, () => now);
    assert.equal(await second.counters.addUsage("ann", day, 1), 3);
    assert.equal((await second.inboxes.getMeta("a"))?.lastSeq, 1);
    assert.equal((await second.inboxes.capture("a", record)).seq, 2);
    await second.close();
  });

  it("truncates the log that an earlier process left", async (test) => {
    const folder = createFolder(test);
    const log = join(folder, "sundry.db-wal");
    const first = await openIn(folder, LIMITS, Date.now);
    const record = createRecord("kept");
    await first.inboxes.capture("a", record);
    const logBytes = readFileSync(log);
    await first.close();
    writeFileSync(log, logBytes);
    const second = await openIn(folder, LIMITS, Date.now);
    await second.purge();
    assert.equal(readFileSync(log).length, 0);
    assert.equal((await second.inboxes.getMeta("a"))?.lastSeq, 1);
    await second.close();
  });

  it("overwrites purged records, so that no file contains their bytes", async (test) => {
    const folder = createFolder(test);
    let clock = Date.now();
    const store = await openIn(folder, LIMITS, () => clock);
    test.after(() => store.close());
    const record = createRecord("Sesame-open-4711 ".repeat(3_000));
    const capture = () => store.inboxes.capture("a", record);
    for (let sent = 0; sent < 20; sent++) await capture();
    clock += LIMITS.ttlMs;
    await store.purge();
    const contents = ["sundry.db", "sundry.db-wal"].map((file) => readFileSync(join(folder, file)));
    for (const bytes of contents) assert.equal(bytes.includes("Sesame-open-4711"), false);
  });

  it("rejects with one sentence when it cannot use its directory", async (test) => {
    const folder = createFolder(test);
    const file = join(folder, "file");
    writeFileSync(file, "");
    await assert.rejects(
      openIn(join(file, "data"), LIMITS, () => 0),
      /^Error: DATA_DIR .* cannot be used: /,
    );
    const first = await openIn(folder, LIMITS, () => 0);
    await assert.rejects(
      openIn(folder, LIMITS, () => 0),
      /cannot be used: another process uses it/,
    );
    await first.close();
    writeFileSync(join(folder, "sundry.db"), "this is no database".repeat(1_000));
    await assert.rejects(
      openIn(folder, LIMITS, () => 0),
      /cannot be used: .*not a database/,
    );
  });
});
