import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { countToLimits } from "#src/jobs/queue/run-chunk.js";
import {
  changeClaim,
  type Claim,
  type Claimant,
  claimChunk,
  createJob,
  finishChunk,
  formatJob,
  type Job,
  parseJob,
} from "#src/jobs/queue/job.js";
import { createMemoryCounters } from "#src/store/memory-counters.js";

let tokens = 0;

/** A process at a time; claims of others are abandoned when their lease is over. */
function claimAt(nowMs: number, worker = "one"): Claimant {
  tokens += 1;
  const isAbandoned = ({ untilMs }: Claim) => untilMs <= nowMs;
  return { worker, token: `token-${tokens}`, nowMs, isAbandoned };
}

function createQueued(chunks: number, facts: Partial<Job> = {}): Job {
  const { job } = createJob({ client: "c", tool: "hash", bytes: 10 }, claimAt(0));
  return { ...job, state: "queued", claims: [], chunks, rows: chunks * 100, ...facts };
}

function claim(job: Job, claimant: Claimant): { job: Job; claim: Claim } {
  const claimed = claimChunk(job, claimant);
  const last = claimed?.claims.at(-1);
  assert.ok(claimed && last);
  return { job: claimed, claim: last };
}

const finish = (job: Job, one: Claim, stop?: string) =>
  finishChunk(job, one, { rows: 100, failed: stop ? 1 : 0, bytes: 5, stop });

describe("chunks of jobs", () => {
  it("chunks are claimed in turn, then the file that joins them, once each", () => {
    let job = createQueued(3);
    const claimed: number[] = [];
    for (let count = 0; count < 4; count += 1) {
      const next = claim(job, claimAt(count));
      claimed.push(next.claim.chunk);
      assert.equal(next.job.bytes, job.bytes + next.claim.bytes);
      job = finish(next.job, next.claim) ?? job;
    }
    assert.deepEqual(claimed, [0, 1, 2, 3]);
    assert.equal(claimChunk(job, claimAt(9)), undefined);
    assert.deepEqual([job.done, job.startedAtMs, job.bytes], [400, 0, 10 + 4 * 5]);
  });

  it("chunks are joined only when all of them are finished", () => {
    const first = claim(createQueued(2), claimAt(1));
    const second = claim(first.job, claimAt(1, "two"));
    const finished = finish(second.job, second.claim);
    assert.ok(finished);
    assert.equal(claimChunk(finished, claimAt(1, "two")), undefined);
    assert.equal(claim(finish(finished, first.claim) ?? finished, claimAt(1)).claim.chunk, 2);
  });

  it("an abandoned chunk is claimed again with its bytes, and its first process has lost it", () => {
    const first = claim(createQueued(2), claimAt(0));
    const grown = changeClaim(first.job, first.claim.token, { bytes: 70 });
    assert.ok(grown);
    assert.equal(claim(grown, claimAt(9_999)).claim.chunk, 1);
    const second = claim(grown, claimAt(10_000, "two"));
    assert.deepEqual([second.claim.chunk, second.claim.bytes], [0, 70]);
    assert.equal(second.job.bytes, grown.bytes);
    assert.equal(finish(second.job, first.claim), undefined);
    assert.equal(changeClaim(second.job, first.claim.token), undefined);
  });

  it("a process works on two chunks of a job at most, and others on the next ones", () => {
    const first = claim(createQueued(9), claimAt(1));
    const second = claim(first.job, claimAt(1));
    assert.equal(claimChunk(second.job, claimAt(1)), undefined);
    assert.equal(claim(second.job, claimAt(1, "two")).claim.chunk, 2);
  });

  it("a job that stops at a failed row claims no chunk behind it, and keeps the first one", () => {
    const first = claim(createQueued(9), claimAt(1));
    const second = claim(first.job, claimAt(1));
    const third = claim(second.job, claimAt(1, "two"));
    let job = finish(third.job, third.claim, "row 201: b");
    assert.deepEqual(job?.stop, { chunk: 2, error: "row 201: b" });
    assert.ok(job);
    assert.equal(claimChunk(job, claimAt(1, "two")), undefined);
    job = finish(job, second.claim, "row 101: a") ?? job;
    job = finish(job, first.claim) ?? job;
    assert.deepEqual(job.stop, { chunk: 1, error: "row 101: a" });
    assert.equal(claim(job, claimAt(1)).claim.chunk, 9);
  });

  it("a paused job is claimed at the end of its pause", () => {
    const job = createQueued(1, { pausedUntilMs: 500 });
    assert.equal(claimChunk(job, claimAt(499)), undefined);
    assert.ok(claimChunk(job, claimAt(500)));
    assert.equal(claimChunk({ ...job, state: "receiving" }, claimAt(900)), undefined);
  });

  it("a job is the same when it was stored", () => {
    const { job } = claim(createQueued(2, { error: 'ä "' }), claimAt(1));
    assert.deepEqual(parseJob(formatJob(job)), job);
  });
});

describe("limits per minute of jobs", () => {
  it("30 rows of a tool run in a minute, beside the single calls of the same address", async () => {
    const counters = createMemoryCounters();
    let nowMs = 1_000_000;
    const queue = {
      get nowMs() {
        return nowMs;
      },
    };
    const job = createQueued(30);
    const count = (rows: number) =>
      countToLimits({ queue, counters } as never, { job } as never, {
        limits: [{ name: "pdf", perMinute: 30 }],
        rows,
      });
    const ends: (number | undefined)[] = [];
    for (let chunk = 0; chunk < 5; chunk += 1) ends.push(await count(10));
    assert.deepEqual(ends, [undefined, undefined, undefined, 1_060_000, 1_060_000]);
    const single = counters.hit("pdf c", 60_000, nowMs, 0);
    assert.equal((await Promise.resolve(single)).count, 0);
    nowMs = 1_060_000;
    assert.equal(await count(10), undefined);
    nowMs = 1_120_000;
    assert.equal(await count(50), undefined);
    assert.equal(await count(1), 1_180_000);
  });
});
