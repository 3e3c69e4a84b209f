import assert from "node:assert/strict";
import { test } from "node:test";
import { toTransferable, detachBuffer } from "#src/inbox/transferable.js";

test("memory of its own is freed", () => {
  const bytes = new Uint8Array(100_000);
  detachBuffer(bytes);
  assert.equal(bytes.byteLength, 0);
});

test("memory that others share stays", () => {
  const whole = new Uint8Array(100_000).fill(7);
  const part = whole.subarray(1);
  detachBuffer(part);
  const small = Buffer.from("small");
  detachBuffer(small);
  assert.deepEqual([whole.length, part.length, small.toString()], [100_000, 99_999, "small"]);
});

test("memory is copied only where others share it", () => {
  const whole = new Uint8Array([1, 2, 3]);
  assert.equal(toTransferable(whole), whole);
  const part = toTransferable(whole.subarray(1));
  assert.deepEqual([...part], [2, 3]);
  assert.notEqual(part.buffer, whole.buffer);
});
