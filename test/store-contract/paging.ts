import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  EVERYTHING,
  freshInbox,
  LIMITS,
  type OpenStore,
  readAll,
  record,
  seqs,
} from "./support.ts";

/** Inboxes of more than a page. */
export function pagingPart(name: string, open: OpenStore): void {
  describe(`large inboxes on ${name}`, { timeout: 120_000 }, () => {
    it("are read in pages that belong together", async (t) => {
      const limits = { ...LIMITS, maxRecords: 3_000, maxInboxBytes: 1e8, maxStoreBytes: 1e9 };
      const test = await open(limits);
      t.after(test.close);
      const inbox = freshInbox();
      const bodies = Array.from({ length: 25 }, (_, hundred) => String(hundred).padEnd(1_000, "x"));
      for (const body of bodies) {
        const hundred = Array.from({ length: 100 }, () => body);
        await Promise.all(hundred.map((one) => test.store.inboxes.capture(inbox, record(one))));
      }
      const page = await test.store.inboxes.read(inbox, EVERYTHING);
      assert.ok(page.next && page.seqs.length < 1_200);
      assert.deepEqual(
        (await readAll(test.store, inbox, { limit: 3_000 })).map(([, body]) => body),
        bodies.flatMap((body) => Array.from({ length: 100 }, () => body)),
      );
      const newest = await seqs(test.store, inbox, { limit: 1_500, newest: true });
      assert.deepEqual([newest.length, newest[0], newest.at(-1)], [1_500, 1_001, 2_500]);
      assert.equal((await seqs(test.store, inbox, { limit: 1_500 })).at(-1), 1_500);
    });
  });
}
