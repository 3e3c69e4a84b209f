import assert from "node:assert/strict";
import { copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import Database from "libsql";
import { createRecord, EVERYTHING } from "../store-contract/support.ts";
import { root } from "../support/server.ts";
import { checkStore } from "#src/store/sqlite/backup/check.js";
import { openForWriting } from "#src/store/sqlite/file.js";
import { readSchemaVersion, SCHEMA_VERSION } from "#src/store/sqlite/schema.js";
import { openSqliteStore } from "#src/store/sqlite/sqlite-store.js";
import { splitRecords } from "#src/store/store.js";
import { readRawBody } from "#src/inbox/record/record.js";

/** When the fixtures were written; test/store/fixtures/README.md describes them. */
const WRITTEN_MS = Date.UTC(2026, 0, 2, 3, 4, 15);
const DAY = Math.floor(WRITTEN_MS / 86_400_000);

/** Copies the files of a fixture to a data directory. */
function restoreFixture(test: TestContext, name: string): string {
  const directory = mkdtempSync(join(tmpdir(), "sundry-migration-"));
  test.after(() => rmSync(directory, { recursive: true, force: true }));
  for (const suffix of ["", "-wal"]) {
    const source = join(root, "test", "store", "fixtures", `${name}.db${suffix}`);
    if (existsSync(source)) copyFileSync(source, join(directory, `sundry.db${suffix}`));
  }
  return directory;
}

const getWrittenTime = () => WRITTEN_MS;

function openIn(directory: string) {
  const limits = { ttlMs: 14_400_000, maxRecords: 3, maxInboxBytes: 1e6, maxStoreBytes: 1e9 };
  return openSqliteStore({
    directory,
    limits,
    now: getWrittenTime,
    purgeIntervalMs: 0,
    deadlineMs: 30_000,
  });
}

describe("a data file of release 0.1.0", { timeout: 240_000 }, () => {
  for (const name of ["0.1.0", "0.1.0-killed"]) {
    it(`the data file of release ${name} keeps its inboxes, records and counts`, async (test) => {
      const store = await openIn(restoreFixture(test, name));
      test.after(() => store.close());
      const orders = splitRecords(await store.inboxes.read("orders", EVERYTHING));
      const [first] = orders.map(
        ({ text }) => JSON.parse(text.toString()) as Record<string, unknown>,
      );
      assert.deepEqual(
        [first?.["seq"], first?.["receivedAt"], first?.["path"], first?.["query"]],
        [1, "2026-01-02T03:04:06.678Z", "/sub", "a=1"],
      );
      assert.ok(orders[0]?.text.includes('"bodyJson":{"order":1,"total":12345678901234567890}'));
      assert.deepEqual(
        orders.map(({ text }) => readRawBody(text).toString("latin1")),
        ['{"order":1,"total":12345678901234567890}', "\u00ff\u0000\u0080", ""],
      );
      const dropped = await store.inboxes.getMeta("dropped");
      assert.deepEqual([dropped?.firstSeq, dropped?.lastSeq], [3, 5]);
      assert.equal(await store.inboxes.getMeta("removed"), undefined);
      assert.equal((await store.inboxes.capture("orders", createRecord("new"))).seq, 4);
      assert.equal(await store.counters.addUsage("192.0.2.1", DAY, 1), 8);
      assert.equal(await store.counters.addUsage("key:ann", DAY, 0), 3);
      await store.purge();
    });
  }

  it("a data file of release 0.1.0 is upgraded to the present schema version", (test) => {
    const database = openForWriting(join(restoreFixture(test, "0.1.0"), "sundry.db"));
    assert.equal(readSchemaVersion(database), SCHEMA_VERSION);
    database.close();
  });
});

describe("a data file of schema version 1", { timeout: 240_000 }, () => {
  it("a data file of schema version 1 keeps its inboxes, which can then have response plans", async (test) => {
    const directory = restoreFixture(test, "0.1.0");
    const database = new Database(join(directory, "sundry.db"));
    // Release 0.1.0 wrote the tables of version 1 without setting the number.
    database.exec("PRAGMA user_version = 1");
    database.close();
    const store = await openIn(directory);
    test.after(() => store.close());
    assert.equal((await store.inboxes.getMeta("orders"))?.lastSeq, 3);
    assert.equal(await store.inboxes.getPlan("orders"), undefined);
    assert.equal((await store.inboxes.setPlan("orders", [{ status: 500 }])).fromSeq, 3);
    assert.equal((await store.inboxes.getPlan("orders"))?.steps[0]?.status, 500);
  });
});

describe("a data file of release 0.2.0", { timeout: 240_000 }, () => {
  it("a data file of release 0.2.0 keeps its inboxes, records, plans and counts", async (test) => {
    const directory = restoreFixture(test, "0.2.0");
    assert.deepEqual(checkStore(directory).problems, [], "also before the upgrade");
    const store = await openIn(directory);
    test.after(() => store.close());
    const orders = splitRecords(await store.inboxes.read("orders", EVERYTHING));
    assert.deepEqual(
      orders.map(({ text }) => readRawBody(text).toString("latin1")),
      ['{"order":1,"total":12345678901234567890}', "\u00ff\u0000\u0080", ""],
    );
    assert.equal((await store.inboxes.getMeta("dropped"))?.firstSeq, 3);
    const plan = await store.inboxes.getPlan("orders");
    assert.deepEqual(plan?.steps, [{ status: 500, times: 3 }, { status: 200 }]);
    const record = createRecord("new", { plan: null, owner: 7 });
    await assert.rejects(store.inboxes.capture("orders", record), { name: "PlanChangedError" });
    assert.equal((await store.inboxes.capture("new", createRecord("x", { owner: 7 }))).seq, 1);
    assert.equal(await store.counters.addUsage("192.0.2.1", DAY, 1), 8);
    store.history.add("192.0.2.1", DAY, "hash");
    assert.deepEqual(await store.history.read("192.0.2.1", [DAY]), [
      { day: DAY, total: 1, counts: { hash: 1 } },
    ]);
    await store.purge();
    assert.ok(store.storedBytes > 0);
  });
});

describe("a data file of a newer release", () => {
  it("a data file of a newer release is rejected with a sentence and not changed", async (test) => {
    const directory = restoreFixture(test, "0.1.0");
    const database = openForWriting(join(directory, "sundry.db"));
    database.exec(`PRAGMA user_version = ${SCHEMA_VERSION + 1}`);
    database.close();
    await assert.rejects(openIn(directory), {
      message: `DATA_DIR ${directory} cannot be used: a newer release of Sundry wrote it (schema version ${SCHEMA_VERSION + 1}; this release supports up to ${SCHEMA_VERSION}); start that release, or set DATA_DIR to another directory`,
    });
  });
});
