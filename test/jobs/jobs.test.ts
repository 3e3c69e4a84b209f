import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { waitUntil } from "../support/eventually.ts";
import { createCaller } from "../support/post.ts";
import { type RunningServer, startServer } from "../support/server.ts";
import {
  createJob,
  createRows,
  post,
  readBatch,
  readJob,
  readResult,
  waitForEnd,
} from "./support/jobs.ts";

const folder = mkdtempSync(join(tmpdir(), "sundry-jobs-"));
const data = join(folder, "data");
const JOBS = join(data, "files", "jobs");

let server: RunningServer;

async function assertError(response: Response, status: number, error: string | RegExp) {
  const body = (await response.json()) as { error: string };
  assert.equal(response.status, status, body.error);
  if (typeof error === "string") assert.equal(body.error, error);
  else assert.match(body.error, error);
}

const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  fetch(`${server.url}/api/v1/jobs/${path}`, {
    method,
    headers: { ...createCaller(), ...headers },
  });

describe("jobs", { timeout: 240_000 }, () => {
  before(async () => {
    server = await startServer({
      TRUST_PROXY: "1",
      DATA_DIR: data,
      JOB_MAX_ROWS: "3000",
      JOB_MAX_BODY_BYTES: "3000000",
      LIMITS: "pdf=off,meeting-cost=off",
    });
  });
  after(async () => {
    await server.stop();
    rmSync(folder, { recursive: true });
  });

  it("a job is accepted with its place, its facts and the headers of a batch", async () => {
    const rows = createRows(3);
    const response = await post(
      `${server.url}/api/v1/batch/hash`,
      { rows },
      {
        prefer: "wait=5, respond-async",
      },
    );
    const job = (await response.json()) as Record<string, unknown>;
    assert.equal(response.status, 202);
    assert.deepEqual(
      [
        response.headers.get("location"),
        response.headers.get("preference-applied"),
        response.headers.get("cache-control"),
        response.headers.get("x-robots-tag"),
        response.headers.get("x-batch-rows"),
        response.headers.get("x-usage-count"),
      ],
      [`/api/v1/jobs/${String(job["id"])}`, "respond-async", "no-store", "noindex", "3", "3"],
    );
    assert.match(String(job["id"]), /^[\w-]{22}$/);
    assert.deepEqual(
      { ...job, id: 0, createdAt: 0 },
      {
        id: 0,
        url: `${server.url}/api/v1/jobs/${String(job["id"])}`,
        tool: "hash",
        state: "queued",
        rows: 3,
        done: 0,
        failed: 0,
        etaSeconds: null,
        createdAt: 0,
        startedAt: null,
        finishedAt: null,
        expiresAt: null,
        output: "ndjson",
        bytes: null,
        result: null,
        error: null,
      },
    );
    const plain = await post(`${server.url}/api/v1/jobs/hash`, { rows });
    assert.equal(plain.headers.get("preference-applied"), null);
    await plain.arrayBuffer();
  });

  it("the result of a job is byte by byte that of the batch, in every output", async () => {
    const broken = [...createRows(230), {}, { text: "a", algorithm: "nope" }];
    const lines = broken.map((row) => JSON.stringify(row)).join("\n");
    const table = `note;text;algorithm\n${createRows(250)
      .map(({ text }) => `"=${text}";${text};`)
      .join("\n")}\nx;y;nope\n`;
    const people = Array.from({ length: 20 }, (_, index) => `n${index % 7},role,${index},30`);
    const grouped = `title,attendees[].role,duration,attendees[].hourlyRate\n${people.join("\n")}`;
    const csv = { "content-type": "text/csv" };
    for (const [path, body, headers] of [
      ["hash", { rows: broken, defaults: { algorithm: "md5" } }],
      ["hash?output=zip&name=%7Btext%7D", lines, { "content-type": "application/x-ndjson" }],
      ["hash?output=csv", table, csv],
      ["hash?output=zip&name=%7Bnote%7D", table, csv],
      ["meeting-cost?groupBy=title", grouped, csv],
      ["qr", { rows: broken, name: "{text}", defaults: { format: "png" } }],
      [
        "pdf",
        {
          rows: [{ markdown: "# A" }, { markdown: "B" }],
          defaults: { date: "2026-03-02" },
          output: "pdf",
        },
      ],
    ] as const) {
      const job = await createJob(server, path, body, headers);
      const ended = await waitForEnd(server, job);
      assert.equal(ended.state, "done", ended.error ?? "");
      const result = await readResult(server, job);
      const batch = await post(`${server.url}/api/v1/batch/${path}`, body, headers);
      assert.ok(result.equals(Buffer.from(await batch.arrayBuffer())), path);
      assert.deepEqual([ended.done, ended.bytes], [ended.rows, result.length]);
      assert.equal(ended.rows, Number(batch.headers.get("x-batch-rows")));
    }
  });

  it("a form is a job as it is a batch", async () => {
    const form = new FormData();
    form.append("rows", new Blob(["text\na\nb\n"]), "rows.csv");
    form.append("defaults", '{"algorithm":"md5"}');
    const url = `${server.url}/api/v1/jobs/hash`;
    const response = await fetch(url, { method: "POST", body: form, headers: createCaller() });
    const job = (await response.json()) as { id: string };
    await waitForEnd(server, job);
    const rows = [{ text: "a" }, { text: "b" }];
    const batch = await readBatch(server, "hash", { rows, defaults: { algorithm: "md5" } });
    assert.equal((await readResult(server, job)).toString(), batch.toString());
  });

  it("failed rows are counted and do not fail a job, unless it stops at them", async () => {
    const rows = [...createRows(150), {}, ...createRows(150), {}];
    const job = await waitForEnd(server, await createJob(server, "hash", { rows }));
    assert.deepEqual([job.state, job.done, job.failed], ["done", 302, 2]);
    const stopping = await createJob(server, "hash", { rows, onError: "stop" });
    const stopped = await waitForEnd(server, stopping);
    assert.equal(stopped.state, "failed");
    assert.match(stopped.error ?? "", /^row 151: text/);
    const result = await get(`${stopped.id}/result`);
    await assertError(result, 409, `The job failed: ${stopped.error}`);
    await waitUntil(() => !readdirSync(JOBS).includes(stopped.id));
    const pdf = await createJob(server, "pdf", { rows: [{}, { markdown: "a" }], output: "pdf" });
    const failed = await waitForEnd(server, pdf);
    assert.match(failed.error ?? "", /^row 1: markdown is required/);
  });

  it("what refuses a batch refuses a job before it is accepted, and leaves no files", async () => {
    await waitUntil(() => readdirSync(JOBS).length > 0);
    const count = readdirSync(JOBS).length;
    const url = `${server.url}/api/v1/jobs/hash`;
    const send = (body: unknown, type = "application/json") =>
      post(url, body, { "content-type": type });
    await assertError(await send("{"), 400, "The body is not valid JSON.");
    await assertError(await send({ rows: [] }), 422, "rows must have at least 1 row");
    await assertError(await send({ rows: [{}], output: "xlsx" }), 422, /^output must be/);
    await assertError(await send({ rows: [{}], output: "pdf" }), 422, /hash makes no PDF$/);
    await assertError(await send("text,text\na,b", "text/csv"), 422, /is there twice/);
    await assertError(
      await send({ rows: createRows(3001) }),
      422,
      "rows has 3001 rows; at most 3000 in one job.",
    );
    const large = { rows: [{ text: "x".repeat(3_000_000) }] };
    await assertError(await send(large), 413, "The body is larger than 3000000 bytes.");
    await assertError(await send("a", "text/plain"), 415, /^Send the body with/);
    await assertError(await post(`${server.url}/api/v1/jobs/nope`, {}), 404, /one of these tools/);
    await waitUntil(() => readdirSync(JOBS).length <= count);
    const other = await get("hash", {}, "PUT");
    assert.deepEqual(
      [other.status, other.headers.get("allow")],
      [405, "DELETE, GET, HEAD, OPTIONS, POST"],
    );
  });

  it("a job has an entity tag, and unknown ids are not found", async () => {
    const job = await waitForEnd(server, await createJob(server, "hash", { rows: createRows(1) }));
    const response = await get(job.id);
    const etag = response.headers.get("etag") ?? "";
    assert.deepEqual(
      [response.headers.get("x-robots-tag"), response.headers.get("cache-control")],
      ["noindex", "no-store"],
    );
    assert.equal((await get(job.id, { "if-none-match": etag })).status, 304);
    for (const id of ["nope", "A".repeat(22), `${job.id}x`, "..%2f..%2fetc"])
      await assertError(await get(id), 404, "There is no such job.");
    await assertError(await get(`${"A".repeat(22)}/result`), 404, "There is no such job.");
  });

  it("a result is sent in parts, and not again when it is known", async () => {
    const job = await waitForEnd(server, await createJob(server, "hash", { rows: createRows(9) }));
    const whole = await readResult(server, job);
    const path = `${job.id}/result`;
    const response = await get(path);
    const etag = response.headers.get("etag") ?? "";
    assert.deepEqual(
      ["content-length", "accept-ranges", "content-disposition", "content-type"].map((name) =>
        response.headers.get(name),
      ),
      [
        String(whole.length),
        "bytes",
        `attachment; filename="hash-${job.id.slice(0, 8)}.ndjson"`,
        "application/x-ndjson",
      ],
    );
    await response.arrayBuffer();
    const head = await get(path, {}, "HEAD");
    assert.deepEqual(
      [head.status, head.headers.get("content-length")],
      [200, String(whole.length)],
    );
    for (const [range, part, from, to] of [
      ["bytes=0-9", whole.subarray(0, 10), 0, 9],
      ["bytes=5-", whole.subarray(5), 5, whole.length - 1],
      ["bytes=-7", whole.subarray(-7), whole.length - 7, whole.length - 1],
      ["bytes=0-999999", whole, 0, whole.length - 1],
    ] as const) {
      const partial = await get(path, { range, "if-range": etag });
      assert.equal(partial.status, 206);
      assert.equal(partial.headers.get("content-range"), `bytes ${from}-${to}/${whole.length}`);
      assert.ok(Buffer.from(await partial.arrayBuffer()).equals(part), range);
    }
    const beyond = await get(path, { range: `bytes=${whole.length}-` });
    assert.equal(beyond.headers.get("content-range"), `bytes */${whole.length}`);
    await assertError(beyond, 416, `The result has ${whole.length} bytes.`);
    for (const headers of [
      { range: "bytes=0-1", "if-range": '"other"' },
      { range: "bytes=0-1,3-4" },
      { range: "rows=1-2" },
    ]) {
      const full = await get(path, headers);
      assert.equal(full.status, 200);
      assert.equal((await full.arrayBuffer()).byteLength, whole.length);
    }
    const known = await get(path, { "if-none-match": etag, range: "bytes=0-1" });
    assert.deepEqual([known.status, known.headers.get("content-length")], [304, null]);
  });

  it("events report a job until its last state", async () => {
    const rows = createRows(600, "x".repeat(1200));
    const job = await createJob(server, "qr", { rows });
    const response = await get(`${job.id}/events`);
    assert.equal(response.headers.get("content-type"), "text/event-stream; charset=utf-8");
    // Without the comments that keep the connection of a slow job open.
    const events = (await response.text()).split("\n\n").filter((event) => /^[^:]/.test(event));
    const states = events.map((event) => {
      const [, text = ""] = /^event: status\ndata: (.*)$/.exec(event) ?? [];
      return JSON.parse(text) as { state: string; done: number; etaSeconds: number | null };
    });
    assert.equal(states.at(-1)?.state, "done");
    assert.equal(states.filter(({ state }) => state === "done").length, 1);
    const done = states.map((state) => state.done);
    assert.deepEqual(
      done,
      done.toSorted((first, second) => first - second),
    );
    for (const { state, done: rowsDone, etaSeconds } of states)
      assert.equal(etaSeconds === null, state !== "done" && rowsDone === 0);
    const ended = await get(`${job.id}/events`);
    assert.match(await ended.text(), /^event: status\ndata: .*"state":"done".*\n\n$/);
  });

  it("a canceled job stops, loses its files and is remembered", async () => {
    const rows = createRows(3000, "x".repeat(900));
    const job = await createJob(server, "qr", { rows });
    await waitUntil(async () => (await readJob(server, job)).state === "running");
    const early = await get(`${job.id}/result`);
    assert.ok(Number(early.headers.get("retry-after")) > 0);
    await assertError(early, 409, /^The job is running: \d+ of 3000 rows, 0 failed\.$/);
    assert.equal((await get(job.id, {}, "DELETE")).status, 204);
    const cancelled = await readJob(server, job);
    assert.deepEqual([cancelled.state, cancelled.result], ["cancelled", null]);
    await assertError(await get(`${job.id}/result`), 409, "The job was cancelled.");
    await waitUntil(() => !readdirSync(JOBS).includes(job.id));
    const next = await createJob(server, "hash", { rows: createRows(1) });
    assert.equal((await waitForEnd(server, next)).state, "done");
    assert.equal((await get(job.id, {}, "DELETE")).status, 204);
    assert.equal((await get(job.id)).status, 404);
  });

  it("an ended job is forgotten with its files when it is deleted", async () => {
    const job = await waitForEnd(server, await createJob(server, "hash", { rows: createRows(1) }));
    await waitUntil(() => readdirSync(join(JOBS, job.id)).join() === "result");
    assert.equal((await get(job.id, {}, "DELETE")).status, 204);
    assert.equal((await get(job.id)).status, 404);
    assert.equal((await get(job.id, {}, "DELETE")).status, 404);
    assert.equal(readdirSync(JOBS).includes(job.id), false);
  });

  it("files of jobs are readable by their owner only", async () => {
    const job = await waitForEnd(server, await createJob(server, "hash", { rows: createRows(1) }));
    const modes = [join(data, "files"), JOBS, join(JOBS, job.id), join(JOBS, job.id, "result")];
    assert.deepEqual(
      modes.map((path) => (statSync(path).mode & 0o777).toString(8)),
      ["700", "700", "700", "600"],
    );
  });

  it("a job of ten rows does not wait for one of thousands", async () => {
    const large = await createJob(server, "qr", { rows: createRows(3000, "x".repeat(900)) });
    const small = await createJob(server, "qr", { rows: createRows(10) });
    await waitForEnd(server, small);
    const { state, done } = await readJob(server, large);
    assert.equal(state, "running");
    assert.ok(done < 3000);
    await get(large.id, {}, "DELETE");
  });

  it("a sixth unfinished job of one address is refused", async () => {
    const caller = createCaller();
    const rows = createRows(3000, "x".repeat(900));
    const jobs = [];
    for (let count = 0; count < 5; count += 1)
      jobs.push(await createJob(server, "qr", { rows }, caller));
    const sixth = await post(`${server.url}/api/v1/jobs/qr`, { rows: createRows(1) }, caller);
    assert.equal(sixth.headers.get("retry-after"), "60");
    await assertError(sixth, 429, "At most 5 jobs of one address are unfinished at once.");
    for (const { id } of jobs) assert.equal((await get(id, {}, "DELETE")).status, 204);
    const again = await createJob(server, "hash", { rows: createRows(1) }, caller);
    await waitForEnd(server, again);
  });

  it("an upload that ends early leaves neither job nor files", async () => {
    // Folders of deleted jobs may still be there.
    const earlier = new Set(readdirSync(JOBS));
    const listNew = () => readdirSync(JOBS).filter((name) => !earlier.has(name));
    const controller = new AbortController();
    const body = new ReadableStream({
      start: (stream) => stream.enqueue(new TextEncoder().encode('{"rows":[{"text":"a"},')),
    });
    const init = { method: "POST", body, duplex: "half", signal: controller.signal };
    const headers = { "content-type": "application/json", ...createCaller() };
    const sending = fetch(`${server.url}/api/v1/jobs/hash`, { ...init, headers });
    await waitUntil(() => listNew().length > 0);
    controller.abort();
    await assert.rejects(sending);
    await waitUntil(() => listNew().length === 0);
  });

  it("metrics count jobs by state and the bytes of their files", async () => {
    const text = await (await fetch(`${server.url}/metrics`)).text();
    assert.match(text, /^sundry_jobs\{state="done"\} \d+$/m);
    assert.match(text, /^sundry_files_bytes \d+$/m);
    assert.match(text, /^sundry_batch_rows_total\{tool="hash",status="200"\} \d+$/m);
  });
});
