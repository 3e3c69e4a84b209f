import assert from "node:assert/strict";
import { once } from "node:events";
import { after, describe, it } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { MessageChannel } from "node:worker_threads";
import type { WriteOutcome, WriteOp } from "#src/store/sqlite/batch.js";
import { WriteBatcher } from "#src/store/sqlite/write-batcher.js";

function capture(inbox: string): WriteOp {
  return {
    kind: "capture",
    inbox,
    record: { members: Buffer.alloc(0), method: "POST", preflight: false },
  };
}

/** Creates a batcher whose batches are committed when the test calls `commit`. */
function createBatcher(deadlineMs?: number) {
  const batches: string[][] = [];
  const commits: (() => void)[] = [];
  const batcher = new WriteBatcher(async (ops) => {
    batches.push(ops.map((op) => (op.kind === "capture" ? op.inbox : op.kind)));
    await new Promise<void>((resolve) => commits.push(resolve));
    return ops.map((): WriteOutcome => ({ kind: "counted" }));
  }, deadlineMs);
  return { batcher, batches, commit: () => commits.shift()?.() };
}

describe("WriteBatcher", { concurrency: true, timeout: 240_000 }, () => {
  // The batcher's own timer does not keep the process alive.
  const keepAlive = setInterval(() => {}, 1_000);
  after(() => clearInterval(keepAlive));

  it("a WriteBatcher commits one batch at a time and collects the next one in parallel", async () => {
    const { batcher, batches, commit } = createBatcher();
    const first = [batcher.add(capture("a"), 1), batcher.add(capture("b"), 1)];
    await turn();
    const second = [batcher.add(capture("c"), 1), batcher.add(capture("d"), 1)];
    await turn();
    assert.deepEqual(batches, [["a", "b"]]);
    commit();
    await Promise.all(first);
    await turn();
    assert.deepEqual(batches, [
      ["a", "b"],
      ["c", "d"],
    ]);
    commit();
    await Promise.all(second);
    await batcher.drain();
  });

  it("a WriteBatcher rejects operations past the deadline and never commits those that were still queued", async () => {
    const { batcher, batches, commit } = createBatcher(300);
    const stuck = batcher.add(capture("stuck"), 1);
    await turn();
    const waiting = batcher.add(capture("waiting"), 1);
    const late = { name: "StoreError", reason: "unavailable" };
    await Promise.all([assert.rejects(stuck, late), assert.rejects(waiting, late)]);
    commit();
    await turn();
    assert.deepEqual(batches, [["stuck"]]);
    const later = batcher.add(capture("later"), 1);
    await turn();
    commit();
    await later;
    await batcher.drain();
  });

  it("a WriteBatcher rejects operations past 64 MiB and commits large records in batches of their own", async () => {
    const { batcher, batches, commit } = createBatcher();
    const megabytes = 1024 ** 2;
    const first = batcher.add(capture("0"), 1);
    await turn();
    const sizes = [5, 5, 5, 40];
    const taken = sizes.map((size, index) =>
      batcher.add(capture(`${index + 1}`), size * megabytes),
    );
    await assert.rejects(batcher.add(capture("excess"), 10 * megabytes), { reason: "unavailable" });
    for (let ended = 0; ended < 5; ended++) {
      commit();
      await turn();
    }
    await Promise.all([first, ...taken]);
    assert.deepEqual(batches, [["0"], ["1"], ["2"], ["3"], ["4"]]);
    await batcher.drain();
  });
});

// Runs after the tests above, because it blocks the event loop in which those run side by side.
describe("WriteBatcher on a blocked event loop", { timeout: 240_000 }, () => {
  it("a WriteBatcher resolves an operation whose commit arrived while the event loop was blocked", async (test) => {
    const { port1, port2 } = new MessageChannel();
    test.after(() => port1.close());
    const batcher = new WriteBatcher(async () => {
      await once(port1, "message");
      return [{ kind: "counted" }];
    }, 500);
    const added = batcher.add(capture("a"), 1);
    await turn();
    port2.postMessage("committed");
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 600);
    assert.deepEqual(await added, { kind: "counted" });
    await batcher.drain();
  });
});
