import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { LIMITS, type OpenStore, type StoreUnderTest } from "./support.ts";
import type { JobEntry, JobLimits, JobStore } from "#src/store/store.js";

const JOB_LIMITS: JobLimits = { maxUnfinished: 6, maxUnfinishedOfClient: 3, maxBytes: 1000 };

const create = (id: string, entry: Partial<JobEntry> = {}): JobEntry => ({
  id,
  version: 1,
  client: "client",
  state: "queued",
  expiresAtMs: 0,
  bytes: 0,
  text: id,
  ...entry,
});

/** Tests `JobStore`. */
export function describeJobs(name: string, open: OpenStore): void {
  describe(`job store of ${name}`, { timeout: 300_000 }, () => {
    let test: StoreUnderTest;
    let jobs: JobStore;
    before(async () => {
      test = await open(LIMITS);
      ({ jobs } = test.store);
    });
    after(() => test.close());

    const add = (id: string, entry: Partial<JobEntry> = {}) =>
      jobs.add(create(id, entry), JOB_LIMITS);
    const replace = (entry: JobEntry) => jobs.replace(entry, JOB_LIMITS.maxBytes);
    const listIds = async () =>
      (await jobs.listUnfinished()).entries.map(({ id }) => id).toSorted();
    const end = (id: string, expiresAtMs: number, bytes = 0) =>
      replace(create(id, { state: "done", expiresAtMs, bytes }));

    it(`${name} adds, reads, replaces and removes a job`, async () => {
      const text = '{"a": "é 😀\\n 5 done 7"}\n  ';
      const entry = create("a", { text, bytes: 10 });
      assert.equal(await add("a", entry), "added");
      assert.deepEqual(await jobs.get("a"), entry);
      const running = create("a", { state: "running", bytes: 30, text: "" });
      assert.equal(await replace(running), "replaced");
      assert.deepEqual(await jobs.get("a"), { ...running, version: 2 });
      assert.deepEqual(await listIds(), ["a"]);
      assert.deepEqual(await jobs.count(), { bytes: 30, states: { running: 1 } });
      await jobs.remove("a");
      await jobs.remove("a");
      assert.equal(await jobs.get("a"), undefined);
      assert.deepEqual(await listIds(), []);
      assert.equal((await jobs.count()).bytes, 0);
    });

    it(`${name} replaces the version that was read only`, async () => {
      assert.equal(await replace(create("nothing")), "conflict");
      await add("b");
      const writes = ["w", "x", "y", "z"].map((text) => replace(create("b", { text })));
      const outcomes = await Promise.all(writes);
      assert.deepEqual(outcomes.toSorted(), ["conflict", "conflict", "conflict", "replaced"]);
      const stored = await jobs.get("b");
      assert.equal(stored?.text, "wxyz"[outcomes.indexOf("replaced")]);
      await jobs.remove("b");
    });

    it(`${name} limits unfinished jobs of a client and of all`, async () => {
      const added = await Promise.all(["c1", "c2", "c3", "c4"].map((id) => add(id)));
      assert.deepEqual(added.toSorted(), ["added", "added", "added", "client-full"]);
      const others = ["d1", "d2", "d3", "d4"].map((id) => add(id, { client: `client-${id}` }));
      assert.deepEqual((await Promise.all(others)).toSorted(), ["added", "added", "added", "full"]);
      const [first = ""] = await listIds();
      await end(first, 5000);
      assert.equal(await add("e", { client: "client-e" }), "added");
      for (const id of await listIds()) await jobs.remove(id);
      await jobs.remove(first);
    });

    it(`${name} limits the bytes of all jobs, ended ones included`, async () => {
      assert.equal(await add("f", { bytes: 600 }), "added");
      assert.equal(await add("g", { bytes: 401 }), "no-space");
      assert.equal(await add("g", { bytes: 400 }), "added");
      assert.equal(await replace(create("g", { bytes: 401 })), "no-space");
      assert.equal(await end("f", 5000, 500), "replaced");
      assert.equal(await replace(create("g", { bytes: 500 })), "replaced");
      assert.equal(await replace(create("g", { version: 2, bytes: 499 })), "replaced");
      assert.equal((await jobs.count()).bytes, 999);
      await jobs.remove("f");
      await jobs.remove("g");
    });

    it(`${name} finds ended jobs by their end, and the oldest with files`, async () => {
      for (const [id, expiresAtMs, bytes] of [
        ["h", 7000, 1],
        ["i", 5000, 0],
        ["j", 6000, 1],
      ] as const) {
        await add(id, { client: id });
        await end(id, expiresAtMs, bytes);
      }
      await add("k");
      const list = async (nowMs: number, max: number) =>
        (await jobs.listExpired(nowMs, max)).map(({ id }) => id);
      assert.deepEqual(await list(4999, 9), []);
      assert.deepEqual(await list(6000, 9), ["i", "j"]);
      assert.deepEqual(await list(9000, 1), ["i"]);
      assert.equal((await jobs.findOldestResult())?.id, "j");
      await replace(create("j", { version: 2, state: "expired", expiresAtMs: 8000 }));
      assert.equal((await jobs.findOldestResult())?.id, "h");
      assert.deepEqual(await list(9000, 9), ["i", "h", "j"]);
      for (const id of ["h", "i", "j", "k"]) await jobs.remove(id);
      assert.equal(await jobs.findOldestResult(), undefined);
    });

    it(`${name} lists unfinished jobs with a time that grows`, async () => {
      const { nowMs } = await jobs.listUnfinished();
      assert.ok(Number.isSafeInteger(nowMs) && nowMs > 0);
      assert.ok((await jobs.listUnfinished()).nowMs >= nowMs);
    });
  });
}
