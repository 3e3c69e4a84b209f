import assert from "node:assert/strict";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { after, before, describe, it } from "node:test";
import { toArray } from "#src/lib/concurrency/to-array.js";
import type { createClient as CreateClient } from "#src/sdk/client.js";
import { createRows } from "../jobs/support/jobs.ts";
import { listZip } from "../jobs/support/zip.ts";
import { type RunningServer, root, startServer } from "../support/server.ts";

describe("batches and jobs of the published client", () => {
  let server: RunningServer;
  let client: ReturnType<typeof CreateClient>;
  before(async () => {
    server = await startServer();
    const module = pathToFileURL(join(root, "dist", "client", "client.js")).href;
    const { createClient } = (await import(module)) as { createClient: typeof CreateClient };
    client = createClient({ url: server.url, key: "batches" });
  });
  after(() => server.stop());

  it("a batch yields the result of each row, or its error", async () => {
    const rows = [{ text: "a" }, { text: "ä".repeat(40_000), encoding: "loud" as never }, {}];
    const results = [];
    for await (const result of client.batch("hash", { rows, defaults: { algorithm: "md5" } })) {
      if (result.error === undefined) results.push(result.result.hash);
      else results.push(`${result.row} ${result.status}`);
    }
    assert.deepEqual(results, ["0cc175b9c0f1b6a831c399e269772661", "2 422", "3 422"]);
  });

  it("a caller that stops early gets the rows so far", async () => {
    for await (const { row } of client.batch("hash", { rows: createRows(500) })) {
      assert.equal(row, 1);
      break;
    }
  });

  it("a batch as a file has the names of its template", async () => {
    const rows = [{ text: "a" }, { text: "b" }];
    const { data, usage } = await client.batch("qr", { rows, name: "code {text}" }).blob();
    const names = listZip(Buffer.from(await data.arrayBuffer())).map(({ name }) => name);
    assert.deepEqual(names, ["code a.svg", "code b.svg", "results.csv"]);
    assert.ok(usage.count > 2);
  });

  it("a refused batch rejects with the server's sentence", async () => {
    await assert.rejects(toArray(client.batch("hash", { rows: [] })), {
      status: 422,
      message: "rows must have at least 1 row",
    });
  });

  it("a file that is uploaded once is the input of calls", async () => {
    const { data } = await client.upload(new Blob(["hello"]), { name: "a.txt" });
    assert.deepEqual([data.name, data.bytes], ["a.txt", 5]);
    const { data: output } = await client.json("hash", { base64: data.uri, algorithm: "crc32" });
    assert.equal(output.hash, "3610a686");
    await assert.rejects(client.upload(new Blob([])), { status: 413 });
  });

  it("a job is created, awaited, read and forgotten", async () => {
    const { data: created } = await client.jobs.create("hash", { rows: createRows(3) });
    const states: string[] = [];
    const { data: job } = await client.jobs.wait(created.id, {
      onProgress: ({ state }) => states.push(state),
    });
    assert.deepEqual([job.state, job.done, states.at(-1)], ["done", 3, "done"]);
    const { data } = await client.jobs.result(job.id);
    assert.equal((await data.text()).trimEnd().split("\n").length, 3);
    await client.jobs.cancel(job.id);
    await assert.rejects(client.jobs.get(job.id), { status: 404 });
  });

  it("waiting ends when it is aborted, and the job goes on", async () => {
    const { data } = await client.jobs.create("hash", { rows: createRows(3) });
    const reason = new Error("enough");
    const signal = AbortSignal.abort(reason);
    await assert.rejects(client.jobs.wait(data.id, { signal }), { message: "enough" });
    assert.equal((await client.jobs.wait(data.id)).data.state, "done");
  });
});
