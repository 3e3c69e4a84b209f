import assert from "node:assert/strict";
import { it } from "node:test";
import { setImmediate } from "node:timers/promises";
import { createReadThrottle } from "#src/fetch/throttle.js";

/**
 * Creates a stand-in for a socket with this many bytes, behind a throttle whose clock the test
 * moves.
 */
function readInSlices(bytes: number, most = Infinity) {
  const state = { ms: 0, told: 0 };
  const socket = {
    readableLength: bytes,
    destroyed: false,
    read(size = 0): Buffer | null {
      socket.readableLength -= size;
      return size > 0 ? Buffer.alloc(size) : null;
    },
    emit: () => (state.told += 1) > 0,
    destroy() {
      socket.destroyed = true;
      return socket as never;
    },
  };
  let received = 0;
  createReadThrottle(() => state.ms).attach(socket, (count) => (received += count) <= most);
  return { state, socket, next: () => socket.read()?.length };
}

it("createReadThrottle splits reads into slices of 4096 bytes", () => {
  const { next } = readInSlices(10_000);
  assert.deepEqual([next(), next(), next(), next()], [4_096, 4_096, 1_808, undefined]);
});

it("createReadThrottle defers reads to the next turn after its time is used up", async () => {
  const { state, next } = readInSlices(10_000);
  next();
  state.ms = 11;
  assert.deepEqual([next(), state.told], [undefined, 0]);
  await setImmediate();
  assert.deepEqual([next(), state.told], [4_096, 1]);
});

it("createReadThrottle returns nothing from a destroyed socket", () => {
  const { socket, next } = readInSlices(10_000);
  next();
  socket.destroyed = true;
  assert.equal(next(), undefined);
});

it("createReadThrottle destroys a socket past its byte budget", () => {
  const { socket, next } = readInSlices(10_000, 5_000);
  assert.deepEqual([next(), next(), socket.destroyed], [4_096, undefined, true]);
});
