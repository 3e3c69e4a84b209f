import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { createRecord } from "../store-contract/support.ts";
import { root } from "../support/server.ts";
import { checkStore } from "#src/store/sqlite/backup/check.js";
import { openForWriting } from "#src/store/sqlite/file.js";
import { SCHEMA_VERSION } from "#src/store/sqlite/schema.js";
import { openSqliteStore } from "#src/store/sqlite/sqlite-store.js";

const LIMITS = { ttlMs: 60_000, maxRecords: 500, maxInboxBytes: 1e8, maxStoreBytes: 1e9 };

/** Creates a data directory with two inboxes of ten records each. */
async function createData(test: TestContext): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), "sundry-check-"));
  test.after(() => rmSync(directory, { recursive: true, force: true }));
  const options = { directory, limits: LIMITS, now: Date.now, purgeIntervalMs: 0 };
  const store = await openSqliteStore({ ...options, deadlineMs: 30_000 });
  for (let sent = 0; sent < 20; sent++) {
    await store.inboxes.capture(`inbox ${sent % 2}`, createRecord("x".repeat(5_000)));
  }
  await store.close();
  return directory;
}

/** Runs `sundry store check` with an argument. */
function runCommand(argument: string) {
  const command = [join(root, "dist", "cli", "sundry.js"), "store", "check", argument];
  return spawnSync(process.execPath, command, { encoding: "utf8" });
}

describe("checkStore", { timeout: 240_000 }, () => {
  it("checkStore counts inboxes and records of an undamaged file", async (test) => {
    const { inboxes, records, problems, schemaVersion } = checkStore(await createData(test));
    assert.deepEqual([inboxes, records, problems, schemaVersion], [2, 20, [], SCHEMA_VERSION]);
  });

  it("checkStore names an inbox whose record is missing", async (test) => {
    const directory = await createData(test);
    const database = openForWriting(join(directory, "sundry.db"));
    database.exec("DELETE FROM records WHERE number = 3");
    database.close();
    assert.deepEqual(checkStore(directory).problems, [
      'inbox "inbox 0": record 2 is missing',
      'inbox "inbox 0": its records do not add up',
    ]);
  });

  it("checkStore throws one sentence without a data file, or without the right to read it", async (test) => {
    const message = "there is no file or directory /nowhere";
    assert.throws(() => checkStore("/nowhere"), { message });
    const directory = mkdtempSync(join(tmpdir(), "sundry-check-"));
    test.after(() => rmSync(directory, { recursive: true, force: true }));
    const file = join(directory, "sundry.db");
    assert.throws(() => checkStore(directory), {
      message: `there is no data file ${file}; set DATA_DIR`,
    });
    // Root may read everything.
    if (process.getuid?.() === 0 || process.platform === "win32") return;
    writeFileSync(file, "", { mode: 0o200 });
    assert.throws(() => checkStore(directory), {
      message: `${file} cannot be opened: permission denied`,
    });
  });
});

describe("sundry store check", { timeout: 240_000 }, () => {
  it("sundry store check prints its help and rejects other flags", () => {
    const help = runCommand("--help");
    assert.equal(help.status, 0, help.stderr);
    assert.match(help.stdout, /^Back up, restore and verify/);
    const unknown = runCommand("--repair");
    assert.equal(unknown.status, 2);
    assert.equal(
      unknown.stderr,
      "sundry: --repair is not a flag of this command; sundry store --help lists them\n",
    );
  });

  it("sundry store check exits with 0 for an undamaged file, and with 1 for damaged pages", async (test) => {
    const directory = await createData(test);
    const file = join(directory, "sundry.db");
    const good = runCommand(directory);
    assert.equal(good.status, 0, good.stderr);
    assert.equal((JSON.parse(good.stdout) as { records: number }).records, 20);
    const bytes = readFileSync(file);
    bytes.fill(0xff, 12 * 8_192);
    writeFileSync(file, bytes);
    const damaged = runCommand(directory);
    assert.equal(damaged.status, 1);
    assert.ok((JSON.parse(damaged.stdout) as { problems: string[] }).problems.length > 0);
  });

  it("sundry store check exits with 1 and advises to stop the server while one uses the directory", async (test) => {
    const directory = await createData(test);
    const options = { directory, limits: LIMITS, now: Date.now, purgeIntervalMs: 0 };
    const store = await openSqliteStore({ ...options, deadlineMs: 30_000 });
    test.after(() => store.close());
    const { status, stderr } = runCommand(directory);
    assert.equal(status, 1);
    assert.match(stderr, /another process uses it; stop the server first/);
  });
});
