import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { detachBuffer, toTransferable } from "#src/lib/workers/transferable.js";

describe("detachBuffer", () => {
  it("detachBuffer releases a large buffer that nothing shares", () => {
    const bytes = new Uint8Array(100_000);
    detachBuffer(bytes);
    assert.equal(bytes.byteLength, 0);
  });

  it("detachBuffer keeps shared and small buffers", () => {
    const whole = new Uint8Array(100_000).fill(7);
    const part = whole.subarray(1);
    detachBuffer(part);
    const small = Buffer.from("small");
    detachBuffer(small);
    assert.deepEqual([whole.length, part.length, small.toString()], [100_000, 99_999, "small"]);
  });
});

describe("toTransferable", () => {
  it("toTransferable copies only a view into a larger buffer", () => {
    const whole = new Uint8Array([1, 2, 3]);
    assert.equal(toTransferable(whole), whole);
    const part = toTransferable(whole.subarray(1));
    assert.deepEqual([...part], [2, 3]);
    assert.notEqual(part.buffer, whole.buffer);
  });
});
