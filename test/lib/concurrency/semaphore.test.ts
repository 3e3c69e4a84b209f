import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { limitConcurrency, Semaphore } from "#src/lib/concurrency/semaphore.js";
import { repeat } from "../../support/repeat.ts";

const createError = () => new Error("busy");

describe("Semaphore", () => {
  it("a Semaphore grants a released permit to the longest waiting task, and releases it once", async () => {
    const semaphore = new Semaphore({ max: 2 });
    const [first, second] = await Promise.all(repeat(2, () => semaphore.acquire()));
    const started: number[] = [];
    for (const n of [1, 2, 3]) void semaphore.acquire().then(() => started.push(n));
    first?.();
    first?.();
    await turn();
    assert.deepEqual(started, [1]);
    second?.();
    await turn();
    assert.deepEqual(started, [1, 2]);
    assert.deepEqual([semaphore.running, semaphore.queued], [2, 1]);
  });

  it("a Semaphore rejects immediately when the queue is full, and after the wait limit otherwise", async (test) => {
    test.mock.timers.enable({ apis: ["setTimeout"] });
    const semaphore = new Semaphore({ max: 1, maxQueued: 2, maxWaitMs: 5_000, createError });
    const release = await semaphore.acquire();
    const queued = repeat(2, () => semaphore.acquire());
    await assert.rejects(semaphore.acquire(), { message: "busy" });
    const outcomes = Promise.allSettled(queued);
    test.mock.timers.tick(4_999);
    release();
    await turn();
    test.mock.timers.tick(1);
    assert.deepEqual(
      (await outcomes).map(({ status }) => status),
      ["fulfilled", "rejected"],
    );
    (await queued[0])?.();
    assert.equal(semaphore.running, 0);
  });

  it("a Semaphore releases the permit of a task that throws", async () => {
    const semaphore = new Semaphore({ max: 1 });
    await assert.rejects(
      semaphore.run(() => Promise.reject(new Error("failed"))),
      { message: "failed" },
    );
    assert.equal(await semaphore.run(() => Promise.resolve(1)), 1);
  });
});

describe("limitConcurrency", () => {
  it("limitConcurrency starts tasks in order and never more than the limit in parallel", async () => {
    const limit = limitConcurrency(3);
    const started: number[] = [];
    let running = 0;
    let peak = 0;
    await Promise.all(
      repeat(20, (n) =>
        limit(async () => {
          started.push(n);
          peak = Math.max(peak, (running += 1));
          await turn();
          running -= 1;
        }),
      ),
    );
    assert.deepEqual(
      started,
      repeat(20, (n) => n),
    );
    assert.equal(peak, 3);
  });
});
