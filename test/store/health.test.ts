import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { StoreHealth, type StoreProblem } from "#src/store/health.js";

const createProblem = (reason: StoreProblem["reason"]): StoreProblem => ({
  reason,
  message: reason,
});

/** Creates a health whose clock the test moves, and the list of what it reports. */
function createHealth(test: TestContext) {
  test.mock.timers.enable({ apis: ["setTimeout"] });
  const reports: string[] = [];
  let nowMs = 0;
  const health = new StoreHealth(
    (change) => reports.push(change?.reason ?? "recovered"),
    () => nowMs,
  );
  const advance = (ms: number) => {
    nowMs += ms;
    test.mock.timers.tick(ms);
  };
  return { health, reports, advance };
}

describe("StoreHealth", () => {
  it("StoreHealth reports a problem once and its end after a second without failures", (test) => {
    const { health, reports, advance } = createHealth(test);
    for (let times = 0; times < 5; times++) health.fail(createProblem("full"));
    assert.equal(health.problem?.reason, "full");
    health.succeed();
    assert.equal(health.problem, undefined);
    advance(999);
    assert.deepEqual(reports, ["full"]);
    advance(1);
    assert.deepEqual(reports, ["full", "recovered"]);
  });

  it("StoreHealth reports each of several alternating reasons once", (test) => {
    const { health, reports, advance } = createHealth(test);
    for (let second = 0; second < 100; second++) {
      health.fail(createProblem("full"));
      health.succeed();
      health.fail(createProblem("failing"));
      health.succeed();
      advance(500);
    }
    assert.deepEqual(reports, ["full", "failing"]);
  });

  it("StoreHealth reports a store that fails every five seconds less and less often", (test) => {
    const { health, reports, advance } = createHealth(test);
    for (let times = 0; times < 720; times++) {
      health.fail(createProblem("unreachable"));
      health.succeed();
      advance(5_000);
    }
    assert.ok(reports.length < 10, `${reports.length} reports in an hour`);
    advance(60_000);
    assert.equal(reports.at(-1), "recovered");
  });

  it("StoreHealth keeps a corrupt file as the problem whatever succeeds", (test) => {
    const { health, reports, advance } = createHealth(test);
    health.fail(createProblem("corrupt"));
    health.succeed();
    health.fail(createProblem("full"));
    advance(100_000);
    assert.equal(health.problem?.reason, "corrupt");
    assert.deepEqual(reports, ["corrupt"]);
  });
});
