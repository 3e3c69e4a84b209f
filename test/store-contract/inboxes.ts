import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { splitRecords, type Store } from "#src/store/store.js";
import {
  createRecord,
  EVERYTHING,
  LIMITS,
  createInboxId,
  type OpenStore,
  readAll,
  readSeqs,
  type StoreUnderTest,
} from "./support.ts";
import { waitUntil } from "../support/eventually.ts";

/** Tests `InboxStore` on one store that all tests share. */
export function describeInboxes(name: string, open: OpenStore): void {
  describe(`inboxes of ${name}`, { timeout: 300_000 }, () => {
    let test: StoreUnderTest;
    let store: Store;
    before(async () => {
      test = await open(LIMITS);
      store = test.store;
    });
    after(() => test.close());

    async function send(inbox: string, ...bodies: string[]) {
      const captured = [];
      for (const body of bodies)
        captured.push(await store.inboxes.capture(inbox, createRecord(body)));
      return captured;
    }

    it(`${name} returns captured records in order, with the ids and times of their receipts`, async () => {
      const inbox = createInboxId();
      const [first, second] = await send(inbox, "one", "zwei ❤ \u0000");
      assert.deepEqual(await readAll(store, inbox), [
        [1, "one"],
        [2, "zwei ❤ \u0000"],
      ]);
      const page = await store.inboxes.read(inbox, EVERYTHING);
      const { meta } = page;
      assert.ok(first && second && meta);
      const text = JSON.parse(splitRecords(page)[1]?.text.toString() ?? "") as {
        id: string;
        receivedAt: string;
      };
      assert.equal(text.id, second.recordId);
      assert.equal(second.recordId, `${meta.generation}-2`);
      assert.equal(text.receivedAt, second.receivedAt);
      assert.equal(second.expiresAtMs, meta.expiresAtMs);
      assert.equal(meta.expiresAtMs - meta.createdAtMs, LIMITS.ttlMs);
    });

    it(`${name} has neither metadata nor records of an inbox without captures`, async () => {
      const inbox = createInboxId();
      assert.equal(await store.inboxes.getMeta(inbox), undefined);
      const page = await store.inboxes.read(inbox, EVERYTHING);
      assert.deepEqual([page.meta, page.seqs.length, page.next], [undefined, 0, undefined]);
      assert.equal(await store.inboxes.remove(inbox), false);
    });

    it(`${name} numbers concurrent captures without gaps or duplicates`, async () => {
      const inboxes = [createInboxId(), createInboxId(), createInboxId()];
      const sent = Array.from({ length: 15 }, async (_, index) => {
        const inbox = inboxes[index % 3] ?? "";
        const { seq } = await store.inboxes.capture(inbox, createRecord(String(index)));
        return { inbox, seq, body: String(index) };
      });
      const captured = await Promise.all(sent);
      for (const inbox of inboxes) {
        const mine = captured.filter((one) => one.inbox === inbox).sort((a, b) => a.seq - b.seq);
        assert.deepEqual(
          mine.map(({ seq }) => seq),
          [1, 2, 3, 4, 5],
        );
        assert.deepEqual(
          await readAll(store, inbox),
          mine.map(({ seq, body }) => [seq, body]),
        );
      }
    });

    it(`${name} drops the oldest records past the maximum count and accepts every capture`, async () => {
      const inbox = createInboxId();
      await send(inbox, "1", "2", "3", "4", "5", "6", "7");
      assert.deepEqual(await readSeqs(store, inbox), [3, 4, 5, 6, 7]);
      const meta = await store.inboxes.getMeta(inbox);
      assert.deepEqual([meta?.firstSeq, meta?.lastSeq], [3, 7]);
    });

    it(`${name} drops the oldest records past the maximum bytes, but never the newest one`, async () => {
      const inbox = createInboxId();
      const other = createInboxId();
      await send(other, "stays");
      await send(inbox, "a".repeat(9_000), "b".repeat(9_000), "c".repeat(9_000));
      assert.deepEqual(await readSeqs(store, inbox), [2, 3]);
      await send(inbox, "d".repeat(50_000));
      assert.deepEqual(await readSeqs(store, inbox), [4]);
      await send(inbox, "e");
      assert.deepEqual(await readSeqs(store, inbox), [5]);
      assert.deepEqual(await readSeqs(store, other), [1]);
      const meta = await store.inboxes.getMeta(inbox);
      assert.ok(meta && meta.bytes > 0 && meta.bytes < 200, "bytes count only the kept records");
    });

    it(`${name} drops the oldest records of one concurrent burst`, async () => {
      const inbox = createInboxId();
      const bodies = Array.from({ length: 23 }, (_, index) => `${index}`.repeat(400));
      await Promise.all(bodies.map((body) => store.inboxes.capture(inbox, createRecord(body))));
      assert.deepEqual(await readSeqs(store, inbox), [19, 20, 21, 22, 23]);
    });

    it(`${name} filters records by after, through, limit from either end, method and preflights`, async () => {
      const inbox = createInboxId();
      const { inboxes } = store;
      await inboxes.capture(inbox, createRecord("1"));
      await inboxes.capture(inbox, createRecord("2", { method: "PUT" }));
      await inboxes.capture(inbox, createRecord("3", { method: "OPTIONS", preflight: true }));
      await inboxes.capture(inbox, createRecord("4", { method: "PUT" }));
      await inboxes.capture(inbox, createRecord("5"));
      assert.deepEqual(await readSeqs(store, inbox, { after: 3 }), [4, 5]);
      assert.deepEqual(await readSeqs(store, inbox, { after: 5 }), []);
      assert.deepEqual(await readSeqs(store, inbox, { after: 1, through: 3 }), [2, 3]);
      assert.deepEqual(await readSeqs(store, inbox, { limit: 2 }), [1, 2]);
      assert.deepEqual(await readSeqs(store, inbox, { limit: 2, newest: true }), [4, 5]);
      assert.deepEqual(await readSeqs(store, inbox, { method: "PUT" }), [2, 4]);
      assert.deepEqual(
        await readSeqs(store, inbox, { method: "PUT", limit: 1, newest: true }),
        [4],
      );
      assert.deepEqual(await readSeqs(store, inbox, { preflights: false }), [1, 2, 4, 5]);
      assert.deepEqual(
        await readSeqs(store, inbox, { preflights: false, limit: 3, newest: true }),
        [2, 4, 5],
      );
    });

    it(`${name} never decreases receivedAt when the clock is set back`, async () => {
      const inbox = createInboxId();
      const [early] = await send(inbox, "1");
      test.advance(-5_000);
      const [late] = await send(inbox, "2");
      test.advance(5_000);
      assert.equal(late?.receivedAt, early?.receivedAt);
    });

    it(`${name} lets an inbox expire at the time of its first capture, and then starts a new generation`, async () => {
      const inbox = createInboxId();
      const [first] = await send(inbox, "1");
      test.advance(LIMITS.ttlMs - 1);
      const [second] = await send(inbox, "2");
      assert.equal(second?.expiresAtMs, first?.expiresAtMs);
      assert.deepEqual(await readSeqs(store, inbox), [1, 2]);
      const earlier = await store.inboxes.getMeta(inbox);
      test.advance(1);
      assert.equal(await store.inboxes.getMeta(inbox), undefined);
      assert.deepEqual(await readSeqs(store, inbox), []);
      const [again] = await send(inbox, "3");
      assert.equal(again?.seq, 1);
      assert.deepEqual(await readAll(store, inbox), [[1, "3"]]);
      assert.notEqual((await store.inboxes.getMeta(inbox))?.generation, earlier?.generation);
      await test.settle();
      assert.deepEqual(await readAll(store, inbox), [[1, "3"]]);
    });

    it(`${name} removes an inbox immediately, and the next capture starts a new generation`, async () => {
      const inbox = createInboxId();
      await send(inbox, "1", "2");
      const earlier = await store.inboxes.getMeta(inbox);
      assert.equal(await store.inboxes.remove(inbox), true);
      assert.equal(await store.inboxes.remove(inbox), false);
      assert.equal(await store.inboxes.getMeta(inbox), undefined);
      assert.deepEqual(await readSeqs(store, inbox), []);
      await send(inbox, "3");
      assert.deepEqual(await readSeqs(store, inbox), [1]);
      assert.notEqual((await store.inboxes.getMeta(inbox))?.generation, earlier?.generation);
    });

    it(`${name} notifies the subscribers of an inbox, and no others, until they unsubscribe`, async () => {
      const [inbox, other] = [createInboxId(), createInboxId()];
      let notified = 0;
      const unsubscribe = store.inboxes.subscribe(inbox, () => (notified += 1));
      const unsubscribeOther = store.inboxes.subscribe(other, () =>
        assert.fail("no record was captured here"),
      );
      await waitUntil(async () => {
        await send(inbox, "news");
        return notified > 0;
      });
      unsubscribe();
      unsubscribeOther();
      const notifiedBefore = notified;
      await send(inbox, "more");
      await send(other, "more");
      assert.equal(notified, notifiedBefore);
    });

    it(`${name} is ready while it stores records`, () => store.ready());
  });
}
