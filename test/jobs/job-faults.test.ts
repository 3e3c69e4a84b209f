import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { startCluster } from "#scripts/test/redis-server.mjs";
import { waitUntil } from "../support/eventually.ts";
import { createRandom } from "../support/random.ts";
import { hasRedis, startRedis, startServerOnRedis } from "../support/redis.ts";
import { type RunningServer, startServer } from "../support/server.ts";
import {
  createJob,
  createRows,
  type JobObject,
  post,
  readBatch,
  readJob,
  readResult,
  waitForEnd,
} from "./support/jobs.ts";

const KILLS = 8;
const NO_REDIS =
  hasRedis || process.env["CI"] !== undefined
    ? false
    : "needs redis-server: apt-get install redis-server";

/** Batches of which some rows fail, with the output of each. */
const BODIES: [path: string, body: { rows: object[]; [option: string]: unknown }][] = [
  ["hash", { rows: [...createRows(420), {}, ...createRows(80)] }],
  ["qr", { rows: createRows(260), name: "{text}" }],
  ["hash?output=csv", { rows: [{}, ...createRows(300)] }],
  [
    "pdf",
    {
      rows: Array.from({ length: 4 }, (_, index) => ({
        markdown: `# ${index}`,
        date: "2026-03-02",
      })),
      output: "pdf",
    },
  ],
  [
    "barcode",
    { rows: Array.from({ length: 250 }, (_, i) => ({ type: "code128", text: `a${i}` })) },
  ],
];

function createFolder(test: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), "sundry-faults-"));
  test.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Checks that a job's result is that of an undisturbed run. */
async function assertEqualToBatch(
  server: RunningServer,
  path: string,
  job: JobObject,
  body: object,
) {
  const ended = await waitForEnd(server, job);
  assert.equal(ended.state, "done", ended.error ?? "");
  assert.deepEqual([ended.done, ended.rows], [ended.rows, job.rows]);
  const result = await readResult(server, job);
  assert.ok(result.equals(await readBatch(server, path, body)), `${path} differs`);
}

describe("faults of jobs", { timeout: 300_000 }, () => {
  it("jobs whose process is killed at random moments lose no row and double none", async (test) => {
    const environment = {
      TRUST_PROXY: "1",
      LIMITS: "pdf=off",
      DATA_DIR: createFolder(test),
      LOG_LEVEL: "error",
    };
    const random = createRandom(7);
    let server = await startServer(environment);
    test.after(() => server.stop("SIGKILL"));
    const jobs: { path: string; body: object; job: JobObject; done: number }[] = [];
    for (let count = 0; count < 20; count += 1) {
      const [path, body] = BODIES[count % BODIES.length] as (typeof BODIES)[number];
      jobs.push({ path, body, job: await createJob(server, path, body), done: 0 });
    }
    const updateDone = async () => {
      for (const entry of jobs) {
        const { done } = await readJob(server, entry.job);
        assert.ok(done >= entry.done, `${done} of ${entry.done} rows are left`);
        entry.done = done;
      }
      return jobs.reduce((sum, { done }) => sum + done, 0);
    };
    const total = jobs.reduce((sum, { job }) => sum + job.rows, 0);
    for (let kill = 0; kill < KILLS; kill += 1) {
      const rows = ((kill + random() / 2 ** 32) / KILLS) * total;
      await waitUntil(async () => (await updateDone()) >= rows);
      await sleep((random() / 2 ** 32) * 40);
      await server.stop("SIGKILL");
      server = await startServer(environment);
      await updateDone();
    }
    for (const { path, body, job } of jobs) await assertEqualToBatch(server, path, job, body);
  });

  it("a killed process leaves neither uploads nor files of jobs that do not exist", async (test) => {
    const folder = createFolder(test);
    const first = await startServer({ DATA_DIR: folder });
    test.after(() => first.stop("SIGKILL"));
    const jobs = join(folder, "files", "jobs");
    const body = new ReadableStream({
      start: (stream) => stream.enqueue(new TextEncoder().encode('{"rows":[{"text":"a"},')),
    });
    const headers = { "content-type": "application/json" };
    const init = { method: "POST", body, duplex: "half", headers } as RequestInit;
    const sending = fetch(`${first.url}/api/v1/jobs/hash`, init);
    sending.catch(() => undefined);
    await waitUntil(() => readdirSync(jobs).length === 1);
    await first.stop("SIGKILL");
    await assert.rejects(sending);
    const second = await startServer({ DATA_DIR: folder });
    test.after(() => second.stop());
    await waitUntil(() => readdirSync(jobs).length === 0);
  });
});

