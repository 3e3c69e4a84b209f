import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { LIMITS, type OpenStore, type StoreUnderTest } from "./support.ts";
import type { AccessKind, AccessStore, EntryChange } from "#src/store/store.js";

/** Tests `AccessStore`. */
export function describeAccess(name: string, open: OpenStore): void {
  describe(`access store of ${name}`, { timeout: 300_000 }, () => {
    let test: StoreUnderTest;
    let access: AccessStore;
    before(async () => {
      test = await open(LIMITS);
      ({ access } = test.store);
    });
    after(() => test.close());

    const add = (kind: AccessKind, id: string, change: Partial<EntryChange> = {}) =>
      access.change(kind, { id, text: id, revision: 0, expiresAtMs: undefined, max: 3, ...change });
    const listIds = async (kind: AccessKind) => (await access.list(kind)).map(({ id }) => id);
    /** The end of an entry that ends this many milliseconds from the clock of the store. */
    const inMs = async (ms: number) => {
      await add("key", "clock");
      const now = (await access.get("key", "clock"))?.createdAtMs ?? 0;
      await access.remove("key", "clock");
      return now + ms;
    };

    it(`${name} creates, reads, changes, uses and removes an entry`, async () => {
      const text = 'a {"b": "é 😀"}\n c';
      assert.equal(await add("key", "k 1", { text }), "stored");
      const created = await access.get("key", "k 1");
      assert.ok(created && created.createdAtMs > 0);
      const first = { id: "k 1", text, revision: 1, usedAtMs: 0, expiresAtMs: undefined };
      assert.deepEqual(created, { ...first, createdAtMs: created.createdAtMs });
      assert.equal(await access.get("session", "k 1"), undefined);
      assert.equal(await add("key", "k 1", { text: "b", revision: 1 }), "stored");
      await access.touch("key", "k 1", { usedAtMs: 5 });
      const changed = { ...created, text: "b", revision: 2, usedAtMs: 5 };
      assert.deepEqual(await access.get("key", "k 1"), changed);
      assert.deepEqual(await access.list("key"), [changed]);
      assert.equal(await access.remove("key", "k 1"), true);
      assert.equal(await access.remove("key", "k 1"), false);
      assert.equal(await access.get("key", "k 1"), undefined);
      assert.deepEqual(await access.list("key"), []);
    });

    it(`${name} refuses a second creation and the change of an old revision`, async () => {
      await add("key", "twice");
      assert.equal(await add("key", "twice", { text: "x" }), "conflict");
      await add("key", "twice", { text: "y", revision: 1 });
      assert.equal(await add("key", "twice", { text: "z", revision: 1 }), "conflict");
      assert.equal((await access.get("key", "twice"))?.text, "y");
      assert.equal(await add("key", "nothing", { revision: 1 }), "conflict");
      await access.touch("key", "nothing", { usedAtMs: 1 });
      assert.equal(await access.get("key", "nothing"), undefined);
      await access.remove("key", "twice");
    });

    it(`${name} lets one of several concurrent changes win`, async () => {
      await add("key", "race");
      const texts = ["a", "b", "c", "d"];
      const outcomes = await Promise.all(
        texts.map((text) => add("key", "race", { text, revision: 1 })),
      );
      assert.deepEqual(outcomes.toSorted(), ["conflict", "conflict", "conflict", "stored"]);
      const winner = texts[outcomes.indexOf("stored")];
      assert.equal((await access.get("key", "race"))?.text, winner);
      await access.remove("key", "race");
    });

    it(`${name} counts entries that end apart from those that do not, and refuses more`, async () => {
      const expiresAtMs = await inMs(60_000);
      for (const id of ["a", "b", "c"]) assert.equal(await add("inbox", id), "stored");
      assert.equal(await add("inbox", "d"), "full");
      assert.equal(await add("inbox", "d", { expiresAtMs }), "stored");
      assert.deepEqual(await access.count("inbox"), { lasting: 3, expiring: 1 });
      await add("inbox", "a", { revision: 1, expiresAtMs });
      assert.deepEqual(await access.count("inbox"), { lasting: 2, expiring: 2 });
      assert.equal(await add("inbox", "e"), "stored");
      for (const id of await listIds("inbox")) await access.remove("inbox", id);
    });

    it(`${name} ends the oldest entry past the maximum where that is asked for`, async () => {
      const expiresAtMs = await inMs(600_000);
      for (const id of ["s1", "s2", "s3", "s4", "s5"]) {
        test.advance(1);
        assert.equal(await add("session", id, { expiresAtMs, evictsOldest: true }), "stored");
      }
      assert.deepEqual(await listIds("session"), ["s3", "s4", "s5"]);
      for (const id of ["s3", "s4", "s5"]) await access.remove("session", id);
    });

    it(`${name} has no entry past its end, which a use can move`, async () => {
      const expiresAtMs = await inMs(1_000);
      await add("session", "short", { expiresAtMs });
      await add("session", "long", { expiresAtMs });
      await access.touch("session", "long", { usedAtMs: 7, expiresAtMs: expiresAtMs + 1_000 });
      test.advance(1_000);
      assert.equal(await access.get("session", "short"), undefined);
      assert.deepEqual(await listIds("session"), ["long"]);
      assert.deepEqual(await access.count("session"), { lasting: 0, expiring: 1 });
      assert.equal(await access.remove("session", "short"), false);
      assert.equal(await add("session", "short", { expiresAtMs: expiresAtMs + 500 }), "stored");
      await test.settle();
      assert.deepEqual(await listIds("session"), ["long", "short"]);
      test.advance(1_000);
      await test.settle();
      assert.deepEqual(await access.list("session"), []);
    });
  });
}
