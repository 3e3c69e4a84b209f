import assert from "node:assert/strict";
import { cp, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { after, before, describe, it } from "node:test";
import { command } from "../support/cli.ts";
import { root } from "../support/server.ts";

describe("the walkthroughs of the guide on batches", () => {
  let folder: string;
  let commands: string[];
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "sundry-walkthrough-"));
    await cp(join(root, "examples", "samples"), folder, { recursive: true });
    const guide = await readFile(join(root, "docs", "guides", "batch.md"), "utf8");
    const [, section = ""] = /## Walkthroughs\n(.*?)\n## /s.exec(guide) ?? [];
    commands = [...section.matchAll(/^sundry (.*)$/gm)].map(([, words = ""]) => words);
    assert.equal(commands.length, 3);
  });
  after(() => rm(folder, { recursive: true }));

  /** Runs a command of the guide as a shell does, and returns its output. */
  async function run(index: number): Promise<string> {
    const words = [...(commands[index] ?? "").matchAll(/'([^']*)'|(\S+)/g)].map(
      ([, quoted, plain]) => quoted ?? plain ?? "",
    );
    const child = spawn(process.execPath, [command, ...words], { cwd: folder });
    let said = "";
    child.stderr.on("data", (text: Buffer) => (said += text.toString()));
    const [code] = (await once(child, "close")) as [number];
    assert.equal(code, 0, said);
    return said;
  }

  it("a spreadsheet becomes 200 invoices", async () => {
    assert.match(await run(0), /^200 rows, 200 ok, 0 failed/);
    const files = await readdir(join(folder, "invoices"));
    assert.equal(files.length, 201);
    const first = files.toSorted()[0] ?? "";
    assert.match(first, /^2026-001 .*\.pdf$/);
    assert.match(await readFile(join(folder, "invoices", first), "latin1"), /^%PDF-/);
  });

  it("a table of assets becomes a sheet of labels", async () => {
    await run(1);
    assert.match(await readFile(join(folder, "labels.pdf"), "latin1"), /^%PDF-/);
  });

  it("1,000 payments get the exchange rate of their day", async () => {
    assert.match(await run(2), /^1000 rows, 1000 ok, 0 failed/);
    const lines = (await readFile(join(folder, "euros.csv"), "utf8")).trimEnd().split("\r\n");
    assert.equal(lines.length, 1001);
    assert.match(
      lines[0] ?? "",
      /^\ufeffrow,payment,date,from,amount,.*result\.results\[0\]\.rate/,
    );
    assert.match(lines[1] ?? "", /^1,P-0001,2025-01-02,[A-Z]{3},[\d.]+,.*,EUR,\d+\.\d+,/);
  });
});
