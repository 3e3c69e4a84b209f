import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import { waitUntil } from "../../support/eventually.ts";
import type { EchoRequest } from "./echo-worker.ts";
import { readProcessTime } from "#src/lib/workers/thread-time.js";
import {
  type WorkerCallOptions,
  WorkerClient,
  type WorkerClientOptions,
  type WorkerError,
} from "#src/lib/workers/worker-client.js";

const script = new URL("./echo-worker.js", import.meta.url);

/** A clock of deadlines for which a worker on a busy machine is late, not starved. */
const wallClock = () => performance.now();

const createGate = () => new Int32Array(new SharedArrayBuffer(4));

describe("WorkerClient", { timeout: 240_000 }, () => {
  const opened: WorkerClient[] = [];
  const open = (options: Partial<WorkerClientOptions> = {}) => {
    const client = new WorkerClient({ script, ...options });
    opened.push(client);
    return (request: EchoRequest, call?: WorkerCallOptions) => client.call<unknown>(request, call);
  };
  afterEach(() => Promise.all(opened.splice(0).map((client) => client.close())));

  it("a WorkerClient resolves each call with the result of its request, synchronous or not", async () => {
    const call = open();
    const results = await Promise.all([
      call({ kind: "later", value: 1 }),
      call({ kind: "echo", value: { two: [2] } }),
      call({ kind: "echo", value: undefined }),
    ]);
    assert.deepEqual(results, [1, { two: [2] }, undefined]);
  });

  it("a WorkerClient moves buffers to the worker and back", async () => {
    const call = open();
    const value = new Uint8Array([1, 2, 3]);
    const moved = await call({ kind: "echo", value }, { transfer: [value.buffer] });
    assert.deepEqual(moved, new Uint8Array([1, 2, 3]));
    assert.equal(value.byteLength, 0);
  });

  it("a WorkerClient rejects with the message and code of what the handler threw", async () => {
    const call = open();
    const error = { reason: "failed", message: "no room", code: "ENOSPC" };
    await assert.rejects(call({ kind: "throw", message: "no room", code: "ENOSPC" }), error);
    assert.equal(await call({ kind: "echo", value: 1 }), 1);
  });

  it("a WorkerClient terminates a worker that exceeds a call's deadline, and starts another for the next call", async () => {
    const call = open({ clock: wallClock });
    await call({ kind: "remember", value: "kept" });
    const late = assert.rejects(call({ kind: "block" }, { deadlineMs: 30 }), { reason: "timeout" });
    await assert.rejects(call({ kind: "recall" }, { deadlineMs: 30 }), { reason: "exited" });
    await late;
    assert.equal(await call({ kind: "recall" }), undefined);
  });

  it("a call's deadline does not include the time that it waits behind others", async () => {
    const call = open();
    await call({ kind: "echo", value: 0 });
    const results = Array.from({ length: 500 }, (_, value) =>
      call({ kind: "later", value }, { deadlineMs: 5_000 }),
    );
    assert.equal((await Promise.all(results)).length, 500);
  });

  it("a deadline counts processor time, not the time in which the machine does other work", async () => {
    const call = open();
    await call({ kind: "echo", value: 0 });
    // Ends long before eight times its deadline, also when the machine is busy.
    assert.equal(await call({ kind: "wait", ms: 600 }, { deadlineMs: 500 }), undefined);
  });

  it("a deadline counts the worker's own processor time, not that of workers beside it", async () => {
    const busy = Array.from({ length: 4 }, () => open());
    await Promise.all(busy.map((call) => call({ kind: "echo", value: 0 })));
    const idle = open();
    await idle({ kind: "echo", value: 0 });
    const deadlineMs = 400;
    const [startMs, processMs] = [performance.now(), readProcessTime()];
    const ended = busy.map(async (call) => {
      const blocked = call({ kind: "block" }, { deadlineMs });
      const { reason } = (await blocked.catch((error: WorkerError) => error)) as WorkerError;
      return { reason, elapsedMs: performance.now() - startMs };
    });
    const gate = createGate();
    const waited = idle({ kind: "wait-for", gate }, { deadlineMs }).catch(
      (error: unknown) => error,
    );
    // Both clocks, because a deadline is first checked by the wall clock.
    const readElapsed = () => Math.min(performance.now() - startMs, readProcessTime() - processMs);
    await waitUntil(() => readElapsed() > 1.5 * deadlineMs);
    Atomics.store(gate, 0, 1);
    Atomics.notify(gate, 0);
    const error = (await waited) as WorkerError | undefined;
    const idleEnd = { reason: error?.reason, elapsedMs: performance.now() - startMs };
    // A busy machine may keep the processor from a worker until the limit by the wall clock.
    const isStarved = ({ reason, elapsedMs }: { reason: string | undefined; elapsedMs: number }) =>
      reason === "starved" && elapsedMs >= 8 * deadlineMs;
    assert.ok(error === undefined || isStarved(idleEnd), error?.reason);
    for (const end of await Promise.all(ended))
      assert.ok(end.reason === "timeout" || isStarved(end), end.reason);
  });

  it("a call ends at eight times its deadline, however little of its time counts", async () => {
    const client = new WorkerClient({ script, clock: () => 0 });
    opened.push(client);
    const endless = client.call({ kind: "block" }, { deadlineMs: 5 });
    await assert.rejects(endless, { reason: "starved" });
  });

  it("a call ends with its answer when that arrived while the process was paused", async () => {
    const [isPaused, isAnswered] = [createGate(), createGate()];
    const deadlineMs = 20;
    const pause = () => {
      Atomics.store(isPaused, 0, 1);
      Atomics.notify(isPaused, 0);
      Atomics.wait(isAnswered, 0, 0);
      Atomics.wait(createGate(), 0, 0, 10 * deadlineMs);
    };
    let hasClock = false;
    const clock = () => {
      // After the turn in which the deadline begins.
      if (!hasClock) setImmediate(pause);
      hasClock = true;
      return 0;
    };
    const call = open({ clock });
    await call({ kind: "echo", value: 0 });
    const answer = call({ kind: "wait-for", gate: isPaused }, { deadlineMs });
    const next = call({ kind: "open", gate: isAnswered });
    assert.deepEqual(await Promise.all([answer, next]), [undefined, undefined]);
  });

  it("a handler can restart the deadline of its call", async () => {
    const call = open({ clock: wallClock });
    await call({ kind: "echo", value: 0 });
    const answer = call({ kind: "restart-deadline", ms: 20 }, { deadlineMs: 60_000 });
    await assert.rejects(answer, { reason: "timeout" });
  });

  it("a WorkerClient rejects pending calls when the worker exits, reports it once, and recovers", async () => {
    const exits: string[] = [];
    const call = open({ onExit: (error) => exits.push(error.message) });
    const pending = [call({ kind: "exit" }), call({ kind: "echo", value: 1 })];
    for (const one of pending) await assert.rejects(one, { reason: "exited" });
    assert.equal(await call({ kind: "echo", value: 2 }), 2);
    assert.deepEqual(exits, ["the worker exited with code 3"]);
  });

  it("a WorkerClient rejects a request that cannot be cloned and stays usable", async () => {
    const call = open();
    await assert.rejects(call({ kind: "echo", value: () => 1 }), { name: "DataCloneError" });
    assert.equal(await call({ kind: "echo", value: 1 }), 1);
  });

  it("a WorkerClient answers pending calls before it closes, and rejects later ones", async (test) => {
    const client = new WorkerClient({ script });
    await client.call({ kind: "echo", value: 0 } satisfies EchoRequest);
    // A busy machine may take longer to answer than a client waits for its last answer.
    test.mock.timers.enable({ apis: ["setTimeout"] });
    const alive = setInterval(() => undefined, 60_000);
    test.after(() => clearInterval(alive));
    const last = client.call({ kind: "later", value: 1 } satisfies EchoRequest);
    await client.close();
    assert.equal(await last, 1);
    await assert.rejects(client.call({ kind: "recall" }), { reason: "closed" });
  });
});
