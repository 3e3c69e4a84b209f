import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { runSundry } from "../support/cli.ts";

const INVOICE = JSON.stringify({
  from: { name: "A", countryCode: "DE", vatId: "DE123456789" },
  to: { name: "B", countryCode: "DE" },
  items: [{ description: "x", quantity: 1, rate: 1 }],
  taxRate: 19,
  currency: "EUR",
});

describe("sundry --output", () => {
  let folder: string;
  before(async () => (folder = await mkdtemp(join(tmpdir(), "sundry-output-"))));
  after(() => rm(folder, { recursive: true }));

  /** Returns the beginning of the file that a command writes. */
  async function writeOutput(name: string, words: string[], input: string): Promise<string> {
    const file = join(folder, name);
    const { code, complaint } = await runSundry([...words, "-o", file], input);
    assert.equal(code, 0, complaint);
    return (await readFile(file)).toString("latin1", 0, 40);
  }

  const formats: [name: string, start: RegExp][] = [
    ["a.pdf", /^%PDF-1\.7/],
    ["a.PDF", /^%PDF-1\.7/],
    ["a.xml", /^<\?xml /],
    ["a.html", /^<!doctype html>/],
    ["a.json", /^\{/],
    ["a.unknown", /^<!doctype html>/],
  ];
  for (const [name, start] of formats) {
    it(`the extension chooses the format of an invoice: ${name}`, async () => {
      assert.match(await writeOutput(name, ["invoice"], INVOICE), start);
    });
  }

  it("the extension chooses the format of a QR code: a.png", async () => {
    assert.match(await writeOutput("a.png", ["qr"], "text"), /^\x89PNG/);
  });

  it("a flag chooses a format other than the extension's", async () => {
    assert.match(
      await writeOutput("b.pdf", ["invoice", "--format", "html"], INVOICE),
      /^<!doctype/,
    );
    assert.match(await writeOutput("b.png", ["qr", "--format", "svg"], "text"), /^<svg/);
  });

  it("images that a PDF lacks are named on standard error", async () => {
    const file = join(folder, "images.pdf");
    const { code, complaint } = await runSundry(
      ["pdf", "-o", file],
      "![Logo](logö.png) ![](//a/b.png)",
    );
    assert.equal(code, 0);
    const named = "2 images not found: logö.png, //a/b.png (never fetched)";
    assert.equal(complaint, `sundry: ${named}\n`);
  });

  it("a format in the input file overrides the extension of --output", async () => {
    const file = join(folder, "members.json");
    await writeFile(file, '{"text":"a","format":"svg"}');
    assert.match(await writeOutput("c.png", ["qr", file], ""), /^<svg/);
  });
});
