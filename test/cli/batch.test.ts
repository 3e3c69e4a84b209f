import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import {
  createJob,
  createRows,
  type JobObject,
  readBatch,
  waitForEnd,
} from "../jobs/support/jobs.ts";
import { listZip } from "../jobs/support/zip.ts";
import { command, runSundry } from "../support/cli.ts";
import { waitUntil } from "../support/eventually.ts";
import { type RunningServer, startServer } from "../support/server.ts";

let folder: string;
let server: RunningServer;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "sundry-batch-"));
  const env = { DATA_DIR: join(folder, "data"), LIMITS: "pdf=off,invoice-pdf=off" };
  server = await startServer(env);
});
after(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

const LINKS = "name,text\nAda,https://example.com/a\nBob,https://example.com/b\n";

/** Two invoices, of two items and of one. */
const ITEMS = `invoiceNumber,to.name,items[].description,items[].quantity,items[].rate
R-1,Ada,Design,1,100
R-2,Bob,Advice,2,50
R-1,Ada,Code,1,200
`;

const SELLER = JSON.stringify({ from: { name: "Studio" }, date: "2026-01-02" });

async function write(name: string, content: string): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, content);
  return file;
}

function toLines(rows: readonly object[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join("");
}

/** Runs a batch whose output is a file of this name. */
async function runToFile(name: string, words: readonly string[]) {
  const output = join(folder, name);
  const { code, complaint } = await runSundry(["batch", ...words, "-o", output]);
  return { code, complaint, bytes: existsSync(output) ? await readFile(output) : undefined };
}

/** Starts a batch that would take minutes. */
async function startLong(output: string): Promise<ChildProcess> {
  const rows = Array.from({ length: 20_000 }, (_, row) => ({ markdown: `# Row ${row}` }));
  const file = await write("long.ndjson", toLines(rows));
  const words = [command, "batch", "pdf", file, "-o", join(folder, output)];
  return spawn(process.execPath, words, { stdio: "ignore" });
}

/** Lists what there is of an output. */
async function listOutput(name: string): Promise<string[]> {
  return (await readdir(folder)).filter((file) => file.startsWith(name));
}

describe("sundry batch", () => {
  it("writes the ZIP of the server byte for byte, on one thread and on several", async () => {
    const rows = Array.from({ length: 40 }, (_, row) => ({ text: `https://example.com/${row}` }));
    const file = await write("links.ndjson", toLines(rows));
    const expected = await readBatch(server, "qr", { rows, defaults: { format: "png" } });
    for (const threads of ["1", "3"]) {
      const words = ["qr", file, "--format", "png", "--parallel", threads];
      const { code, complaint, bytes } = await runToFile(`links-${threads}.zip`, words);
      assert.equal(code, 0, complaint);
      assert.match(complaint, /^40 rows, 40 ok, 0 failed, \d+\.\d s\n$/);
      assert.ok(bytes?.equals(expected), `${threads} threads`);
    }
  });

  it("prints NDJSON for tools with JSON alone, and exits 1 with the errors of failed rows", async () => {
    const rows = [...createRows(30), { text: 5 }, ...createRows(1)];
    const { code, text, complaint } = await runSundry(
      ["batch", "hash", "-", "--algorithm", "md5"],
      JSON.stringify(rows),
    );
    assert.equal(code, 1);
    const defaults = { algorithm: "md5" };
    assert.equal(text, (await readBatch(server, "hash", { rows, defaults })).toString());
    assert.match(complaint, /^32 rows, 31 ok, 1 failed, .*\nrow 31: text must be a string\n$/);
  });

  it("finds the kind of standard input by its beginning", async () => {
    const inputs = ['[{"text":"a"}]', '{ "rows": [{"text":"a"}] }', '{"text":"a"}\n', "text\na\n"];
    const results = [];
    for (const input of inputs) {
      const { code, text, complaint } = await runSundry(["batch", "hash", "-"], input);
      assert.equal(code, 0, complaint);
      results.push(text);
    }
    assert.deepEqual(new Set(results).size, 1);
    assert.match(results[0] ?? "", /^\{"row":1,"status":200,"result":\{"hash":"ca978112/);
  });

  it("maps, groups and names, and joins PDFs, as the server does", async () => {
    const file = await write("items.csv", ITEMS.replace("to.name", "Customer"));
    const defaults = await write("seller.json", SELLER);
    const words = ["invoice", file, "--map", "Customer=to.name", "--defaults", defaults];
    words.push("--group-by", "invoiceNumber", "--name", "{Customer}");
    const joined = await runToFile("invoices.pdf", words);
    assert.equal(joined.code, 0, joined.complaint);
    const form = new FormData();
    form.set("rows", new Blob([await readFile(file)]), "items.csv");
    form.set("mapping", '{"Customer":"to.name"}');
    form.set("groupBy", "invoiceNumber");
    form.set("name", "{Customer}");
    form.set("defaults", SELLER);
    form.set("output", "pdf");
    const url = `${server.url}/api/v1/batch/invoice?format=pdf`;
    const response = await fetch(url, { method: "POST", body: form });
    assert.equal(response.status, 200);
    assert.ok(joined.bytes?.equals(Buffer.from(await response.arrayBuffer())));
    const zip = await runToFile("invoices.zip", [...words, "--format", "html"]);
    const names = listZip(zip.bytes ?? Buffer.of()).map(({ name }) => name);
    assert.deepEqual(names, ["Ada.html", "Bob.html", "results.csv"]);
  });

  it("writes a table of results, and a folder with the files of the ZIP", async () => {
    const file = await write("links.csv", LINKS);
    const table = await runToFile("hashes.csv", ["hash", file]);
    assert.match(
      table.bytes?.toString() ?? "",
      /^\ufeffrow,name,text,result.hash,.*\r\n1,Ada,https:/,
    );
    const output = join(folder, "codes/");
    const words = ["batch", "qr", file, "--name", "{name}", "-o", output];
    const { code, complaint } = await runSundry(words);
    assert.equal(code, 0, complaint);
    assert.deepEqual((await readdir(output)).toSorted(), ["Ada.svg", "Bob.svg", "results.csv"]);
    const { text } = await runSundry(["qr", "--text", "https://example.com/a"]);
    assert.equal(await readFile(join(output, "Ada.svg"), "utf8"), text);
    const again = await runSundry(words);
    assert.equal(again.code, 2);
    assert.match(again.complaint, /has a results\.csv already: choose another folder/);
  });

  it("ends with the first failed row where it is asked to", async () => {
    const rows = [...createRows(20), { text: 1 }, ...createRows(20)];
    const words = ["batch", "hash", "-", "--on-error", "stop", "--parallel", "2"];
    const { code, text } = await runSundry(words, toLines(rows));
    assert.equal(code, 1);
    assert.equal(text.trimEnd().split("\n").length, 21);
  });

  it("leaves no joined PDF when a row fails, and names the row", async () => {
    const file = await write("broken.ndjson", '{"markdown":"a"}\n{"markdown":5}\n');
    const { code, complaint, bytes } = await runToFile("broken.pdf", ["pdf", file]);
    assert.equal(code, 1);
    assert.match(complaint, /^2 rows, 1 ok, 1 failed, .*\nrow 2: markdown must be/);
    assert.equal(bytes, undefined);
  });

  const mistakes: [name: string, words: string[], input: string, complaint: RegExp][] = [
    ["an unknown tool", ["qrr", "-"], "", /^sundry: qrr is not a tool with rows/],
    ["no file", ["hash"], "", /^sundry: FILE is missing; - is standard input/],
    ["a file that is not there", ["hash", "none.csv"], "", /none\.csv cannot be read: ENOENT/],
    ["no output for files", ["qr", "-"], LINKS, /^sundry: -o must name the output/],
    ["an unknown output", ["qr", "-", "-o", "a.rar"], LINKS, /a\.rar must end with \.zip/],
    ["a broken table", ["hash", "-"], 'text\n"a', /row 1 has a quote that does not end/],
    ["a line that is not JSON", ["hash", "-"], '{"text":1}\n{', /-: Line 2 is not valid JSON/],
    ["no row", ["hash", "-"], "text\n", /rows must have at least 1 row/],
    ["an unknown flag", ["hash", "-", "--colour", "red"], "", /--colour is not a flag/],
    ["threads that are no number", ["hash", "-", "--parallel", "0"], "", /--parallel must be/],
    ["a PDF of a tool without one", ["qr", "-", "-o", "a.pdf"], LINKS, /qr makes no PDF/],
  ];
  for (const [name, words, input, complaint] of mistakes) {
    it(`exits 2 for ${name}`, async () => {
      const result = await runSundry(["batch", ...words], input);
      assert.match(result.complaint, complaint);
      assert.equal(result.code, 2);
    });
  }

  it("leaves no ZIP and exits 130 after Ctrl+C", async () => {
    const child = await startLong("long.zip");
    await waitUntil(async () => (await listOutput("long.zip")).length > 0);
    child.kill("SIGINT");
    assert.deepEqual(await once(child, "close"), [130, null]);
    assert.deepEqual(await listOutput("long.zip"), []);
  });

  it("leaves only whole files in a folder after Ctrl+C", async () => {
    const child = await startLong("long/");
    const output = join(folder, "long");
    await waitUntil(() => existsSync(join(output, "pdf-00003.pdf")));
    child.kill("SIGINT");
    assert.deepEqual(await once(child, "close"), [130, null]);
    for (const name of await readdir(output)) {
      assert.match(name, /^pdf-\d{5}\.pdf$/);
      assert.match(await readFile(join(output, name), "latin1"), /%%EOF\s*$/);
    }
  });
});

describe("sundry batch --server and sundry job", () => {
  it("a batch on a server has the bytes of one on this machine", async () => {
    const file = await write("links.csv", LINKS);
    const words = ["qr", file, "--name", "{name}"];
    const local = await runToFile("local.zip", words);
    const remote = await runToFile("remote.zip", [...words, "--server", server.url]);
    assert.equal(remote.code, 0, remote.complaint);
    assert.match(remote.complaint, /^2 rows, 2 ok, 0 failed, /);
    assert.ok(local.bytes && remote.bytes?.equals(local.bytes));
  });

  it("more than 1,000 rows are a job of the server, whose failed rows are reported", async () => {
    const file = await write("many.ndjson", toLines([...createRows(1001), { text: 5 }]));
    const local = await runToFile("local.ndjson", ["hash", file]);
    const remote = await runToFile("remote.ndjson", ["hash", file, "--server", server.url]);
    for (const { code, complaint } of [local, remote]) {
      assert.match(complaint, /^1002 rows, 1001 ok, 1 failed, .*\nrow 1002: text must be a string/);
      assert.equal(code, 1);
    }
    assert.ok(local.bytes && remote.bytes?.equals(local.bytes));
  });

  it("exits 2 for an error of the server about the whole batch", async () => {
    const rows = await write("one.ndjson", '{"text":"a"}\n');
    const words = ["batch", "hash", rows, "--name", "{", "--server", server.url];
    const { code, complaint } = await runSundry(words);
    assert.equal(code, 2);
    assert.match(complaint, /^sundry: name /);
  });

  it("waits for a job, prints it and downloads its result", async () => {
    const { id } = await createJob(server, "hash", { rows: createRows(3) });
    const { code, text } = await runSundry(["job", id, "--wait", "--server", server.url]);
    assert.equal(code, 0);
    const job = JSON.parse(text) as JobObject;
    assert.deepEqual([job.state, job.done, job.rows], ["done", 3, 3]);
    const result = await runSundry(["job", id, "-o", "-", "--server", server.url]);
    assert.equal(
      result.text,
      (await readBatch(server, "hash", { rows: createRows(3) })).toString(),
    );
  });

  it("forgets a job that has ended, and exits 2 for one that is not there", async () => {
    const { id } = await createJob(server, "hash", { rows: createRows(2) });
    await waitForEnd(server, { id });
    assert.equal((await runSundry(["job", id, "--cancel", "--server", server.url])).code, 0);
    const { code, complaint } = await runSundry(["job", id, "--server", server.url]);
    assert.equal(code, 2);
    assert.match(complaint, /There is no such job/);
  });
});
