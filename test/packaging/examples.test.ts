import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { after, before, describe, it } from "node:test";
import { promisify } from "node:util";
import { EXAMPLE } from "#src/tools/einvoice-read/example.js";
import { eventually } from "../support/eventually.ts";
import { findSkipReason } from "../support/needs.ts";
import { type RunningServer, root, startServer } from "../support/server.ts";

const run = promisify(execFile);

const EXAMPLES = join(root, "examples");

interface Expected {
  /** Arguments; `URL` is replaced by the server's. */
  args?: string[];
  output: RegExp;
  /** Files that the program writes, with the beginning of each. */
  files?: Record<string, RegExp>;
}

const sample = (name: string) => join(EXAMPLES, "samples", name);

/** The output of each program, whose name is that of a guide. */
const PROGRAMS: Record<string, Expected> = {
  "access.sh": {
    args: ["reports"],
    output: /^\ufeff?date,tool,count\r\n\d{4}-\d\d-\d\d,access,\d\r\n$/,
  },
  "barcode.sh": {
    args: [sample("labels.csv")],
    output: /^9506000134352\.svg Tea\n(.*\n){2}$/,
    files: { "9506000134352.svg": /^<svg/, "4006381333931.svg": /^<svg/ },
  },
  "batch.sh": {
    args: [sample("invoice-rows.csv")],
    output: /^x-batch-rows: 2\n$/i,
    files: { "invoices.zip": /^PK/ },
  },
  "carbon.sh": { args: ["URL", "0.5"], output: /^0\.\d+ g of CO2 per visit, grade A\+?\n$/ },
  "clients.mjs": { output: /^ba7816bf.* \(request \d+ of today\)\nPOST paid\n$/ },
  "code-images.sh": {
    args: [join(EXAMPLES, "clients.mjs")],
    output: /^$/,
    files: { "code.png": /^\u0089PNG/, "code.svg": /^<svg/ },
  },
  "currency.sh": {
    args: [sample("amounts.csv")],
    output: /^2026-03-02,USD,100\.00,\d+\.\d+\n2026-04-10,GBP,.*\n2026-04-11,JPY,5000,\d+\.\d+\n$/,
  },
  "deploy.sh": { output: /^sundry_store_up 1\n$/ },
  "documents.sh": {
    args: [sample("report.md")],
    output: /^$/,
    files: { "report.pdf": /^%PDF-1\.7/ },
  },
  "fees.sh": { args: ["40", "8"], output: /^("netProfit":-?[\d.]+\n){3,}$/ },
  "hash.sh": { args: [sample("report.md")], output: /^[0-9a-f]{64} {2}\/.*report\.md\n$/ },
  "invoices.sh": {
    args: [sample("invoices.csv")],
    output: /^2026-001\.pdf\n2026-002\.pdf\n$/,
    files: { "2026-001.pdf": /^%PDF/, "2026-002.pdf": /^%PDF/ },
  },
  "labels.sh": {
    args: [sample("assets.csv")],
    output: /^x-labels-pages: 1\n$/i,
    files: { "labels.pdf": /^%PDF-1\.7/ },
  },
  "limits.sh": { args: ["my-key"], output: /x-usage-count: 1$/im },
  "mcp.sh": { output: /ba7816bf/ },
  "operate.sh": { output: /^the store is 0 % full\n$/ },
  "qr.sh": { args: ["Guests", "welcome"], output: /^$/, files: { "wifi.svg": /^<svg/ } },
  "security.sh": { output: /^without the token: 401\nwith the token: 200\n$/ },
  "webhooks.sh": { output: /^503\n503\n202\n$/, files: { "records.json": /"answered"/ } },
};

/** A program that runs until it is stopped. */
const WATCHER = "einvoices.mjs";

/** Guides that are tables of facts, and that whose programs have a test of their own. */
const WITHOUT_PROGRAM = new Set(["configuration", "invoice-languages", "languages"]);

it("every guide has a program in examples that runs", async () => {
  const guides = (await readdir(join(root, "docs", "guides")))
    .map((file) => basename(file, ".md"))
    .filter((guide) => !WITHOUT_PROGRAM.has(guide));
  const programs = [...Object.keys(PROGRAMS), WATCHER].map((file) => file.replace(/\.\w+$/, ""));
  assert.deepEqual(programs.toSorted(), guides.toSorted());
});

describe("programs in examples", { skip: findSkipReason("curl --version") }, () => {
  let server: RunningServer;
  before(async () => {
    const reachable = { FETCH_ALLOW_CIDRS: "127.0.0.1/32", FETCH_ALLOW_PORTS: "*" };
    server = await startServer(reachable);
  });
  after(() => server.stop());

  for (const [name, { args = [], output, files = {} }] of Object.entries(PROGRAMS)) {
    it(`examples/${name} prints and writes its documented output`, async (test) => {
      const folder = await mkdtemp(join(tmpdir(), "sundry-example-"));
      test.after(() => rm(folder, { recursive: true }));
      const program = name.endsWith(".sh") ? "sh" : process.execPath;
      const words = args.map((word) => (word === "URL" ? server.url : word));
      const env = { ...process.env, SUNDRY_URL: server.url };
      const options = { cwd: folder, env };
      const { stdout } = await run(program, [join(EXAMPLES, name), ...words], options);
      assert.match(stdout, output);
      for (const [file, start] of Object.entries(files)) {
        const text = await readFile(join(folder, file), "latin1");
        assert.ok(start.test(text), `${file}: ${text.slice(0, 80)}`);
      }
    });
  }

  it(`examples/${WATCHER} sorts invoices that arrive, each with its report, over none`, async (test) => {
    const folder = await mkdtemp(join(tmpdir(), "sundry-example-"));
    const env = { ...process.env, SUNDRY_URL: server.url, PAUSE_MS: "20" };
    const watcher = spawn(process.execPath, [join(EXAMPLES, WATCHER), folder], { env });
    test.after(async () => {
      watcher.kill();
      await once(watcher, "close");
      await rm(folder, { recursive: true });
    });
    const list = async () =>
      (await readdir(folder, { recursive: true })).filter((file) => /\.\w+$/.test(file)).toSorted();
    const bad = EXAMPLE.replace(">200.00</cbc:LineExt", ">201.00</cbc:LineExt");
    const files = { "bad.xml": bad, "good.xml": EXAMPLE, "notes.txt": "", "order.xml": "<Order/>" };
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
    const sorted = ["invalid/bad.xml", "other/order.xml", "valid/good.xml"].flatMap((file) => [
      join(file),
      join(`${file}.json`),
    ]);
    await eventually(async () =>
      assert.deepEqual(await list(), [...sorted, "notes.txt"].toSorted()),
    );
    const report = await readFile(join(folder, "valid", "good.xml.json"), "utf8");
    assert.equal((JSON.parse(report) as { valid: boolean }).valid, true);
    // Another file with the name of a sorted one.
    const other = EXAMPLE.replace("R-1", "R-2");
    await writeFile(join(folder, "good.xml"), other);
    const numbered = join(folder, "valid", "2-good.xml");
    await eventually(async () => assert.equal(await readFile(numbered, "utf8"), other));
    assert.equal(await readFile(join(folder, "valid", "good.xml"), "utf8"), EXAMPLE);
  });
});

it("the README ends with the license", async () => {
  const text = await readFile(join(root, "README.md"), "utf8");
  assert.match(text, /\n## License\n\n\[MIT\]\(LICENSE\)\..*\n$/);
});
