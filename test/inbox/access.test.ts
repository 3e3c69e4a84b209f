import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { createCheckAccess } from "#src/inbox/workbench/access.js";
import { createPrivateId } from "#src/inbox/workbench/private-id.js";
import { HttpError } from "#src/lib/errors.js";
import { createMemoryCounters } from "#src/store/memory-counters.js";

/** Creates a check whose delays end when the test calls `endDelays`. */
function createDelayedCheck() {
  const delaysMs: number[] = [];
  const ends: (() => void)[] = [];
  const checkAccess = createCheckAccess({
    counters: createMemoryCounters(),
    now: () => 0,
    wait: (ms) => {
      delaysMs.push(ms);
      return new Promise<void>((resolve) => ends.push(resolve));
    },
  });
  const { id } = createPrivateId();
  /** Presents a wrong token and returns the error. */
  const tryWrong = async (ipPrefix: string): Promise<unknown> => {
    try {
      await checkAccess(id, { tokens: ["wrong"], ipPrefix });
      return undefined;
    } catch (error) {
      return error;
    }
  };
  const endDelays = () => {
    for (const end of ends.splice(0)) end();
  };
  return { checkAccess, tryWrong, delaysMs, endDelays };
}

describe("delay of wrong read tokens", () => {
  it("the 401 to a wrong token is delayed by 250 ms", async () => {
    const { tryWrong, delaysMs, endDelays } = createDelayedCheck();
    let error: unknown;
    const tried = tryWrong("192.0.2.1").then((found) => (error = found));
    await turn();
    assert.deepEqual([delaysMs, error], [[250], undefined]);
    endDelays();
    await tried;
    assert.ok(error instanceof HttpError && error.status === 401);
  });

  it("the right token opens the inbox without a delay, also while wrong ones wait", async () => {
    const { checkAccess, tryWrong, endDelays } = createDelayedCheck();
    const waiting = tryWrong("192.0.2.1");
    await turn();
    const { id, readToken } = createPrivateId();
    const credentials = { tokens: ["x", readToken], ipPrefix: "192.0.2.1" };
    assert.equal(checkAccess(id, credentials), undefined);
    assert.equal(checkAccess("public", { tokens: [], ipPrefix: "192.0.2.1" }), undefined);
    endDelays();
    await waiting;
  });

  it("at most 1000 responses to wrong tokens are delayed, and further ones are sent without a delay", async () => {
    const { tryWrong, delaysMs, endDelays } = createDelayedCheck();
    const first = Array.from({ length: 50 }, (_, client) =>
      Array.from({ length: 20 }, () => tryWrong(`192.0.2.${client}`)),
    ).flat();
    await turn();
    assert.equal(delaysMs.length, 1000);
    const error = await tryWrong("198.51.100.1");
    assert.ok(error instanceof HttpError && error.status === 401);
    assert.equal(delaysMs.length, 1000);
    endDelays();
    await Promise.all(first);
    const next = tryWrong("198.51.100.1");
    await turn();
    assert.equal(delaysMs.length, 1001, "the slots are free again");
    endDelays();
    await next;
  });
});
