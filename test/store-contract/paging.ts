import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  createRecord,
  EVERYTHING,
  LIMITS,
  createInboxId,
  type OpenStore,
  readAll,
  readSeqs,
} from "./support.ts";

/** Tests inboxes that are longer than a page. */
export function describePaging(name: string, open: OpenStore): void {
  describe(`large inboxes of ${name}`, { timeout: 300_000 }, () => {
    it(`${name} returns a large inbox in pages that continue one another`, async (context) => {
      const limits = { ...LIMITS, maxRecords: 3_000, maxInboxBytes: 1e8, maxStoreBytes: 1e9 };
      const test = await open(limits);
      context.after(test.close);
      const inbox = createInboxId();
      const bodies = Array.from({ length: 25 }, (_, hundred) => String(hundred).padEnd(1_000, "x"));
      for (const body of bodies) {
        const hundred = Array.from({ length: 100 }, () => body);
        await Promise.all(
          hundred.map((one) => test.store.inboxes.capture(inbox, createRecord(one))),
        );
      }
      const page = await test.store.inboxes.read(inbox, EVERYTHING);
      assert.ok(page.next && page.seqs.length < 1_200);
      assert.deepEqual(
        (await readAll(test.store, inbox, { limit: 3_000 })).map(([, body]) => body),
        bodies.flatMap((body) => Array.from({ length: 100 }, () => body)),
      );
      const newest = await readSeqs(test.store, inbox, { limit: 1_500, newest: true });
      assert.deepEqual([newest.length, newest[0], newest.at(-1)], [1_500, 1_001, 2_500]);
      assert.equal((await readSeqs(test.store, inbox, { limit: 1_500 })).at(-1), 1_500);
    });
  });
}
