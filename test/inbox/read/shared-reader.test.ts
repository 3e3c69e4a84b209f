import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { InboxCursor, toFollowQuery, waitForPage } from "#src/inbox/cursor.js";
import type { ReadPage, RecordReader } from "#src/inbox/read/record-reader.js";
import { createSharedReader } from "#src/inbox/read/shared-reader.js";
import { createEmptyPage } from "#src/store/store.js";

const READERS = 1_000;

const RUNNING = new AbortController().signal;

/** A reader of one inbox with `lastSeq` empty records. */
class FakeReader implements RecordReader {
  release: NonNullable<RecordReader["release"]> = () => undefined;
  reads = 0;
  lastSeq = 0;
  readonly listeners = new Set<() => void>();

  getMeta() {
    return {
      generation: "g",
      createdAtMs: 0,
      expiresAtMs: 1,
      firstSeq: 1,
      lastSeq: this.lastSeq,
      bytes: 2,
    };
  }

  async read(_inbox: string, { after }: { after: number }): Promise<ReadPage> {
    this.reads += 1;
    const page = createEmptyPage(this.getMeta());
    if (after >= this.lastSeq) return page;
    const texts = Buffer.from("{}");
    return { ...page, texts, seqs: Float64Array.of(this.lastSeq), sizes: Float64Array.of(2) };
  }

  subscribe(_inbox: string, listener: () => void) {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  capture() {
    this.lastSeq += 1;
    for (const listener of this.listeners) listener();
  }
}

function waitMany(reader: RecordReader): Promise<ReadPage>[] {
  const query = { after: 0, limit: 10, newest: false, preflights: true };
  return Array.from({ length: READERS }, () =>
    waitForPage(new InboxCursor(reader, "a", { query }), 60_000),
  );
}

describe("createSharedReader", () => {
  it("a shared reader reads a new record once for 1,000 waiting readers, through one subscription", async (test) => {
    // The checks of a paused process would read as well.
    test.mock.timers.enable({ apis: ["setInterval"] });
    const store = new FakeReader();
    const pages = waitMany(createSharedReader(store, RUNNING));
    await turn();
    assert.deepEqual([store.reads, store.listeners.size], [0, 1]);
    store.capture();
    for (const page of await Promise.all(pages)) assert.equal(page.seqs[0], 1);
    assert.equal(store.reads, 1);
    assert.equal(store.listeners.size, 0);
  });

  it("a shared reader notifies at most 50 readers in a turn of the event loop", async () => {
    const store = new FakeReader();
    const reader = createSharedReader(store, RUNNING);
    const woken: number[] = [];
    for (let at = 0; at < 120; at++) reader.subscribe("a", () => woken.push(at));
    store.capture();
    const counts = [woken.length];
    while (woken.length < 120) {
      await turn();
      counts.push(woken.length);
    }
    assert.ok(
      counts.every((count, at) => count - (counts[at - 1] ?? 0) <= 50),
      String(counts),
    );
  });

  it("a shared reader frees a page when the last of its readers has released it", async () => {
    const store = new FakeReader();
    const freed: ReadPage[] = [];
    store.release = (page) => void freed.push(page);
    const reader = createSharedReader(store, RUNNING);
    reader.subscribe("a", () => undefined);
    const query = { after: 0, limit: 10, newest: false, preflights: true };
    const [one, other] = await Promise.all([reader.read("a", query), reader.read("a", query)]);
    assert.equal(one, other);
    reader.release?.(one);
    assert.equal(freed.length, 0);
    reader.release?.(other);
    assert.deepEqual(freed, [one]);
    assert.notEqual(await reader.read("a", query), one);
  });

  it("a shared reader does not share a read that began before the last notification", async () => {
    const store = new FakeReader();
    const reader = createSharedReader(store, RUNNING);
    reader.subscribe("a", () => undefined);
    const query = { after: 0, limit: 10, newest: false, preflights: true };
    const before = reader.read("a", query);
    store.capture();
    const after = reader.read("a", query);
    assert.notEqual(await before, await after);
    assert.deepEqual([...(await after).seqs], [1]);
  });

  it("a shared reader delivers every record to a reader that is notified late", async () => {
    const store = new FakeReader();
    const reader = createSharedReader(store, RUNNING);
    const following = Array.from({ length: 130 }, async () => {
      const cursor = new InboxCursor(reader, "a", { query: toFollowQuery(0) });
      while ((await cursor.next(60_000))?.seqs.at(-1) !== 2);
      cursor.close();
    });
    await turn();
    store.capture();
    await turn();
    store.capture();
    await Promise.all(following);
    assert.ok(store.reads < 20, `${store.reads} reads`);
  });

  it("a shared reader checks every 5 s for changes without a notification, and notifies of those alone", async (test) => {
    test.mock.timers.enable({ apis: ["setInterval"] });
    const store = new FakeReader();
    const reader = createSharedReader(store, RUNNING);
    let notified = 0;
    reader.subscribe("a", () => notified++);
    const pass = async () => {
      test.mock.timers.tick(5000);
      await turn();
    };
    await pass();
    const first = notified;
    await pass();
    assert.equal(notified, first);
    store.lastSeq += 1;
    await pass();
    assert.equal(notified, first + 1);
  });

  it("a shared reader ends waiting readers when the server stops", async () => {
    const stopping = new AbortController();
    const pages = waitMany(createSharedReader(new FakeReader(), stopping.signal));
    await turn();
    stopping.abort();
    for (const page of await Promise.all(pages)) assert.equal(page.seqs.length, 0);
  });

  it("a shared reader reads nothing for clients that have disconnected", async (test) => {
    test.mock.timers.enable({ apis: ["setInterval"] });
    const store = new FakeReader();
    const reader = createSharedReader(store, RUNNING);
    const query = toFollowQuery(0);
    const cursors = Array.from({ length: 10 }, () => new InboxCursor(reader, "a", { query }));
    const pages = cursors.map((cursor) => waitForPage(cursor, 60_000));
    await turn();
    for (const cursor of cursors) cursor.end();
    for (const page of await Promise.all(pages)) assert.equal(page.seqs.length, 0);
    assert.deepEqual([store.reads, store.listeners.size], [0, 0]);
  });
});
