import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { listBatchTools } from "#src/jobs/options.js";
import { tools } from "#src/tools/index.js";
import { waitUntil } from "../support/eventually.ts";
import { findSkipReason } from "../support/needs.ts";
import { createCaller, postJson } from "../support/post.ts";
import { type RunningServer, startServer } from "../support/server.ts";
import { listZip } from "./support/zip.ts";

interface Line {
  row: number;
  status: number;
  result?: Record<string, unknown>;
  error?: string;
}

const python = findSkipReason("python3 --version");

/** Runs Python on a file and returns the JSON that it prints. */
function runPython(script: string, content: Buffer): unknown {
  const folder = mkdtempSync(join(tmpdir(), "sundry-batch-"));
  const file = join(folder, "input");
  writeFileSync(file, content);
  try {
    return JSON.parse(execFileSync("python3", ["-c", script, file]).toString()) as unknown;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const READ_ZIP = `
import json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as z:
    assert z.testzip() is None
    print(json.dumps([[i.filename, i.date_time[0], i.file_size] for i in z.infolist()]))
`;

const READ_CSV = `
import csv, json, sys
with open(sys.argv[1], newline="", encoding="utf-8-sig") as f:
    print(json.dumps(list(csv.reader(f))))
`;

let server: RunningServer;

function send(path: string, body: string | Uint8Array | FormData, type?: string) {
  const contentType = type ?? (body instanceof FormData ? undefined : "application/json");
  return fetch(`${server.url}/api/v1/batch/${path}`, {
    method: "POST",
    headers: {
      ...(contentType !== undefined && { "content-type": contentType }),
      ...createCaller(),
    },
    body: body as BodyInit,
  });
}

function sendRows(path: string, body: object) {
  return send(path, JSON.stringify(body));
}

async function readLines(response: Response): Promise<Line[]> {
  const text = await response.text();
  assert.equal(response.status, 200, text);
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);
}

async function assertError(response: Response, status: number, error: string) {
  assert.deepEqual([response.status, await response.json()], [status, { error }]);
}

/** Checks that an error, or the lines of a response, match a pattern. */
async function assertText(response: Response, status: number, pattern: RegExp) {
  const text = await response.text();
  assert.equal(response.status, status, text.slice(0, 200));
  assert.match(text, pattern);
}

/** Sends rows to a server that counts calls. */
function sendCounted(url: string, count: number) {
  const rows = Array.from({ length: count }, () => ({ text: "a" }));
  return postJson(`${url}/api/v1/batch/hash`, { rows });
}

describe("batches", { timeout: 240_000 }, () => {
  before(async () => (server = await startServer({ TRUST_PROXY: "1", OFFLINE: "true" })));
  after(() => server.stop());

  it("a batch has its own headers, which pages of other origins may read", async () => {
    const response = await sendRows("hash", { rows: [{ text: "a" }, { text: "b" }] });
    const { headers } = response;
    assert.deepEqual(
      ["content-type", "cache-control", "x-batch-rows", "content-disposition"].map((name) =>
        headers.get(name),
      ),
      ["application/x-ndjson", "no-store", "2", 'attachment; filename="hash.ndjson"'],
    );
    assert.match(headers.get("access-control-expose-headers") ?? "", /X-Batch-Ignored-Columns/);
    assert.equal(headers.get("x-usage-count"), "2");
    await response.arrayBuffer();
  });

  it("a row that fails has the status and the sentence of a single call", async () => {
    const rows = [{ text: "a" }, { text: 5 }, { text: "b", algorithm: "nope" }, { text: "c" }];
    const lines = await readLines(await sendRows("hash", { rows }));
    assert.deepEqual(
      lines.map(({ status }) => status),
      [200, 422, 422, 200],
    );
    for (const [index, row] of rows.entries()) {
      const single = await postJson(`${server.url}/api/v1/hash`, row, createCaller());
      const body = (await single.json()) as Line;
      assert.deepEqual(lines[index]?.result ?? { error: lines[index]?.error }, body);
    }
  });

  it("onError=stop ends the output with the first row that failed", async () => {
    const rows = [{ text: "a" }, {}, { text: "b" }];
    const lines = await readLines(await sendRows("hash", { rows, onError: "stop" }));
    assert.deepEqual(
      lines.map(({ row, status }) => [row, status]),
      [
        [1, 200],
        [2, 422],
      ],
    );
  });

  it("defaults fill what a row lacks, and keep its nulls and lists", async () => {
    const defaults = {
      from: { name: "A", email: "a@a.example" },
      taxRate: 10,
      orderReference: "5",
    };
    const items = [{ description: "w", quantity: 1, rate: 1 }];
    const to = { name: "B" };
    const rows = [
      { to, items },
      { from: { name: "C" }, to, items, taxRate: null, poNumber: "7" },
    ];
    const query = {
      output: "ndjson",
      rows,
      defaults: { ...defaults, items: [...items, ...items] },
    };
    const lines = await readLines(await sendRows("invoice?format=json", query));
    const inputs = [
      { ...defaults, to, items },
      { from: { name: "C", email: "a@a.example" }, to, items, orderReference: "7" },
    ];
    for (const [index, input] of inputs.entries()) {
      const url = `${server.url}/api/invoice?format=json`;
      const single = await postJson(url, input, createCaller());
      assert.deepEqual(lines[index]?.result, await single.json());
    }
  });

  it("NDJSON, a form and JSON with the same rows have the same output", async () => {
    const rows = [{ text: "ä" }, { text: "b" }];
    const expected = await readLines(
      await sendRows("hash", { rows, defaults: { algorithm: "md5" } }),
    );
    const ndjson = `${JSON.stringify(rows[0])}\n\n${JSON.stringify(rows[1])}`;
    const query = `hash?defaults=${encodeURIComponent('{"algorithm":"md5"}')}`;
    assert.deepEqual(await readLines(await send(query, ndjson, "application/jsonl")), expected);
    const form = new FormData();
    form.append("rows", new Blob(["text\r\nä\r\nb"]), "rows.csv");
    form.append("defaults", '{"algorithm":"md5"}');
    assert.deepEqual(await readLines(await send("hash?onError=stop", form)), expected);
  });

  it("bodies that cannot be read are refused before any row", async () => {
    const csv = "text/csv";
    const latin = Buffer.from("text\nna\xefve", "latin1");
    const notUtf8 = "The table is not UTF-8: byte 0xEF at position 7. Save it as UTF-8.";
    await assertError(await send("hash", latin, csv), 400, notUtf8);
    const notJson = "Line 3 is not valid JSON.";
    const lines = '{"text":"a"}\n\n{"text":}';
    await assertError(await send("hash", lines, "application/x-ndjson"), 400, notJson);
    for (const body of ['{"rows":[{}', '{"rows":[{}]]', '{"rows":[{},]}', "{'rows':[]}", "{"])
      await assertError(await send("hash", body), 400, "The body is not valid JSON.");
    await assertError(await send("hash", "[]"), 422, "body must be an object");
    await assertError(await send("hash", "{}"), 422, "rows is required");
    await assertError(await send("hash", '{"rows":5}'), 422, "rows must be a list");
    await assertError(await send("hash", '{"rows":[]}'), 422, "rows must have at least 1 row");
    const five = '{"rows":[{},{},{},5]}';
    await assertError(await send("hash", five), 422, "rows[3] must be an object");
    const many = JSON.stringify({ rows: Array.from({ length: 1200 }, () => ({})) });
    const tooMany = "rows has 1200 rows; at most 1000 in one batch. Create a job instead.";
    await assertError(await send("hash", many), 422, tooMany);
    await assertError(await send("hash", `text\n${"a\n".repeat(1200)}`, csv), 422, tooMany);
    assert.equal((await send("hash", "a", "text/plain")).status, 415);
    assert.equal((await send("hash", "a".repeat(10 * 2 ** 20 + 1), csv)).status, 413);
    assert.match(((await (await send("nope", "{}")).json()) as Line).error ?? "", /invoice, .*qr/);
    const get = await fetch(`${server.url}/api/v1/batch/hash`, { headers: createCaller() });
    assert.deepEqual([get.status, get.headers.get("allow")], [405, "OPTIONS, POST"]);
  });

  it("wrong options are refused with their names", async () => {
    const rows = [{ text: "a" }];
    await assertText(await sendRows("hash", { rows, output: "xlsx" }), 422, /"output must be/);
    await assertText(await sendRows("hash", { rows, name: "{}" }), 422, /"name must have braces/);
    await assertText(await sendRows("hash", { rows, name: "a{b" }), 422, /"name must have braces/);
    await assertText(await sendRows("hash", { rows, name: "x".repeat(201) }), 422, /"name must/);
    await assertText(await sendRows("hash", { rows, defaults: 5 }), 422, /"defaults must/);
    await assertText(
      await sendRows("hash", { rows, groupBy: "text" }),
      422,
      /"groupBy is only for tables/,
    );
    const response = await sendRows("invoice?format=docx", { rows });
    assert.equal(response.status, 422);
  });

  it("hostile tables are refused, or fail by row", async () => {
    const wide = `${Array.from({ length: 500_000 }, (_, index) => `c${index}`).join(",")}\na`;
    await assertText(
      await send("hash", wide, "text/csv"),
      422,
      /the header has more than 500 columns/,
    );
    await assertText(
      await send("hash", 'text\na\n"b" c\n', "text/csv"),
      422,
      /row 2 has a quote that does not end/,
    );
    await assertText(
      await send("hash", '"text\na', "text/csv"),
      422,
      /the header has a quote that does not end/,
    );
    await assertText(
      await send("hash", `text\n${"x".repeat(1_048_577)}`, "text/csv"),
      422,
      /row 1 has a cell of more than 1048576/,
    );
    await assertText(
      await send("hash", `text\n${",".repeat(500_000)}`, "text/csv"),
      200,
      /row 1 has 500001 cells; the header has 1/,
    );
    const large = "x".repeat(300_000);
    await assertText(
      await send("password", `length,note\n8,a\n8,${large}`, "text/csv"),
      200,
      /"row":2,"status":413,"error":"The body is larger than 262144 bytes\."/,
    );
    await assertText(await send("hash", "text\na\0b\n", "text/csv"), 200, /"status":200/);
    await assertText(await send("hash", "text,text[0]\na,b", "text/csv"), 200, /"status":200/);
    await assertText(
      await send("hash", "text,algorithm\n=1+1,=cmd|x", "text/csv"),
      200,
      /algorithm must be/,
    );
    await assertText(
      await send("hash", "__proto__.text,constructor\na,b", "text/csv"),
      200,
      /"status":422/,
    );
    await assertText(
      await send("hash", 'text,toString,hasOwnProperty\n"a\n', "text/csv"),
      422,
      /row 1 has a quote/,
    );
  });

  it("columns that set one member twice are refused", async () => {
    const part = /column \\"to\.name\\" is a part of column \\"to\\"/;
    await assertText(await send("invoice", "to,to.name\n1,2", "text/csv"), 422, part);
    const both = /"items has columns with a position and columns/;
    await assertText(
      await send("invoice", "items[0].rate,items[].rate\n1,2", "text/csv"),
      422,
      both,
    );
    const twice = /column \\"margin\\" is there twice/;
    await assertText(await send("qr", "margin,quietZone\n1,2", "text/csv"), 422, twice);
  });

  it("every file of a ZIP equals that of a single call", { skip: python }, async () => {
    for (const tool of ["invoice", "contract-generator", "qr", "barcode", "hash", "pdf"]) {
      const found = tools.find(({ name }) => name === tool);
      assert.ok(found);
      // A document with its own date is the same on the next day.
      const input = tool === "pdf" ? { ...found.example, date: "2026-03-02" } : found.example;
      const rows = { rows: [input, {}], output: "zip" };
      const response = await sendRows(tool, rows);
      const zip = Buffer.from(await response.arrayBuffer());
      const [file, results] = listZip(zip);
      const headers = { accept: "application/vnd.sundry.file", ...createCaller() };
      const single = await postJson(server.url + found.path, input, headers);
      const bytes = Buffer.from(await single.arrayBuffer());
      assert.equal(single.status, 200);
      assert.ok(file?.content.equals(bytes), tool);
      const listed = [file, results].map((entry) => [entry?.name, 1980, entry?.content.length]);
      assert.deepEqual(runPython(READ_ZIP, zip), listed);
      const table = runPython(READ_CSV, results?.content ?? Buffer.of()) as string[][];
      assert.deepEqual(table[0], ["row", "file", "status", "error"]);
      assert.deepEqual(table[1], ["1", file?.name, "200", ""]);
      assert.deepEqual([table[2]?.[1], table[2]?.[2]], ["", "422"]);
      const again = await sendRows(tool, rows);
      assert.ok(Buffer.from(await again.arrayBuffer()).equals(zip), tool);
    }
  });

  it(
    "a table as output has the columns that were sent and the results",
    { skip: python },
    async () => {
      const table = 'text,algorithm,note\na,md5,"=1+1"\nb,nope,"x,""y"""\n';
      const response = await send("hash?output=csv", table, "text/csv");
      assert.equal(response.headers.get("content-type"), "text/csv; charset=utf-8");
      const body = Buffer.from(await response.arrayBuffer());
      const [header, first, second] = runPython(READ_CSV, body) as string[][];
      assert.deepEqual(header?.slice(0, 4), ["row", "text", "algorithm", "note"]);
      assert.equal(header?.at(-1), "error");
      assert.ok(header?.includes("result.hash"));
      assert.deepEqual(first?.slice(0, 4), ["1", "a", "md5", "'=1+1"]);
      assert.equal(
        first?.[header?.indexOf("result.hash") ?? 0],
        "0cc175b9c0f1b6a831c399e269772661",
      );
      assert.deepEqual(second?.slice(0, 4), ["2", "b", "nope", 'x,"y"']);
      assert.match(second?.at(-1) ?? "", /^algorithm must be/);
    },
  );

  it("the template of every tool gives one row without an error", async () => {
    for (const { name } of listBatchTools(tools)) {
      const url = `${server.url}/api/v1/batch/${name}/template.csv`;
      const template = await fetch(url, { headers: createCaller() });
      assert.equal(template.headers.get("content-type"), "text/csv; charset=utf-8");
      const table = Buffer.from(await template.arrayBuffer());
      const response = await send(`${name}?output=ndjson`, table, "text/csv");
      const lines = await readLines(response);
      // Offline there is no page to measure.
      const status = name === "carbon-footprint" ? 503 : 200;
      assert.deepEqual([name, lines.length, lines[0]?.status], [name, 1, status], lines[0]?.error);
      assert.equal(response.headers.get("x-batch-ignored-columns"), null, name);
    }
  });

  it("a file that has no JSON is its type and base64, other files their JSON", async () => {
    const example = tools.find(({ name }) => name === "invoice")?.example ?? {};
    const body = { rows: [example], output: "ndjson" };
    const [pdf] = await readLines(await sendRows("invoice?format=pdf", body));
    assert.equal(pdf?.result?.["type"], "application/pdf");
    assert.match(
      Buffer.from(String(pdf?.result?.["base64"]), "base64").toString("latin1"),
      /^%PDF/,
    );
    const [qr] = await readLines(await sendRows("qr", { rows: [{ text: "a" }], output: "ndjson" }));
    assert.match(String(qr?.result?.["dataUrl"]), /^data:image\/svg/);
  });

  it("rows share the window of a minute with single calls", async () => {
    const caller = createCaller();
    const rows = Array.from({ length: 200 }, () => ({ markdown: "a" }));
    const post = (count: number) =>
      postJson(`${server.url}/api/v1/batch/pdf`, { rows: rows.slice(0, count) }, caller);
    const tooMany = await post(200);
    assert.ok(Number(tooMany.headers.get("retry-after")) > 0);
    const sentence =
      "pdf allows 30 rows a minute; this batch has 200. Send at most 30, or create a job.";
    await assertError(tooMany, 429, sentence);
    const single = await postJson(`${server.url}/api/v1/pdf`, { markdown: "a" }, caller);
    assert.match(single.headers.get("ratelimit") ?? "", /r=29/);
    await single.arrayBuffer();
    const refused = await post(30);
    assert.equal(refused.status, 429);
    const { error } = (await refused.json()) as Line;
    assert.match(error ?? "", /^pdf allows 30 rows a minute; this batch has 30 and 29 are left\./);
    const accepted = await post(3);
    assert.match(accepted.headers.get("ratelimit") ?? "", /r=26/);
    // The refused ones and the single call count one each.
    assert.equal(accepted.headers.get("x-usage-count"), "6");
    await accepted.arrayBuffer();
  });

  it("a third batch of an address is refused while two run, and a disconnect ends one", async () => {
    const caller = createCaller();
    const rows = Array.from({ length: 1000 }, () => ({ text: "x".repeat(2000) }));
    const open = (controller: AbortController) =>
      fetch(`${server.url}/api/v1/batch/qr`, {
        method: "POST",
        headers: { "content-type": "application/json", ...caller },
        body: JSON.stringify({ rows, output: "ndjson" }),
        signal: controller.signal,
      });
    const controllers = [new AbortController(), new AbortController()];
    const running = await Promise.all(controllers.map(open));
    const third = await postJson(
      `${server.url}/api/v1/batch/hash`,
      { rows: [{ text: "a" }] },
      caller,
    );
    await assertError(third, 429, "At most 2 batches of one address run at once.");
    // Referred to until here, because a response that is collected is disconnected.
    const states = running.map(({ status, bodyUsed }) => [status, bodyUsed]);
    assert.deepEqual(states, [
      [200, false],
      [200, false],
    ]);
    for (const controller of controllers) controller.abort();
    await waitUntil(async () => {
      const url = `${server.url}/api/v1/batch/hash`;
      const response = await postJson(url, { rows: [{ text: "a" }] }, caller);
      await response.arrayBuffer();
      return response.status === 200;
    });
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    const counted = Number(
      /sundry_batch_rows_total\{tool="qr",status="200"\} (\d+)/.exec(metrics)?.[1],
    );
    assert.ok(counted < 1500, `${counted} rows ran for clients that were gone`);
  });
});

describe("batches with an enforced quota", { timeout: 300_000 }, () => {
  let limited: RunningServer;
  before(async () => {
    limited = await startServer({ ENFORCE_LIMIT: "true", BATCH_MAX_ROWS: "90" });
  });
  after(() => limited.stop());

  it("more rows than calls remain are refused, and none runs", async () => {
    const first = await sendCounted(limited.url, 60);
    await first.arrayBuffer();
    assert.equal(first.headers.get("x-usage-count"), "60");
    const second = await sendCounted(limited.url, 60);
    assert.equal(second.headers.get("x-usage-count"), "61");
    assert.deepEqual(await second.json(), {
      error: "This batch has 60 rows and 40 calls remain today.",
    });
    const third = await sendCounted(limited.url, 39);
    assert.deepEqual([third.status, third.headers.get("x-usage-count")], [200, "100"]);
    await third.arrayBuffer();
    assert.equal((await sendCounted(limited.url, 1)).status, 429);
  });
});
