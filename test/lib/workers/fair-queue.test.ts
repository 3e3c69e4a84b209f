import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import { FairQueue, type TaskDemand, toBatchClient } from "#src/lib/workers/fair-queue.js";

const BUSY = { name: "UnavailableError", kind: "overloaded", retryAfterSeconds: 2 };

/**
 * Returns a function that starts tasks, a list of those that started, and one that ends the oldest
 * of them.
 */
function openQueue(options: Partial<ConstructorParameters<typeof FairQueue>[0]> = {}) {
  const queue = new FairQueue({ maxRunning: 2, maxQueued: 64, ...options });
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const start = (client: string, demand: TaskDemand = {}) =>
    queue.run(
      { client, ...demand },
      () =>
        new Promise<void>((resolve) => {
          started.push(client);
          ends.push(resolve);
        }),
    );
  const end = async () => {
    await new Promise(setImmediate);
    ends.shift()?.();
    await new Promise(setImmediate);
  };
  return { start, started, end };
}

describe("FairQueue", () => {
  const queues: ReturnType<typeof openQueue>[] = [];
  const open = (options?: Parameters<typeof openQueue>[0]) => {
    const queue = openQueue(options);
    queues.push(queue);
    return queue;
  };
  afterEach(async () => {
    for (const { started, end } of queues.splice(0)) {
      for (let count = -1; count < started.length;) {
        count = started.length;
        for (let task = 0; task < count; task++) await end();
      }
    }
  });

  it("runs as many tasks of one client as there are places while no other waits", async () => {
    const { start, started } = open({ maxRunning: 3 });
    for (let task = 0; task < 5; task++) void start("a");
    await new Promise(setImmediate);
    assert.deepEqual(started, ["a", "a", "a"]);
  });

  it("rejects the newest task of the client whose inputs have the most bytes", async () => {
    const { start, started, end } = open({ maxRunning: 1, maxQueuedBytes: 100 });
    void start("running", { measureInput: () => 500 });
    const alone = start("alone", { measureInput: () => 300 });
    void start("small", { measureInput: () => 40 });
    await assert.rejects(alone, BUSY);
    const newest = start("small", { measureInput: () => 40 });
    void start("other", { measureInput: () => 30 });
    await assert.rejects(newest, BUSY);
    for (let task = 0; task < 3; task++) await end();
    assert.deepEqual(started, ["running", "small", "other"]);
  });

  it("gives batches every place while no other waits, and half of them otherwise", async () => {
    const { start, started, end } = open({ maxRunning: 4 });
    const batches = ["x", "y"].map(toBatchClient);
    for (let task = 0; task < 8; task++) void start(batches[task % 2] ?? "");
    await new Promise(setImmediate);
    assert.equal(started.length, 4);
    for (let task = 0; task < 6; task++) void start("a");
    for (let task = 0; task < 4; task++) await end();
    const later = started.slice(4).map((client) => (client === "a" ? "a" : "batch"));
    assert.deepEqual(later, ["a", "a", "batch", "batch"]);
  });

  it("never rejects the waiting tasks of a batch", async () => {
    const { start, started, end } = open({ maxRunning: 1, maxQueued: 1, maxWaitMs: 1 });
    const tasks = Array.from({ length: 5 }, () => start(toBatchClient("a")));
    await new Promise((resolve) => setTimeout(resolve, 20));
    for (let task = 0; task < 5; task++) await end();
    await Promise.all(tasks);
    assert.equal(started.length, 5);
  });

  it("starts the task of the client with the fewest running ones, in turn", async () => {
    const { start, started, end } = open();
    for (const client of "aaaaaabcb") void start(client);
    for (let task = 0; task < 9; task++) await end();
    assert.equal(started.join(""), "aabcabaaa");
  });

  it("rejects the newest task of the client with most of a full queue, so that others wait instead", async () => {
    const { start, started, end } = open({ maxRunning: 1, maxQueued: 3 });
    const flood = Array.from({ length: 5 }, () => start("a"));
    await assert.rejects(flood[4] ?? Promise.resolve(), BUSY);
    void start("b");
    await assert.rejects(flood[3] ?? Promise.resolve(), BUSY);
    await end();
    assert.deepEqual(started, ["a", "b"]);
  });

  it("rejects a newcomer when every client of a full queue waits with as much", async () => {
    const { start } = open({ maxRunning: 1, maxQueued: 2 });
    for (const client of "aab") void start(client);
    await assert.rejects(start("c"), BUSY);
  });

  it("counts tasks by their weight", async () => {
    const { start, started, end } = open({ maxRunning: 1 });
    void start("a", { weight: 5 });
    for (let task = 0; task < 2; task++) void start("a", { weight: 5 });
    for (let task = 0; task < 6; task++) void start("b");
    for (let task = 0; task < 9; task++) await end();
    assert.equal(started.join(""), "abbbbbaba");
  });

  it("rejects a task that waited too long", async () => {
    const { start, started, end } = open({ maxRunning: 1, maxWaitMs: 5 });
    void start("a");
    await assert.rejects(start("b"), BUSY);
    await end();
    assert.deepEqual(started, ["a"]);
  });

  it("starts tasks while the bytes that they reserve fit, and smaller ones past one that waits", async () => {
    const { start, started, end } = open({ maxRunning: 4, maxBytes: 100 });
    void start("a", { bytes: 80 });
    void start("b", { bytes: 40 });
    void start("c", { bytes: 20 });
    await new Promise(setImmediate);
    assert.deepEqual(started, ["a", "c"]);
    await end();
    assert.deepEqual(started, ["a", "c", "b"]);
  });

  it("starts a task that reserves more than there is when no other reserves any", async () => {
    const { start, started, end } = open({ maxBytes: 100 });
    void start("a", { bytes: 1 });
    void start("b", { bytes: 1000 });
    await end();
    assert.deepEqual(started, ["a", "b"]);
  });

  for (const client of ["a", toBatchClient("a")]) {
    it(`a task whose signal is aborted does not start, and leaves its place (${client})`, async () => {
      const { start, started, end } = open({ maxRunning: 1, maxQueued: 1 });
      const cancel = new AbortController();
      void start("b");
      const cancelled = start(client, { signal: cancel.signal });
      cancel.abort();
      await assert.rejects(cancelled, { name: "AbortError" });
      void start("c");
      await end();
      assert.deepEqual(started, ["b", "c"]);
      await assert.rejects(start(client, { signal: cancel.signal }), { name: "AbortError" });
    });
  }

  it("a task that has started goes on when its signal is aborted", async () => {
    const { start, started, end } = open({ maxRunning: 1 });
    const cancel = new AbortController();
    const running = start("a", { signal: cancel.signal });
    await new Promise(setImmediate);
    cancel.abort();
    await end();
    await running;
    assert.deepEqual(started, ["a"]);
  });
});
