import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { openForWriting } from "#src/store/sqlite/file.js";
import { UsageTable } from "#src/store/sqlite/usage-table.js";

describe("UsageTable", () => {
  const folder = mkdtempSync(join(tmpdir(), "sundry-usage-"));
  const database = openForWriting(join(folder, "sundry.db"));
  const usage = new UsageTable(database);
  const save = (day: number, counts: Record<string, number>) =>
    usage.save(day, JSON.stringify(Object.entries(counts)));
  const load = (day: number) =>
    Object.fromEntries(JSON.parse(usage.load(day)) as [string, number][]) as Record<string, number>;
  after(() => {
    database.close();
    rmSync(folder, { recursive: true });
  });

  it("a UsageTable saves the last count of each identity, whatever characters it has", () => {
    save(1, { "192.0.2.1": 1, "2001:db8::/64": 2 });
    save(1, { "192.0.2.1": 7, 'key:x"y': 3 });
    assert.deepEqual(load(1), { "192.0.2.1": 7, "2001:db8::/64": 2, 'key:x"y': 3 });
  });

  it("a UsageTable deletes earlier days with the first count of a new one", () => {
    save(2, { "192.0.2.1": 1 });
    assert.deepEqual(load(1), {});
    assert.deepEqual(load(2), { "192.0.2.1": 1 });
  });

  it("a UsageTable stores at most 100,000 identities and every issued key, and keeps updating those", () => {
    const many = Array.from({ length: 100_500 }, (_, index) => [`key:${index}`, 1]);
    usage.save(3, JSON.stringify(many.slice(0, 99_000)));
    usage.save(3, JSON.stringify(many.slice(99_000)));
    save(3, { "key:5": 9, "key:new": 1, "issued:a": 2, "issued:b": 3 });
    save(3, { "key:newer": 1, "issued:b": 4 });
    const counts = load(3);
    assert.equal(Object.keys(counts).length, 100_002);
    assert.deepEqual([counts["issued:a"], counts["issued:b"]], [2, 4]);
    assert.equal(counts["key:5"], 9);
    assert.equal(counts["key:new"], undefined);
  });
});
