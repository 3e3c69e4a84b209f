import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { openForWriting } from "#src/store/sqlite/file.js";

describe("the SQLite file", () => {
  const folder = mkdtempSync(join(tmpdir(), "sundry-schema-"));
  const database = openForWriting(join(folder, "sundry.db"));
  after(() => rmSync(folder, { recursive: true, force: true }));

  function readPragma(name: string): unknown {
    const row = database.prepare(`PRAGMA ${name}`).get() as Record<string, unknown>;
    return row[name];
  }

  // No test can cut the power, so the settings that make commits durable are checked.
  it("the SQLite file syncs every commit, overwrites deleted records and can shrink", () => {
    const FULL = 2;
    const INCREMENTAL = 2;
    assert.equal(readPragma("journal_mode"), "wal");
    assert.equal(readPragma("synchronous"), FULL);
    assert.equal(readPragma("secure_delete"), 1);
    assert.equal(readPragma("auto_vacuum"), INCREMENTAL);
  });

  it("the SQLite file finds an inbox's records by an index", () => {
    const plan = database
      .prepare(
        "EXPLAIN QUERY PLAN SELECT text FROM records WHERE inbox = 1 AND seq > 2 ORDER BY seq",
      )
      .all() as { detail: string }[];
    assert.deepEqual(
      plan.map(({ detail }) => detail),
      ["SEARCH records USING INDEX records_of_inbox (inbox=? AND seq>?)"],
    );
  });
});
