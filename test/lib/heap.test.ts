import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { collectGarbage, createIdleCollector } from "#src/lib/heap.js";

const MEBIBYTE = 1024 ** 2;

/**
 * Returns the number of collections after each check, of which each reads one of the utilizations.
 */
function countCollections(utilizations: readonly number[], heapMebibytes = 200): number[] {
  const left = [...utilizations];
  let collections = 0;
  const check = createIdleCollector({
    readUtilization: () => left.shift() ?? 0,
    readHeapBytes: () => heapMebibytes * MEBIBYTE,
    collect: () => void collections++,
  });
  return utilizations.map(() => {
    check();
    return collections;
  });
}

describe("createIdleCollector", () => {
  it("createIdleCollector collects once when the event loop is idle after work", () => {
    assert.deepEqual(
      countCollections([0, 0.9, 0.9, 0, 0, 0, 0, 0, 0]),
      [0, 0, 0, 1, 1, 1, 1, 1, 1],
    );
  });

  it("createIdleCollector collects at most at every fourth check while there is some work", () => {
    assert.deepEqual(
      countCollections(Array.from({ length: 9 }, () => 0.1)),
      [1, 1, 1, 1, 2, 2, 2, 2, 3],
    );
  });

  it("createIdleCollector never collects a small heap, or while the event loop is busy", () => {
    assert.deepEqual(countCollections([0.9, 0, 0], 60), [0, 0, 0]);
    assert.deepEqual(countCollections([0.9, 0.5, 0.3]), [0, 0, 0]);
  });
});

describe("collectGarbage", () => {
  it("collectGarbage frees what nothing refers to, and returns", { timeout: 300_000 }, async () => {
    const garbage = createGarbage();
    await new Promise((resolve) => setImmediate(resolve));
    await collectGarbage();
    assert.equal(garbage.deref() === undefined, true);
  });
});

function createGarbage(): WeakRef<object> {
  return new WeakRef(Array.from({ length: 100_000 }, (_, index) => ({ index })));
}
