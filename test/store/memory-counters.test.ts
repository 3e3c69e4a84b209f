import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { MAX_EXACT_IDENTITIES, createMemoryCounters } from "#src/store/memory-counters.js";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** Returns the bytes in use after a garbage collection. */
function measureLiveBytes(): number {
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

describe("createMemoryCounters", () => {
  it("usage counts from 0 on the next day", () => {
    const counters = createMemoryCounters();
    assert.equal(counters.addUsage("a", 1, 1), 1);
    assert.equal(counters.addUsage("a", 1, 0), 1);
    assert.equal(counters.addUsage("a", 1, 1), 2);
    assert.equal(counters.addUsage("a", 2, 1), 1);
  });

  it("a new rate window opens at the end of the previous one", () => {
    const counters = createMemoryCounters();
    assert.deepEqual(counters.hit("a", 1000, 0), { count: 1, endsAtMs: 1000 });
    assert.deepEqual(counters.hit("a", 1000, 999), { count: 2, endsAtMs: 1000 });
    assert.deepEqual(counters.hit("a", 1000, 1000), { count: 1, endsAtMs: 2000 });
  });

  it("a rate window ends after its length when the clock is set back three hours", () => {
    const counters = createMemoryCounters();
    counters.hit("a", 60_000, 10_800_000);
    assert.deepEqual(counters.hit("a", 60_000, 0), { count: 2, endsAtMs: 60_000 });
    assert.deepEqual(counters.hit("a", 60_000, 60_000), { count: 1, endsAtMs: 120_000 });
  });

  it("counters use at most 48 MB for a million invented keys and keep counting earlier callers exactly", () => {
    const counters = createMemoryCounters();
    for (let caller = 0; caller < 1000; caller++) counters.addUsage(`steady ${caller}`, 1, 1);
    const before = measureLiveBytes();
    for (let key = 0; key < 1_000_000; key++) {
      counters.addUsage(`key:${key.toString(36).padStart(43, "x")}`, 1, 1);
      counters.hit(`hash ${key}`, 60_000, key);
    }
    const grownMebibytes = (measureLiveBytes() - before) / 1024 ** 2;
    assert.ok(grownMebibytes < 48, `grew by ${grownMebibytes} MB`);
    for (let caller = 0; caller < 1000; caller++) {
      assert.equal(counters.addUsage(`steady ${caller}`, 1, 1), 2);
    }
  });

  it("counts past the exactly counted identities are never too low, and those of issued keys exact", () => {
    const counters = createMemoryCounters();
    for (let key = 0; key < MAX_EXACT_IDENTITIES; key++) counters.addUsage(`k${key}`, 1, 1);
    let wrong = 0;
    for (let round = 1; round <= 3; round++) {
      for (let key = 0; key < 1000; key++) {
        const count = counters.addUsage(`late ${key}`, 1, 1);
        assert.ok(count >= round);
        if (count > round) wrong += 1;
      }
    }
    assert.ok(wrong < 5, `${wrong} of 3000 counts were too high`);
    const issued = Array.from({ length: 1000 }, (_, key) =>
      counters.addUsage(`issued:${key}`, 1, 1),
    );
    assert.ok(issued.every((count) => count === 1));
  });
});
