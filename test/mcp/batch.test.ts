import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { createRows } from "../jobs/support/jobs.ts";
import { listZip } from "../jobs/support/zip.ts";
import { type Answer, connectTo, countUsage } from "../support/mcp.ts";
import { type RunningServer, startServer } from "../support/server.ts";

interface Output {
  rows: number;
  failed: number;
  url: string | null;
  results: {
    row: number;
    status: number;
    result?: Record<string, unknown>;
    error?: string;
    file?: { name: string; type: string; bytes: number };
  }[];
}

const read = ({ structuredContent }: Answer) => structuredContent as Output;

describe("the MCP tool batch", () => {
  let server: RunningServer;
  before(async () => (server = await startServer({ TRUST_PROXY: "1" })));
  after(() => server.stop());

  async function call(args: Record<string, unknown>, address = "192.0.2.9") {
    const { client, call: send } = await connectTo(server.url, "auto", address);
    const answer = await send("batch", args);
    await client.close();
    return answer;
  }

  it("returns the output of each row, or its error, and counts each row", async () => {
    const rows = [{ text: "a" }, { text: 5 }, { text: "b", algorithm: "sha1" }];
    const defaults = { algorithm: "md5" };
    const answer = await call({ tool: "hash", rows, defaults }, "192.0.2.10");
    const { results, ...counts } = read(answer);
    assert.deepEqual(counts, { rows: 3, failed: 1, url: null });
    assert.deepEqual(results[0]?.result, {
      hash: "0cc175b9c0f1b6a831c399e269772661",
      algorithm: "md5",
      encoding: "hex",
    });
    assert.deepEqual(results[1], { row: 2, status: 422, error: "text must be a string" });
    assert.equal(results[2]?.result?.["algorithm"], "sha1");
    assert.deepEqual(JSON.parse(answer.content[0]?.text ?? ""), read(answer));
    assert.equal(await countUsage(server.url, "192.0.2.10"), 3);
  });

  it("contains small files", async () => {
    const rows = [{ text: "a" }, {}, { text: "b" }];
    const answer = await call({ tool: "qr", rows, format: "png" });
    const { results, failed, url } = read(answer);
    assert.deepEqual([failed, url], [1, null]);
    assert.deepEqual(
      results.map(({ file, error }) => file?.name ?? error),
      ["qr-1.png", "text is required unless content is set", "qr-3.png"],
    );
    const images = answer.content.slice(1);
    assert.deepEqual(
      images.map(({ type, mimeType }) => `${type} ${mimeType}`),
      ["image image/png", "image image/png"],
    );
    const bytes = images.map(({ data = "" }) => Buffer.from(data, "base64").length);
    assert.deepEqual(bytes, [results[0]?.file?.bytes, results[2]?.file?.bytes]);
  });

  it("keeps larger files as a ZIP behind a URL", async () => {
    const items = [{ description: "Work", quantity: 1, rate: 50 }];
    const rows = ["Ada", "Bob", "Cy", "Di", "Ed"].map((name) => ({ to: { name }, items }));
    const defaults = { from: { name: "Studio" } };
    const answer = await call({ tool: "invoice", rows, defaults, format: "pdf" });
    const { results, url } = read(answer);
    assert.deepEqual([answer.content.length, results[0]?.error], [1, undefined]);
    assert.match(url ?? "", /^http.*\/invoice\.zip$/);
    const zip = Buffer.from(await (await fetch(url ?? "")).arrayBuffer());
    const files = listZip(zip);
    assert.deepEqual(
      files.map(({ name }) => name),
      [...rows.map((_, row) => `invoice-${row + 1}.pdf`), "results.csv"],
    );
    assert.deepEqual(
      files.slice(0, -1).map(({ content }) => content.length),
      results.map(({ file }) => file?.bytes),
    );
  });

  for (const [name, args, sentence] of [
    ["51 rows", { tool: "hash", rows: createRows(51) }, /^rows must .*50/],
    ["no row", { tool: "hash", rows: [] }, /^rows must/],
    ["a row that is no object", { tool: "hash", rows: ["a"] }, /^rows\[0\] must be an object/],
    ["an unknown tool", { tool: "labels", rows: [{}] }, /^tool must be one of/],
    ["a format of another tool", { tool: "hash", rows: [{}], format: "pdf" }, /^format is not/],
  ] as const) {
    it(`refuses ${name} with a sentence`, async () => {
      const { isError, content } = await call(args);
      assert.equal(isError, true);
      assert.match(content[0]?.text ?? "", sentence);
    });
  }

  it("refuses more rows than the tool's limit a minute leaves", async () => {
    const rows = createRows(40).map(({ text }) => ({ markdown: text }));
    const { isError, content } = await call({ tool: "pdf", rows }, "192.0.2.11");
    assert.equal(isError, true);
    assert.match(content[0]?.text ?? "", /^pdf allows 30 rows a minute; this batch has 40\./);
  });
});
