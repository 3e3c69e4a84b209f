import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import type { EchoRequest } from "./echo-worker.ts";
import { UnavailableError } from "#src/lib/errors.js";
import type { WorkerClient } from "#src/lib/workers/worker-client.js";
import { createWorkerPool } from "#src/lib/workers/worker-pool.js";

const script = new URL("./echo-worker.js", import.meta.url);

/** A clock of deadlines for which a worker on a busy machine is late, not starved. */
const wallClock = () => performance.now();

describe("createWorkerPool", { timeout: 240_000 }, () => {
  const pool = createWorkerPool({ script, workers: 2, maxQueued: 8 });
  after(() => pool.close());
  const run = (request: EchoRequest, onTimeout?: () => unknown, deadlineMs = 60_000) =>
    pool.run<unknown>((worker) => worker.call(request, { deadlineMs }), { onTimeout });

  it("reports a worker that crashed as an unexpected error, also where timeouts are the caller's", async () => {
    await assert.rejects(
      run({ kind: "exit" }, () => "too long"),
      (error) => error instanceof Error && error.message.includes("exited with code 3"),
    );
  });

  it("lets the caller translate a task that used its deadline, and is unavailable otherwise", async () => {
    const timed = createWorkerPool({ script, workers: 1, maxQueued: 1, clock: wallClock });
    const block = (onTimeout?: () => unknown) =>
      timed.run<unknown>((worker) => worker.call({ kind: "block" }, { deadlineMs: 100 }), {
        onTimeout,
      });
    assert.equal(await block(() => "too long"), "too long");
    await assert.rejects(block(), UnavailableError);
    await timed.close();
  });

  it("is unavailable to a task whose worker got no processor time", async () => {
    await assert.rejects(
      run({ kind: "wait", ms: 60_000 }, () => "too long", 100),
      UnavailableError,
    );
  });

  it("ends the worker of a task that was aborted, and rejects with the reason", async () => {
    const abandoned = createWorkerPool({ script, workers: 1, maxQueued: 1 });
    const caller = new AbortController();
    const call = abandoned.run(
      async (worker) => {
        const blocked = worker.call({ kind: "block" });
        caller.abort(new Error("gone"));
        return blocked;
      },
      { signal: caller.signal, endsWithSignal: true },
    );
    await assert.rejects(call, /^Error: gone$/);
    assert.equal(await abandoned.run((worker) => worker.call({ kind: "echo", value: 7 })), 7);
    await abandoned.close();
  });

  it("ends workers without a task for 10 s, but for the one that had the last", async (test) => {
    test.mock.timers.enable({ apis: ["setTimeout"] });
    const quiet = createWorkerPool({ script, workers: 2, maxQueued: 1 });
    const used: WorkerClient[] = [];
    const echo = () =>
      quiet.run(async (worker) => {
        used.push(worker);
        return worker.call({ kind: "echo", value: 7 });
      });
    await Promise.all([echo(), echo()]);
    await echo();
    const [first, second, last] = used;
    test.mock.timers.tick(9_999);
    assert.deepEqual([first?.running, second?.running], [true, true]);
    test.mock.timers.tick(1);
    assert.deepEqual(
      used.map((worker) => worker.running),
      used.map((worker) => worker === last),
    );
    test.mock.timers.reset();
    assert.equal(await echo(), 7);
    await quiet.close();
  });

  it("ends the worker that had the last task, too, where its pool keeps none", async (test) => {
    test.mock.timers.enable({ apis: ["setTimeout"] });
    const quiet = createWorkerPool({ script, workers: 1, maxQueued: 1, keepsLast: false });
    let used: WorkerClient | undefined;
    await quiet.run((worker) => (used = worker).call({ kind: "echo", value: 7 }));
    test.mock.timers.tick(9_999);
    assert.equal(used?.running, true);
    test.mock.timers.tick(1);
    assert.equal(used?.running, false);
    test.mock.timers.reset();
    await quiet.close();
  });

  it("passes on what a task throws, with its code", async () => {
    const thrown = { kind: "throw", message: "no room", code: "ENOSPC" } as const;
    await assert.rejects(run(thrown), { reason: "failed", code: "ENOSPC" });
  });

  it("is unavailable once it is closed", async () => {
    const closed = createWorkerPool({ script, workers: 1, maxQueued: 1 });
    await closed.close();
    const call = closed.run((worker) => worker.call({ kind: "recall" }));
    await assert.rejects(call, UnavailableError);
  });
});
