import assert from "node:assert/strict";
import { it } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { UnavailableError } from "#src/lib/errors.js";
import { createJobSemaphore } from "#src/fetch/safe-fetch.js";
import { repeat } from "../support/repeat.ts";

const isBusy = (error: unknown) => error instanceof UnavailableError && error.kind === "overloaded";

it("createJobSemaphore runs 12 jobs and grants released permits in the order of arrival", async (test) => {
  test.mock.timers.enable({ apis: ["setTimeout"] });
  const jobs = createJobSemaphore();
  const [first, second] = await Promise.all(repeat(12, () => jobs.acquire()));
  const began: number[] = [];
  for (const n of [1, 2, 3]) void jobs.acquire().then(() => began.push(n));
  first?.();
  first?.();
  await turn();
  assert.deepEqual(began, [1]);
  second?.();
  await turn();
  assert.deepEqual(began, [1, 2]);
});

it("createJobSemaphore queues up to 100 jobs for 5 s, then rejects", async (test) => {
  test.mock.timers.enable({ apis: ["setTimeout"] });
  const jobs = createJobSemaphore();
  const [running] = await Promise.all(repeat(12, () => jobs.acquire()));
  const waiting = repeat(100, () => jobs.acquire());
  await assert.rejects(jobs.acquire(), isBusy);
  const outcomes = Promise.allSettled(waiting);
  test.mock.timers.tick(4_999);
  running?.();
  await turn();
  test.mock.timers.tick(1);
  const kinds = (await outcomes).map(({ status }) => status);
  assert.deepEqual([kinds.shift(), new Set(kinds)], ["fulfilled", new Set(["rejected"])]);
  (await waiting[0])?.();
  await jobs.acquire();
});
