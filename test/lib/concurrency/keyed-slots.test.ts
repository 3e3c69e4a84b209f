import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { KeyedSlots } from "#src/lib/concurrency/keyed-slots.js";

describe("KeyedSlots", () => {
  it("limits the slots of a key and of all keys, and frees them on release", () => {
    const slots = new KeyedSlots({ max: 3, maxPerKey: 2 });
    const release = slots.take("a");
    slots.take("a");
    assert.equal(slots.take("a"), undefined);
    slots.take("b");
    assert.equal(slots.take("c"), undefined);
    release?.();
    assert.deepEqual([slots.isFull("a"), slots.isFull("c")], [false, false]);
  });

  it("lets the last of several slots exceed the limit, so that one large request fits", () => {
    const slots = new KeyedSlots({ maxPerKey: 10 });
    const release = slots.take("a", 25);
    assert.equal(slots.take("a"), undefined);
    release?.();
    assert.equal(typeof slots.take("a", 5), "function");
  });
});
