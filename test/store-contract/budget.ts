import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { freshInbox, LIMITS, type OpenStore, record, seqs, until } from "./support.ts";

/** What a full store promises, to those who are in it and to those who are not. */
export function budgetPart(name: string, open: OpenStore): void {
  describe(`the byte budget on ${name}`, { timeout: 120_000 }, () => {
    it("refuses new inboxes past it, leaves the living alone and opens again", async (t) => {
      const test = await open({ ...LIMITS, maxStoreBytes: 40_000 });
      t.after(test.close);
      const { inboxes } = test.store;
      const old = freshInbox();
      await inboxes.capture(old, record("mine"));
      let refused: unknown;
      const taken: string[] = [];
      await until(async () => {
        const inbox = freshInbox();
        await inboxes.capture(inbox, record("x".repeat(15_000))).then(
          () => taken.push(inbox),
          (error: unknown) => (refused = error),
        );
        await test.settle();
        return refused !== undefined;
      });
      assert.equal((refused as { reason?: string }).reason, "budget");
      assert.ok(taken.length >= 2 && taken.length <= 4, `${taken.length} were taken`);
      await inboxes.capture(old, record("still mine"));
      assert.deepEqual(await seqs(test.store, old), [1, 2]);
      for (const inbox of taken) assert.deepEqual(await seqs(test.store, inbox), [1]);
      for (const inbox of taken) await inboxes.remove(inbox);
      await test.settle();
      await inboxes.capture(freshInbox(), record("room again"));
    });
  });
}
