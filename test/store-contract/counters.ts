import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { LIMITS, type OpenStore, type StoreUnderTest } from "./support.ts";

/** The promises of `Counters`. */
export function countersPart(name: string, open: OpenStore): void {
  describe(`the counters' promises on ${name}`, { timeout: 120_000 }, () => {
    let test: StoreUnderTest;
    before(async () => {
      test = await open(LIMITS);
    });
    after(() => test.close());

    it("counts usage by identity and day", async () => {
      const { addUsage } = test.store.counters;
      assert.equal(await addUsage("ann", 20_000, 1), 1);
      assert.equal(await addUsage("ann", 20_000, 1), 2);
      assert.equal(await addUsage("bob", 20_000, 0), 0);
      assert.equal(await addUsage("ann", 20_000, 0), 2);
      assert.equal(await addUsage("ann", 20_001, 1), 1);
    });

    it("gives each of those who come at once a count of its own", async () => {
      const { addUsage } = test.store.counters;
      const add = async (one: string, by: number) => await addUsage(one, 20_001, by);
      const burst = ["cat", "dan", "cat", "cat", "dan"].map((one) => add(one, 1));
      assert.deepEqual(await Promise.all(burst), [1, 1, 2, 3, 2]);
      assert.deepEqual(await Promise.all([add("cat", 2), add("cat", 0)]), [5, 5]);
    });

    it("counts the requests of a window from its first one on", async () => {
      const { counters } = test.store;
      const now = Date.now();
      const first = await counters.hit("qr 10.0.0.1", 200, now);
      assert.deepEqual(first.count, 1);
      assert.ok(Math.abs(first.endsAtMs - (now + 200)) < 100);
      assert.equal((await counters.hit("qr 10.0.0.1", 200, now + 1)).count, 2);
      assert.equal((await counters.hit("qr 10.0.0.2", 200, now + 1)).count, 1);
      await new Promise((resolve) => setTimeout(resolve, 260));
      assert.equal((await counters.hit("qr 10.0.0.1", 200, now + 260)).count, 1);
    });
  });
}
