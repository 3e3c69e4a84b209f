import assert from "node:assert/strict";
import { once } from "node:events";
import { describe, it } from "node:test";
import { MessageChannel } from "node:worker_threads";
import { withTimeout } from "#src/lib/concurrency/timeout.js";

const createLateError = () => new Error("late");

describe("withTimeout", () => {
  it("withTimeout settles as the work does when that is in time", async () => {
    assert.equal(await withTimeout(Promise.resolve(1), 1_000, createLateError), 1);
    await assert.rejects(withTimeout(Promise.reject(new Error("failed")), 1_000, createLateError), {
      message: "failed",
    });
  });

  it("withTimeout rejects with the given error when the time is over", async (test) => {
    test.mock.timers.enable({ apis: ["setTimeout"] });
    const outcome = assert.rejects(withTimeout(new Promise(() => {}), 1_000, createLateError), {
      message: "late",
    });
    test.mock.timers.tick(1_000);
    await outcome;
  });

  it("withTimeout settles as work does whose result arrived while the event loop was blocked", async (test) => {
    const { port1, port2 } = new MessageChannel();
    test.after(() => port1.close());
    const outcome = withTimeout(once(port1, "message"), 20, createLateError);
    port2.postMessage(1);
    blockEventLoop(40);
    const [message] = (await outcome) as [number];
    assert.equal(message, 1);
  });
});

function blockEventLoop(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
