import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import type { Outcome, WriteOp } from "#src/store/sqlite/batch.js";
import { WriteBatcher } from "#src/store/sqlite/write-batcher.js";

function capture(inbox: string): WriteOp {
  return {
    kind: "capture",
    inbox,
    record: { members: Buffer.alloc(0), method: "POST", preflight: false },
  };
}

/** A disk whose batches end when the test says so. */
function slowDisk() {
  const batches: string[][] = [];
  const ends: (() => void)[] = [];
  const queue = new WriteBatcher(async (ops) => {
    batches.push(ops.map((op) => (op.kind === "capture" ? op.inbox : op.kind)));
    await new Promise<void>((resolve) => ends.push(resolve));
    return ops.map((): Outcome => ({ kind: "counted" }));
  });
  return { queue, batches, end: () => ends.shift()?.() };
}

/** Immediates run in the order they were asked for, so what the queue left for its next turn is done. */
function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

describe("the queue before the disk", { concurrency: true, timeout: 60_000 }, () => {
  // The queue's own timer does not keep the process alive.
  const alive = setInterval(() => {}, 1_000);
  after(() => clearInterval(alive));

  it("writes one batch at a time; what comes meanwhile is the next one", async () => {
    const { queue, batches, end } = slowDisk();
    const first = [queue.add(capture("a"), 1), queue.add(capture("b"), 1)];
    await turn();
    const second = [queue.add(capture("c"), 1), queue.add(capture("d"), 1)];
    await turn();
    assert.deepEqual(batches, [["a", "b"]]);
    end();
    await Promise.all(first);
    await turn();
    assert.deepEqual(batches, [
      ["a", "b"],
      ["c", "d"],
    ]);
    end();
    await Promise.all(second);
    await queue.drain();
  });

  it("rejects what the disk does not take in time, and writes nothing that waited too long", async () => {
    const { queue, batches, end } = slowDisk();
    const stuck = queue.add(capture("stuck"), 1);
    await turn();
    const waiting = queue.add(capture("waiting"), 1);
    const late = { name: "StoreError", reason: "unavailable" };
    await Promise.all([assert.rejects(stuck, late), assert.rejects(waiting, late)]);
    end();
    await turn();
    assert.deepEqual(batches, [["stuck"]]);
    const again = queue.add(capture("again"), 1);
    await turn();
    end();
    await again;
    await queue.drain();
  });

  it("takes no more than it can hold, and large records in batches of their own", async () => {
    const { queue, batches, end } = slowDisk();
    const megabytes = 1024 ** 2;
    const first = queue.add(capture("0"), 1);
    await turn();
    const sizes = [5, 5, 5, 40];
    const taken = sizes.map((size, index) => queue.add(capture(`${index + 1}`), size * megabytes));
    await assert.rejects(queue.add(capture("too much"), 10 * megabytes), { reason: "unavailable" });
    for (let ended = 0; ended < 5; ended++) {
      end();
      await turn();
    }
    await Promise.all([first, ...taken]);
    assert.deepEqual(batches, [["0"], ["1"], ["2"], ["3"], ["4"]]);
    await queue.drain();
  });
});
