import assert from "node:assert/strict";
import { describe, it } from "node:test";
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
});
