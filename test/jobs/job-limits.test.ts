import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { waitUntil } from "../support/eventually.ts";
import { type RunningServer, startServer } from "../support/server.ts";
import { fillDisk, mountSmallDisk } from "../support/small-disk.ts";
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

async function start(test: TestContext, environment: Record<string, string>) {
  const server = await startServer({ TRUST_PROXY: "1", ...environment });
  test.after(() => server.stop());
  return server;
}

function createFolder(test: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), "sundry-jobs-"));
  test.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Returns the bytes of all files below a folder. */
function measure(folder: string): number {
  const names = readdirSync(folder, { recursive: true }).map(String);
  return names.reduce((sum, name) => {
    const facts = statSync(join(folder, name), { throwIfNoEntry: false });
    return sum + (facts?.isFile() ? facts.size : 0);
  }, 0);
}

const getStatus = async (server: RunningServer, path: string) =>
  (await fetch(`${server.url}/api/v1/jobs/${path}`)).status;

describe("limits of jobs", { timeout: 240_000 }, () => {
  it("JOBS=false refuses every request of jobs, and a preference is ignored", async (test) => {
    const server = await start(test, { JOBS: "false" });
    const error = { error: "Jobs are off: JOBS is false." };
    const created = await post(`${server.url}/api/v1/jobs/hash`, { rows: [{ text: "a" }] });
    assert.deepEqual([created.status, await created.json()], [403, error]);
    const read = await fetch(`${server.url}/api/v1/jobs/${"A".repeat(22)}`);
    assert.deepEqual([read.status, await read.json()], [403, error]);
    const headers = { prefer: "respond-async" };
    const batch = await post(`${server.url}/api/v1/batch/hash`, { rows: [{ text: "a" }] }, headers);
    assert.equal(batch.status, 200);
    assert.equal(batch.headers.get("preference-applied"), null);
  });

  it("a job expires after its time, and its id stays known as such", async (test) => {
    const folder = createFolder(test);
    const server = await start(test, { JOB_TTL_SECONDS: "1", DATA_DIR: folder });
    const job = await createJob(server, "hash", { rows: createRows(1) });
    await waitUntil(async () => (await getStatus(server, job.id)) === 410);
    const result = await fetch(`${server.url}/api/v1/jobs/${job.id}/result`);
    assert.deepEqual(
      [result.status, await result.json()],
      [410, { error: "The job has expired." }],
    );
    await waitUntil(() => !existsSync(join(folder, "files", "jobs", job.id)));
    assert.equal(await getStatus(server, job.id), 410);
  });

  it("the oldest results make space, then jobs are refused, and one that grows fails", async (test) => {
    const folder = createFolder(test);
    const server = await start(test, { FILES_DIR: folder, FILES_MAX_BYTES: "1500000" });
    // About 180 kB of input and 150 kB of results.
    const rows = createRows(1000, "x".repeat(150));
    const ended: JobObject[] = [];
    for (let count = 0; count < 9; count += 1) {
      ended.push(await waitForEnd(server, await createJob(server, "hash", { rows })));
      assert.equal(ended.at(-1)?.state, "done", ended.at(-1)?.error ?? "");
      assert.ok(measure(folder) <= 1_500_000, `${measure(folder)} bytes`);
    }
    const statuses = await Promise.all(ended.map(({ id }) => getStatus(server, id)));
    assert.deepEqual([statuses[0], statuses[8]], [410, 200]);
    const large = "x".repeat(1_600_000);
    const refused = await post(`${server.url}/api/v1/jobs/hash`, { rows: [{ text: large }] });
    assert.deepEqual(
      [refused.status, await refused.json()],
      [507, { error: "There is no space for a new job." }],
    );
    const png = { format: "png", width: 2000 };
    const growing = { rows: createRows(1000), defaults: png, output: "ndjson" };
    const failed = await waitForEnd(server, await createJob(server, "qr", growing));
    assert.equal(failed.state, "failed");
    assert.equal(failed.error, "The results need more than FILES_MAX_BYTES (1500000 bytes).");
    await waitUntil(() => measure(folder) < 1_000_000);
  });

  it("a full disk fails the job that writes, and other requests go on", async (test) => {
    const disk = mountSmallDisk(test, "4m");
    if (disk === undefined) return test.skip("may not mount");
    const server = await start(test, { FILES_DIR: disk });
    const png = { format: "png", width: 2000 };
    const body = { rows: createRows(1500), defaults: png, output: "ndjson" };
    const job = await createJob(server, "qr", body);
    fillDisk(join(disk, "filler"));
    const failed = await waitForEnd(server, job);
    assert.deepEqual([failed.state, failed.error], ["failed", "The disk is full."]);
    await waitUntil(() => readdirSync(join(disk, "jobs")).length === 0);
    fillDisk(join(disk, "more"));
    const refused = await post(`${server.url}/api/v1/jobs/hash`, { rows: createRows(900) });
    assert.deepEqual([refused.status, await refused.json()], [507, { error: "The disk is full." }]);
    await readBatch(server, "hash", { rows: createRows(1) });
    rmSync(join(disk, "filler"));
    rmSync(join(disk, "more"));
    const next = await waitForEnd(server, await createJob(server, "hash", { rows: createRows(9) }));
    assert.equal(next.state, "done");
    return undefined;
  });

  it("SIGTERM keeps finished chunks, and the next process goes on with the others", async (test) => {
    const folder = createFolder(test);
    const body = { rows: createRows(800, "x".repeat(300)), name: "{text}" };
    const first = await start(test, { DATA_DIR: folder });
    const job = await createJob(first, "qr", body);
    await waitUntil(async () => (await readJob(first, job)).done > 0);
    const { done } = await readJob(first, job);
    assert.equal(await first.stop(), 0);
    const second = await start(test, { DATA_DIR: folder });
    assert.ok((await readJob(second, job)).done >= done);
    const ended = await waitForEnd(second, job);
    assert.equal(ended.state, "done");
    const batch = await start(test, { BATCH_MAX_ROWS: "800" });
    assert.ok((await readResult(second, job)).equals(await readBatch(batch, "qr", body)));
  });
});
