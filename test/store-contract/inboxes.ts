import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { splitRecords, type Store } from "#src/store/store.js";
import {
  EVERYTHING,
  freshInbox,
  LIMITS,
  type OpenStore,
  readAll,
  record,
  seqs,
  type StoreUnderTest,
  until,
} from "./support.ts";

/** The promises of `InboxStore`, on one store that all tests share. */
export function inboxesPart(name: string, open: OpenStore): void {
  describe(`the store's promises on ${name}`, { timeout: 120_000 }, () => {
    let test: StoreUnderTest;
    let store: Store;
    before(async () => {
      test = await open(LIMITS);
      store = test.store;
    });
    after(() => test.close());

    async function send(inbox: string, ...bodies: string[]) {
      const captured = [];
      for (const body of bodies) captured.push(await store.inboxes.capture(inbox, record(body)));
      return captured;
    }

    it("gives back what was captured, in order, with its place", async () => {
      const inbox = freshInbox();
      const [first, second] = await send(inbox, "one", "zwei ❤ \u0000");
      assert.deepEqual(await readAll(store, inbox), [
        [1, "one"],
        [2, "zwei ❤ \u0000"],
      ]);
      const page = await store.inboxes.read(inbox, EVERYTHING);
      const { head } = page;
      assert.ok(first && second && head);
      const text = JSON.parse(splitRecords(page)[1]?.text.toString() ?? "") as {
        id: string;
        receivedAt: string;
      };
      assert.equal(text.id, second.recordId);
      assert.equal(second.recordId, `${head.life}-2`);
      assert.equal(text.receivedAt, second.receivedAt);
      assert.equal(second.expiresAtMs, head.expiresAtMs);
      assert.equal(head.expiresAtMs - head.createdAtMs, LIMITS.ttlMs);
    });

    it("knows nothing of an inbox that nothing was sent to", async () => {
      const inbox = freshInbox();
      assert.equal(await store.inboxes.getMeta(inbox), undefined);
      const page = await store.inboxes.read(inbox, EVERYTHING);
      assert.deepEqual([page.head, page.seqs.length, page.next], [undefined, 0, undefined]);
      assert.equal(await store.inboxes.remove(inbox), false);
    });

    it("numbers concurrent captures without a gap or a double", async () => {
      const inboxes = [freshInbox(), freshInbox(), freshInbox()];
      const sent = Array.from({ length: 15 }, async (_, index) => {
        const inbox = inboxes[index % 3] ?? "";
        const { seq } = await store.inboxes.capture(inbox, record(String(index)));
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

    it("drops the oldest records past the count, never refusing", async () => {
      const inbox = freshInbox();
      await send(inbox, "1", "2", "3", "4", "5", "6", "7");
      assert.deepEqual(await seqs(store, inbox), [3, 4, 5, 6, 7]);
      const head = await store.inboxes.getMeta(inbox);
      assert.deepEqual([head?.firstSeq, head?.lastSeq], [3, 7]);
    });

    it("drops the oldest records past the bytes, but never the newest one", async () => {
      const inbox = freshInbox();
      const other = freshInbox();
      await send(other, "stays");
      await send(inbox, "a".repeat(9_000), "b".repeat(9_000), "c".repeat(9_000));
      assert.deepEqual(await seqs(store, inbox), [2, 3]);
      await send(inbox, "d".repeat(50_000));
      assert.deepEqual(await seqs(store, inbox), [4]);
      await send(inbox, "e");
      assert.deepEqual(await seqs(store, inbox), [5]);
      assert.deepEqual(await seqs(store, other), [1]);
      const head = await store.inboxes.getMeta(inbox);
      assert.ok(head && head.bytes > 0 && head.bytes < 200, "bytes are those of what is there");
    });

    it("evicts within one burst as between bursts", async () => {
      const inbox = freshInbox();
      const bodies = Array.from({ length: 23 }, (_, index) => `${index}`.repeat(400));
      await Promise.all(bodies.map((body) => store.inboxes.capture(inbox, record(body))));
      assert.deepEqual(await seqs(store, inbox), [19, 20, 21, 22, 23]);
    });

    it("reads after, through, by limit from either end, by method and without preflights", async () => {
      const inbox = freshInbox();
      const { capture } = store.inboxes;
      await capture(inbox, record("1"));
      await capture(inbox, record("2", { method: "PUT" }));
      await capture(inbox, record("3", { method: "OPTIONS", preflight: true }));
      await capture(inbox, record("4", { method: "PUT" }));
      await capture(inbox, record("5"));
      assert.deepEqual(await seqs(store, inbox, { after: 3 }), [4, 5]);
      assert.deepEqual(await seqs(store, inbox, { after: 5 }), []);
      assert.deepEqual(await seqs(store, inbox, { after: 1, through: 3 }), [2, 3]);
      assert.deepEqual(await seqs(store, inbox, { limit: 2 }), [1, 2]);
      assert.deepEqual(await seqs(store, inbox, { limit: 2, newest: true }), [4, 5]);
      assert.deepEqual(await seqs(store, inbox, { method: "PUT" }), [2, 4]);
      assert.deepEqual(await seqs(store, inbox, { method: "PUT", limit: 1, newest: true }), [4]);
      assert.deepEqual(await seqs(store, inbox, { preflights: false }), [1, 2, 4, 5]);
      assert.deepEqual(
        await seqs(store, inbox, { preflights: false, limit: 3, newest: true }),
        [2, 4, 5],
      );
    });

    it("never lets the time of receipt run backwards", async () => {
      const inbox = freshInbox();
      const [early] = await send(inbox, "1");
      test.advance(-5_000);
      const [late] = await send(inbox, "2");
      test.advance(5_000);
      assert.equal(late?.receivedAt, early?.receivedAt);
    });

    it("ends an inbox at its time, whatever was sent meanwhile, and starts a new life", async () => {
      const inbox = freshInbox();
      const [first] = await send(inbox, "1");
      test.advance(LIMITS.ttlMs - 1);
      const [second] = await send(inbox, "2");
      assert.equal(second?.expiresAtMs, first?.expiresAtMs);
      assert.deepEqual(await seqs(store, inbox), [1, 2]);
      const earlier = await store.inboxes.getMeta(inbox);
      test.advance(1);
      assert.equal(await store.inboxes.getMeta(inbox), undefined);
      assert.deepEqual(await seqs(store, inbox), []);
      const [again] = await send(inbox, "3");
      assert.equal(again?.seq, 1);
      assert.deepEqual(await readAll(store, inbox), [[1, "3"]]);
      assert.notEqual((await store.inboxes.getMeta(inbox))?.life, earlier?.life);
      await test.settle();
      assert.deepEqual(await readAll(store, inbox), [[1, "3"]]);
    });

    it("removes an inbox at once; the next capture starts a new life", async () => {
      const inbox = freshInbox();
      await send(inbox, "1", "2");
      const earlier = await store.inboxes.getMeta(inbox);
      assert.equal(await store.inboxes.remove(inbox), true);
      assert.equal(await store.inboxes.remove(inbox), false);
      assert.equal(await store.inboxes.getMeta(inbox), undefined);
      assert.deepEqual(await seqs(store, inbox), []);
      await send(inbox, "3");
      assert.deepEqual(await seqs(store, inbox), [1]);
      assert.notEqual((await store.inboxes.getMeta(inbox))?.life, earlier?.life);
    });

    it("wakes who waits for an inbox, and nobody else, until told to stop", async () => {
      const [inbox, other] = [freshInbox(), freshInbox()];
      let woken = 0;
      const stop = store.inboxes.subscribe(inbox, () => (woken += 1));
      const stopOther = store.inboxes.subscribe(other, () => assert.fail("nothing was sent here"));
      await until(async () => {
        await send(inbox, "news");
        return woken > 0;
      });
      stop();
      stopOther();
      const earlier = woken;
      await send(inbox, "more");
      await send(other, "more");
      assert.equal(woken, earlier);
    });

    it("is ready", () => store.ready());
  });
}
