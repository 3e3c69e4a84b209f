import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { LIMITS, type OpenStore, type StoreUnderTest } from "./support.ts";

/** Tests `Counters`. */
export function describeCounters(name: string, open: OpenStore): void {
  describe(`counters of ${name}`, { timeout: 300_000 }, () => {
    let test: StoreUnderTest;
    before(async () => {
      test = await open(LIMITS);
    });
    after(() => test.close());

    it(`${name} counts usage per identity and day`, async () => {
      const { addUsage } = test.store.counters;
      assert.equal(await addUsage("ann", 20_000, 1), 1);
      assert.equal(await addUsage("ann", 20_000, 1), 2);
      assert.equal(await addUsage("bob", 20_000, 0), 0);
      assert.equal(await addUsage("ann", 20_000, 0), 2);
      assert.equal(await addUsage("ann", 20_001, 1), 1);
    });

    it(`${name} returns a different count to each of several concurrent increments`, async () => {
      const { addUsage } = test.store.counters;
      const add = async (one: string, by: number) => await addUsage(one, 20_001, by);
      const burst = ["cat", "dan", "cat", "cat", "dan"].map((one) => add(one, 1));
      assert.deepEqual(await Promise.all(burst), [1, 1, 2, 3, 2]);
      assert.deepEqual(await Promise.all([add("cat", 2), add("cat", 0)]), [5, 5]);
    });

    it(`${name} counts the requests of a window and reports its end`, async () => {
      const { counters } = test.store;
      const nowMs = Date.now();
      const first = await counters.hit("qr 10.0.0.1", 60_000, nowMs);
      assert.equal(first.count, 1);
      assert.ok(first.endsAtMs > nowMs && first.endsAtMs <= nowMs + 60_000);
      assert.equal((await counters.hit("qr 10.0.0.1", 60_000, nowMs + 1)).count, 2);
      assert.equal((await counters.hit("qr 10.0.0.2", 60_000, nowMs + 1)).count, 1);
    });

    it(`${name} counts several requests together, and reads a window without counting`, async () => {
      const { counters } = test.store;
      const nowMs = Date.now();
      const hit = async (amount: number) =>
        (await counters.hit("pdf 10.0.0.9", 60_000, nowMs, amount)).count;
      assert.deepEqual([await hit(0), await hit(5), await hit(0), await hit(1)], [0, 5, 5, 6]);
    });

    it(`${name} opens a new window after the end of the previous one`, async () => {
      const { counters } = test.store;
      const nowMs = Date.now();
      await counters.hit("qr 10.0.0.3", 30, nowMs);
      await new Promise((resolve) => setTimeout(resolve, 45));
      assert.equal((await counters.hit("qr 10.0.0.3", 30, nowMs + 45)).count, 1);
    });
  });
}