/** Starts two servers on one Redis and one directory. */
async function startTwo(test: TestContext, url: string) {
  const environment = {
    REDIS_URL: url,
    FILES_DIR: createFolder(test),
    TRUST_PROXY: "1",
    LIMITS: "pdf=off",
    // Short enough that a server without Redis is noticed soon.
    STORE_DEADLINE_MS: "5000",
  };
  const servers = [
    await startServerOnRedis(environment),
    await startServerOnRedis(environment),
  ] as const;
  for (const server of servers) test.after(() => server.stop("SIGKILL"));
  return { servers, environment };
}

describe("jobs on Redis", { timeout: 300_000, skip: NO_REDIS }, () => {
  it("processes share jobs, and take over those of one that is killed", async (test) => {
    const redis = await startRedis();
    test.after(() => redis.stop());
    const { servers } = await startTwo(test, redis.url);
    const [first, second] = servers;
    const jobs: { path: string; body: object; job: JobObject }[] = [];
    for (const [path, body] of BODIES)
      jobs.push({ path, body, job: await createJob(first, path, body) });
    await waitUntil(async () => (await readJob(second, { id: jobs[0]?.job.id ?? "" })).done > 0);
    await first.stop("SIGKILL");
    for (const { path, body, job } of jobs) await assertEqualToBatch(second, path, job, body);
    const cancelled = await createJob(second, "hash", { rows: createRows(5) });
    assert.equal((await fetch(cancelled.url, { method: "DELETE" })).status, 204);
  });

  it("a job is canceled in the process that works on it, whichever was asked", async (test) => {
    const redis = await startRedis();
    test.after(() => redis.stop());
    const { servers, environment } = await startTwo(test, redis.url);
    const [first, second] = servers;
    const job = await createJob(first, "qr", { rows: createRows(1000, "x".repeat(900)) });
    await waitUntil(async () => (await readJob(second, job)).state === "running");
    const url = `${second.url}/api/v1/jobs/${job.id}`;
    assert.equal((await fetch(url, { method: "DELETE" })).status, 204);
    assert.equal((await readJob(first, job)).state, "cancelled");
    await waitUntil(() => readdirSync(join(environment.FILES_DIR, "jobs")).length === 0);
    const next = await createJob(first, "hash", { rows: createRows(9) });
    assert.equal((await waitForEnd(second, next)).state, "done");
  });

  it("processes whose directory is not that of the others serve no jobs", async (test) => {
    const redis = await startRedis();
    test.after(() => redis.stop());
    const { servers } = await startTwo(test, redis.url);
    const job = await createJob(servers[0], "hash", { rows: createRows(9) });
    const environments: Record<string, string>[] = [{}, { FILES_DIR: createFolder(test) }];
    for (const environment of environments) {
      const other = await startServerOnRedis({ REDIS_URL: redis.url, ...environment });
      test.after(() => other.stop());
      const error = "Jobs need FILES_DIR, a directory that all processes share.";
      const created = await post(`${other.url}/api/v1/jobs/hash`, { rows: createRows(1) });
      const read = await fetch(`${other.url}/api/v1/jobs/${job.id}`);
      for (const response of [created, read])
        assert.deepEqual([response.status, await response.json()], [503, { error }]);
      await readBatch(other, "hash", { rows: createRows(1) });
    }
    assert.equal((await waitForEnd(servers[1], job)).state, "done");
  });

  it("jobs pause without Redis, which batches do not need, and go on with it", async (test) => {
    const redis = await startRedis();
    test.after(() => redis.stop());
    const { servers } = await startTwo(test, redis.url);
    const [server] = servers;
    const body = { rows: createRows(400, "x".repeat(300)) };
    const job = await createJob(server, "qr", body);
    await waitUntil(async () => (await readJob(server, job)).done > 0);
    redis.process.kill("SIGSTOP");
    const isDown = async () => (await fetch(`${server.url}/api/v1/jobs/${job.id}`)).status === 503;
    await waitUntil(isDown);
    const created = await post(`${server.url}/api/v1/jobs/hash`, { rows: createRows(1) });
    assert.equal(created.status, 503);
    await created.arrayBuffer();
    await readBatch(server, "hash", { rows: createRows(1) });
    redis.process.kill("SIGCONT");
    await waitUntil(async () => !(await isDown()));
    await assertEqualToBatch(server, "qr", job, body);
  });

  it("a cluster keeps jobs on one of its nodes", async (test) => {
    const cluster = await startCluster();
    test.after(() => cluster.stop());
    const { servers } = await startTwo(test, cluster.url);
    for (const [path, body] of BODIES.slice(0, 2)) {
      const job = await createJob(servers[0], path, body);
      await assertEqualToBatch(servers[1], path, job, body);
    }
  });
});
