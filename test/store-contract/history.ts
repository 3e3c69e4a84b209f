import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { MAX_HISTORY_IDENTITIES, MAX_NAMED_IDENTITIES } from "#src/store/usage-history.js";
import { ISSUED_PREFIX } from "#src/store/store.js";
import { LIMITS, type OpenStore, type StoreUnderTest } from "./support.ts";

/** Tests `UsageHistory`. */
export function describeHistory(name: string, open: OpenStore): void {
  describe(`usage history of ${name}`, { timeout: 300_000 }, () => {
    let test: StoreUnderTest;
    before(async () => {
      test = await open(LIMITS);
    });
    after(() => test.close());

    it(`${name} adds requests to an identity's days by name`, async () => {
      const { history } = test.store;
      for (const tool of ["hash", "qr", "hash"]) history.add("ann", 30_000, tool);
      history.add("bob", 30_000, "hash");
      assert.deepEqual(await history.read("ann", [30_000]), [
        { day: 30_000, total: 3, counts: { hash: 2, qr: 1 } },
      ]);
      history.add("ann", 30_000, "inbox");
      history.add("ann", 30_002, "hash");
      const days = await history.read("ann", [30_000, 30_001, 30_002]);
      assert.deepEqual(
        days.sort((a, b) => a.day - b.day),
        [
          { day: 30_000, total: 4, counts: { hash: 2, qr: 1, inbox: 1 } },
          { day: 30_002, total: 1, counts: { hash: 1 } },
        ],
      );
      assert.deepEqual(await history.read("cat", [30_000]), []);
    });

    it(`${name} keeps totals only past ${MAX_NAMED_IDENTITIES} identities of a day, and nothing past ${MAX_HISTORY_IDENTITIES}, but everything of issued keys`, async () => {
      const { history } = test.store;
      const day = 30_010;
      const addRange = async (from: number, to: number) => {
        for (let index = from; index < to; index++) history.add(`caller ${index}`, day, "hash");
        await history.read("caller 0", [day]);
      };
      await addRange(0, MAX_NAMED_IDENTITIES);
      await addRange(MAX_NAMED_IDENTITIES, MAX_HISTORY_IDENTITIES);
      await addRange(MAX_HISTORY_IDENTITIES, MAX_HISTORY_IDENTITIES + 1);
      await addRange(MAX_NAMED_IDENTITIES - 1, MAX_NAMED_IDENTITIES + 1);
      const read = async (index: number) => (await history.read(`caller ${index}`, [day]))[0];
      assert.deepEqual(await read(MAX_NAMED_IDENTITIES - 1), {
        day,
        total: 2,
        counts: { hash: 2 },
      });
      assert.deepEqual(await read(MAX_NAMED_IDENTITIES), { day, total: 2, counts: undefined });
      assert.equal((await read(MAX_HISTORY_IDENTITIES - 1))?.total, 1);
      assert.equal(await read(MAX_HISTORY_IDENTITIES), undefined);
      history.add(`${ISSUED_PREFIX}late`, day, "qr");
      const issued = await history.read(`${ISSUED_PREFIX}late`, [day]);
      assert.deepEqual(issued, [{ day, total: 1, counts: { qr: 1 } }]);
    });
  });
}
