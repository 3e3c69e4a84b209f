import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { pathToFileURL } from "node:url";
import { createRecord, EVERYTHING } from "../store-contract/support.ts";
import { root } from "../support/server.ts";
import { describeStore } from "../store-contract/index.ts";
import { openSqliteStore } from "#src/store/sqlite/sqlite-store.js";
import type { StoreProblem } from "#src/store/health.js";
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

describe("openSqliteStore", { timeout: 240_000 }, () => {
  it("records and counts are restored after a restart", async (test) => {
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

  it("the log that an earlier process left is truncated", async (test) => {
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

  it("purged records are overwritten, so that no file contains their bytes", async (test) => {
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

  it("openSqliteStore rejects with one sentence when it cannot use its directory", async (test) => {
    const folder = createFolder(test);
    const file = join(folder, "file");
    writeFileSync(file, "");
    await assert.rejects(
      openIn(join(file, "data"), LIMITS, () => 0),
      /^Error: DATA_DIR .* cannot be used: /,
    );
    writeFileSync(join(folder, "sundry.db"), "this is no database".repeat(1_000));
    await assert.rejects(
      openIn(folder, LIMITS, () => 0),
      /cannot be used: .*not a database/,
    );
    const second = createFolder(test);
    mkdirSync(join(second, "sundry.db"));
    await assert.rejects(
      openIn(second, LIMITS, () => 0),
      /cannot be used: EISDIR: /,
    );
  });

  it("openSqliteStore rejects a data file that was emptied instead of starting a new one", async (test) => {
    const folder = createFolder(test);
    await openIn(folder, LIMITS, Date.now).then((store) => store.close());
    const file = join(folder, "sundry.db");
    for (const content of ["", "\n"]) {
      writeFileSync(file, content);
      await assert.rejects(openIn(folder, LIMITS, Date.now), {
        message: `DATA_DIR ${folder} cannot be used: ${file} is empty; restore a backup, or delete ${file} to start a new one`,
      });
    }
    rmSync(file);
    await openIn(folder, LIMITS, Date.now).then((store) => store.close());
  });

  it("openSqliteStore rejects a log whose data file was deleted instead of starting a new one", async (test) => {
    const folder = createFolder(test);
    const file = join(folder, "sundry.db");
    for (const log of [`${file}-wal`, `${file}-shm`]) {
      writeFileSync(log, "");
      await assert.rejects(openIn(folder, LIMITS, Date.now), {
        message: `DATA_DIR ${folder} cannot be used: ${file} is missing beside ${log}; put it back, restore a backup, or delete ${log} to start a new one`,
      });
      rmSync(log);
    }
    await openIn(folder, LIMITS, Date.now).then((store) => store.close());
  });

  it("a flood of refused inboxes is one warning for each reason in ten minutes", async (test) => {
    const warnings: string[] = [];
    const store = await openSqliteStore({
      directory: createFolder(test),
      limits: { ...LIMITS, maxStoreBytes: 2_000 },
      now: Date.now,
      purgeIntervalMs: 0,
      deadlineMs: 30_000,
      onWarning: (message) => void warnings.push(message),
    });
    test.after(() => store.close());
    await store.inboxes.capture("mine", createRecord("x".repeat(1_500), { owner: 1 }));
    const tryCapture = (owner: number, inbox: string) =>
      store.inboxes.capture(inbox, createRecord("", { owner })).catch(() => {});
    for (let sent = 0; sent < 5; sent++) await tryCapture(1, `more ${sent}`);
    await store.inboxes.capture("theirs", createRecord("x".repeat(1_500)));
    for (let sent = 0; sent < 5; sent++) await tryCapture(2, `others ${sent}`);
    assert.equal(warnings.length, 2);
    assert.match(warnings[0] ?? "", /one address/);
    assert.match(warnings[1] ?? "", /STORE_MAX_BYTES is used up/);
  });

  it("openSqliteStore rejects a second process, even after files beside the database were deleted", async (test) => {
    const folder = createFolder(test);
    const store = await openIn(folder, LIMITS, Date.now);
    test.after(() => store.close());
    await store.inboxes.capture("a", createRecord("first"));
    assert.match(openInOtherProcess(folder), /cannot be used: another process uses it/);
    for (const file of readdirSync(folder)) {
      if (!["sundry.db", "sundry.db-wal"].includes(file)) rmSync(join(folder, file));
    }
    assert.match(openInOtherProcess(folder), /cannot be used: another process uses it/);
    assert.equal((await store.inboxes.capture("a", createRecord("second"))).seq, 2);
  });

  it("a directory can be opened by another process after it was closed", async (test) => {
    const folder = createFolder(test);
    const store = await openIn(folder, LIMITS, Date.now);
    await store.inboxes.capture("a", createRecord("first"));
    await store.close();
    assert.equal(openInOtherProcess(folder), "opened");
  });

  it("a damaged page is reported as a problem until the next start", async (test) => {
    const folder = createFolder(test);
    const file = join(folder, "sundry.db");
    const first = await openIn(folder, LIMITS, Date.now);
    for (let sent = 0; sent < 20; sent++)
      await first.inboxes.capture("a", createRecord("x".repeat(5_000)));
    await first.close();
    const bytes = readFileSync(file);
    // Pages of 8 KiB; the first ones are the header and the roots of the tables.
    bytes.fill(0xff, 20 * 8_192);
    writeFileSync(file, bytes);
    const changes: (StoreProblem | undefined)[] = [];
    const options = { directory: folder, limits: LIMITS, now: Date.now, purgeIntervalMs: 0 };
    const onHealthChange = (problem: StoreProblem | undefined) => changes.push(problem);
    const store = await openSqliteStore({ ...options, deadlineMs: 30_000, onHealthChange });
    test.after(() => store.close());
    await assert.rejects(store.inboxes.read("a", EVERYTHING), { reason: "unavailable" });
    assert.equal(store.problem?.reason, "corrupt");
    await assert.rejects(store.ready(), /is damaged .* run "sundry store check"/);
    assert.equal(changes.length, 1);
  });

  it("the deadline of a read does not include the start of the reading thread", async (test) => {
    const options = { directory: createFolder(test), limits: LIMITS, now: Date.now };
    const store = await openSqliteStore({ ...options, purgeIntervalMs: 0, deadlineMs: 1 });
    test.after(() => store.close());
    assert.equal((await store.inboxes.read("a", EVERYTHING)).meta, undefined);
  });

  it("a new directory and its files can be read by their owner only", async (test) => {
    const folder = join(createFolder(test), "data");
    const store = await openIn(folder, LIMITS, Date.now);
    await store.inboxes.capture("a", createRecord("secret"));
    assert.equal(getMode(folder), "700");
    const files = readdirSync(folder);
    assert.ok(files.includes("sundry.db-wal"));
    for (const file of files) assert.equal(getMode(join(folder, file)), "600", file);
    await store.close();
  });

  it("the directory and files of an earlier release are restricted to their owner", async (test) => {
    const folder = createFolder(test);
    await openIn(folder, LIMITS, Date.now).then((store) => store.close());
    chmodSync(folder, 0o755);
    chmodSync(join(folder, "sundry.db"), 0o644);
    await openIn(folder, LIMITS, Date.now).then((store) => store.close());
    assert.deepEqual([getMode(folder), getMode(join(folder, "sundry.db"))], ["700", "600"]);
  });

  it("the mode of a directory with other files is left alone", async (test) => {
    const folder = createFolder(test);
    chmodSync(folder, 0o755);
    writeFileSync(join(folder, "other"), "");
    await openIn(folder, LIMITS, Date.now).then((store) => store.close());
    assert.equal(getMode(folder), "755");
  });
});

function getMode(path: string): string {
  return (statSync(path).mode & 0o777).toString(8);
}

/** Opens a store in a process of its own; returns "opened" or the error's message. */
function openInOtherProcess(directory: string): string {
  const options = { directory, limits: LIMITS, purgeIntervalMs: 0 };
  const script = `
    import(${JSON.stringify(STORE_MODULE)})
      .then(({ openSqliteStore }) => openSqliteStore({ ...${JSON.stringify(options)}, now: Date.now }))
      .then((store) => store.close())
      .then(() => console.log("opened"), (error) => console.log(error.message));`;
  const child = spawnSync(process.execPath, ["--eval", script], { encoding: "utf8" });
  return child.stdout.trim() || child.stderr;
}

const STORE_MODULE = pathToFileURL(join(root, "dist/store/sqlite/sqlite-store.js")).href;
