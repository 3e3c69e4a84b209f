import assert from "node:assert/strict";
import { EventEmitter, once } from "node:events";
import { describe, it } from "node:test";
import { type Claim, claimChunk, createJob, type Job } from "#src/jobs/queue/job.js";
import { JobRunner } from "#src/jobs/queue/runner.js";

type Options = ConstructorParameters<typeof JobRunner>[0];

function createClaimed(): { job: Job; claim: Claim } {
  const claimant = { worker: "one", token: "token", nowMs: 0, isAbandoned: () => false };
  const { job } = createJob({ client: "c", tool: "hash", bytes: 10 }, claimant);
  const claimed = claimChunk({ ...job, state: "queued", claims: [], chunks: 1, rows: 1 }, claimant);
  const [claim] = claimed?.claims ?? [];
  assert.ok(claimed && claim);
  return { job: claimed, claim };
}

describe("work on jobs", () => {
  for (const [state, errors] of [
    ["canceled", 0],
    ["running", 1],
  ] as const) {
    it(`a ${state} job whose files are gone has ${errors} errors of ours`, async () => {
      const waiting = [createClaimed()];
      const reported: unknown[] = [];
      const failed = new EventEmitter();
      const queue = {
        claim: () => Promise.resolve(waiting.pop()),
        end(_: string, end: object) {
          failed.emit("end");
          // As for a job that has ended.
          return Promise.resolve(state === "running" ? end : undefined);
        },
        drop: () => undefined,
      };
      const runner = new JobRunner({
        queue,
        files: { readText: () => Promise.reject(new Error("no such file")) },
        requireReady: () => Promise.resolve(),
        onError: (error: unknown) => reported.push(error),
      } as unknown as Options);
      const ended = once(failed, "end");
      runner.wake();
      await ended;
      await runner.close();
      assert.equal(reported.length, errors);
    });
  }
});
