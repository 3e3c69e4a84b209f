import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import {
  type InboxLimits,
  type NewRecord,
  type ReadQuery,
  recordsOf,
  type Store,
} from "./store.ts";

/** A store under test, with a clock that only the test moves. */
interface StoreUnderTest {
  store: Store;
  advance(ms: number): void;
  /** Does now what the store does in the background within a minute. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

/** Opens an empty store with these limits. */
export type OpenStore = (limits: InboxLimits) => Promise<StoreUnderTest>;

const LIMITS: InboxLimits = {
  ttlMs: 60_000,
  maxRecords: 5,
  maxInboxBytes: 20_000,
  maxStoreBytes: 1_000_000,
};
const EVERYTHING: ReadQuery = { after: 0, limit: 1_000, newest: false, preflights: true };

let made = 0;

/** An inbox that no other test has used. */
function freshInbox(): string {
  made += 1;
  return `inbox ${made} {}/é`;
}

function record(body: string, about: Partial<NewRecord> = {}): NewRecord {
  return {
    method: "POST",
    preflight: false,
    members: Buffer.from(`"body":${JSON.stringify(body)}`),
    ...about,
  };
}

/** The bodies and sequence numbers that a query gives, over all its pages. */
async function readAll(store: Store, inbox: string, query: Partial<ReadQuery> = {}) {
  const found: [seq: number, body: string][] = [];
  let next: ReadQuery | undefined = { ...EVERYTHING, ...query };
  while (next) {
    const page = await store.inboxes.read(inbox, next);
    for (const { seq, text } of recordsOf(page)) {
      const stored = JSON.parse(text.toString()) as { seq: number; body: string };
      assert.equal(stored.seq, seq);
      found.push([seq, stored.body]);
    }
    next = page.next;
  }
  return found;
}

async function seqs(store: Store, inbox: string, query: Partial<ReadQuery> = {}) {
  return (await readAll(store, inbox, query)).map(([seq]) => seq);
}

/** The promises of `InboxStore` and `Counters`, as tests. Run on every back end. */
export function storeContract(name: string, open: OpenStore): void {
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
      const text = JSON.parse(recordsOf(page)[1]?.text.toString() ?? "") as {
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
      assert.equal(await store.inboxes.head(inbox), undefined);
      const { head, marks, next } = await store.inboxes.read(inbox, EVERYTHING);
      assert.deepEqual([head, marks, next], [undefined, [], undefined]);
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
      const head = await store.inboxes.head(inbox);
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
      const head = await store.inboxes.head(inbox);
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
      const earlier = await store.inboxes.head(inbox);
      test.advance(1);
      assert.equal(await store.inboxes.head(inbox), undefined);
      assert.deepEqual(await seqs(store, inbox), []);
      const [again] = await send(inbox, "3");
      assert.equal(again?.seq, 1);
      assert.deepEqual(await readAll(store, inbox), [[1, "3"]]);
      assert.notEqual((await store.inboxes.head(inbox))?.life, earlier?.life);
      await test.settle();
      assert.deepEqual(await readAll(store, inbox), [[1, "3"]]);
    });

    it("removes an inbox at once; the next capture starts a new life", async () => {
      const inbox = freshInbox();
      await send(inbox, "1", "2");
      const earlier = await store.inboxes.head(inbox);
      assert.equal(await store.inboxes.remove(inbox), true);
      assert.equal(await store.inboxes.remove(inbox), false);
      assert.equal(await store.inboxes.head(inbox), undefined);
      assert.deepEqual(await seqs(store, inbox), []);
      await send(inbox, "3");
      assert.deepEqual(await seqs(store, inbox), [1]);
      assert.notEqual((await store.inboxes.head(inbox))?.life, earlier?.life);
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

    it("counts usage by identity and day", async () => {
      const { addUsage } = store.counters;
      assert.equal(await addUsage("ann", 20_000, 1), 1);
      assert.equal(await addUsage("ann", 20_000, 1), 2);
      assert.equal(await addUsage("bob", 20_000, 0), 0);
      assert.equal(await addUsage("ann", 20_000, 0), 2);
      assert.equal(await addUsage("ann", 20_001, 1), 1);
    });

    it("counts the requests of a window from its first one on", async () => {
      const now = Date.now();
      const first = await store.counters.hit("qr 10.0.0.1", 200, now);
      assert.deepEqual(first.count, 1);
      assert.ok(Math.abs(first.endsAtMs - (now + 200)) < 100);
      assert.equal((await store.counters.hit("qr 10.0.0.1", 200, now + 1)).count, 2);
      assert.equal((await store.counters.hit("qr 10.0.0.2", 200, now + 1)).count, 1);
      await new Promise((resolve) => setTimeout(resolve, 260));
      assert.equal((await store.counters.hit("qr 10.0.0.1", 200, now + 260)).count, 1);
    });

    it("is ready", () => store.ready());
  });

  describe(`the byte budget on ${name}`, { timeout: 120_000 }, () => {
    it("refuses new inboxes past it, leaves the living alone and opens again", async () => {
      const test = await open({ ...LIMITS, maxStoreBytes: 40_000 });
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
      await test.close();
    });
  });

  describe(`large inboxes on ${name}`, { timeout: 120_000 }, () => {
    it("are read in pages that belong together", async () => {
      const limits = { ...LIMITS, maxRecords: 3_000, maxInboxBytes: 1e8, maxStoreBytes: 1e9 };
      const test = await open(limits);
      const inbox = freshInbox();
      const bodies = Array.from({ length: 25 }, (_, hundred) => String(hundred).padEnd(1_000, "x"));
      for (const body of bodies) {
        const hundred = Array.from({ length: 100 }, () => body);
        await Promise.all(hundred.map((one) => test.store.inboxes.capture(inbox, record(one))));
      }
      const page = await test.store.inboxes.read(inbox, EVERYTHING);
      assert.ok(page.next && page.marks.length < 1_200);
      assert.deepEqual(
        (await readAll(test.store, inbox, { limit: 3_000 })).map(([, body]) => body),
        bodies.flatMap((body) => Array.from({ length: 100 }, () => body)),
      );
      const newest = await seqs(test.store, inbox, { limit: 1_500, newest: true });
      assert.deepEqual([newest.length, newest[0], newest.at(-1)], [1_500, 1_001, 2_500]);
      assert.equal((await seqs(test.store, inbox, { limit: 1_500 })).at(-1), 1_500);
      await test.close();
    });
  });
}

/** Tries again until it holds, for at most ten seconds. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + 10_000;
  while (!(await holds())) {
    assert.ok(performance.now() < end, "it never came true");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
