import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createRecord, LIMITS, createInboxId, type OpenStore, readSeqs } from "./support.ts";
import { toOwner } from "#src/store/store.js";
import { waitUntil } from "../support/eventually.ts";

/** Tests the byte budget. */
export function describeBudget(name: string, open: OpenStore): void {
  describe(`byte budget of ${name}`, { timeout: 300_000 }, () => {
    it(`${name} rejects new inboxes past the budget, keeps live ones and accepts new ones after a removal`, async (context) => {
      const test = await open({ ...LIMITS, maxStoreBytes: 40_000 });
      context.after(test.close);
      const { inboxes } = test.store;
      const old = createInboxId();
      await inboxes.capture(old, createRecord("mine"));
      let rejection: unknown;
      const created: string[] = [];
      await waitUntil(async () => {
        const inbox = createInboxId();
        await inboxes.capture(inbox, createRecord("x".repeat(15_000))).then(
          () => created.push(inbox),
          (error: unknown) => (rejection = error),
        );
        await test.settle();
        return rejection !== undefined;
      });
      assert.equal((rejection as { reason?: string }).reason, "budget");
      assert.ok(
        created.length >= 2 && created.length <= 4,
        `${created.length} inboxes were created`,
      );
      await inboxes.capture(old, createRecord("still mine"));
      assert.deepEqual(await readSeqs(test.store, old), [1, 2]);
      for (const inbox of created) assert.deepEqual(await readSeqs(test.store, inbox), [1]);
      for (const inbox of created) await inboxes.remove(inbox);
      await test.settle();
      await inboxes.capture(createInboxId(), createRecord("room again"));
    });

    it(`${name} gives an owner half of the budget for its inboxes, whatever they grow to, and others the rest`, async (context) => {
      const test = await open({ ...LIMITS, maxInboxBytes: 100_000, maxStoreBytes: 40_000 });
      context.after(test.close);
      const { inboxes } = test.store;
      const [greedy, other] = [toOwner("192.0.2.1"), toOwner("192.0.2.2")];
      const large = "x".repeat(15_000);
      const live = createInboxId();
      for (let sent = 0; sent < 4; sent++)
        await inboxes.capture(live, createRecord(large, { owner: greedy }));
      await test.settle();
      assert.ok(test.store.storedBytes > 60_000, "live inboxes go on");
      await assert.rejects(inboxes.capture(createInboxId(), createRecord("", { owner: greedy })), {
        reason: "share",
      });
      const others = createInboxId();
      await inboxes.capture(others, createRecord(large, { owner: other }));
      await inboxes.capture(others, createRecord(large, { owner: greedy }));
      await test.settle();
      await assert.rejects(inboxes.capture(createInboxId(), createRecord("", { owner: other })), {
        reason: "share",
      });
      await assert.rejects(inboxes.capture(createInboxId(), createRecord("")), {
        reason: "budget",
      });
      await inboxes.remove(live);
      await test.settle();
      await inboxes.capture(createInboxId(), createRecord("", { owner: greedy }));
    });
  });
}
