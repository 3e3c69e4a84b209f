import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { promisify } from "node:util";
import { root } from "../support/server.ts";

const compiler = join(root, "test", "packages", "node_modules", "typescript", "bin", "tsc");

describe("the types of the published client", () => {
  let folder: string;
  before(async () => (folder = await mkdtemp(join(tmpdir(), "sundry-types-"))));
  after(() => rm(folder, { recursive: true }));

  /** Compiles a program with a client, and returns the numbers of its lines with errors. */
  async function findErrors(lines: readonly string[]): Promise<number[]> {
    const client = join(root, "dist", "client", "client.js");
    const head = `import { createClient } from ${JSON.stringify(client)}; const client = createClient({ url: "" });`;
    await writeFile(join(folder, "program.mts"), [head, ...lines].join("\n"));
    const flags = "--strict --target es2022 --module nodenext --noEmit --types node --pretty false";
    const types = ["--typeRoots", join(root, "node_modules", "@types")];
    const words = [compiler, ...flags.split(" "), ...types, "program.mts"];
    const output = await promisify(execFile)(process.execPath, words, { cwd: folder }).then(
      () => "",
      (error: { stdout: string }) => error.stdout,
    );
    const found = [...output.matchAll(/^program\.mts\((\d+)/gm)].map(
      ([, line]) => Number(line) - 2,
    );
    return [...new Set(found)];
  }

  it("the client's types take what the API takes", async () => {
    const lines = [
      'void client.json("hash", { text: "a" });',
      'void client.json("hash", { base64: "YQ==", text: undefined });',
      'void client.json("qr", { text: "a" });',
      'void client.json("code-image", { code: "a", language: "js" });',
      'void client.json("profit-calculator", { platform: "etsy", materialCost: 1, targetProfit: 2 });',
      'const sale = await client.json("profit-calculator", { platform: "etsy", materialCost: 1, salePrice: 9 });',
      "sale.data.netProfit.toFixed(); sale.data.fees.length; sale.data.breakEvenPrice?.toFixed();",
      'const all = await client.json("profit-calculator", { platform: "all", materialCost: 1, salePrice: 9 });',
      "all.data.results?.length;",
      'const rows = [{ text: "a" }, { base64: "YQ==" }];',
      'for await (const { error, result } of client.batch("hash", { rows })) if (error === undefined) result.hash.trim();',
      'const invoices = client.batch("invoice", { rows: [{ to: { name: "A" } }], defaults: { from: { name: "B" } } });',
      "(await invoices.blob()).data.size.toFixed();",
      '(await client.jobs.create("qr", { rows: [{ text: "a" }], output: "zip" })).data.id.trim();',
    ];
    assert.deepEqual(await findErrors(lines), []);
  });

  it("the client's types refuse what the API refuses", async () => {
    const lines = [
      'void client.json("hash", {});',
      'void client.json("hash", { text: undefined });',
      'void client.json("hash", { text: "a", base64: "YQ==" });',
      'void client.json("qr", { format: "svg" });',
      'void client.json("profit-calculator", { platform: "etsy", materialCost: 1 });',
      'void client.json("hash", { text: "a", algoritm: "md5" });',
      'void client.batch("hash", { rows: [{ text: 5 }] });',
      'void client.batch("hash", { rows: [], output: "rar" });',
      'void client.jobs.create("hash", { rows: "text" });',
    ];
    assert.deepEqual(
      await findErrors(lines),
      lines.map((_, index) => index),
    );
  });

  it("the client's types leave the figures of a comparison optional", async () => {
    const lines = [
      'const all = await client.json("profit-calculator", { platform: "all", materialCost: 1, salePrice: 9 });',
      "all.data.netProfit.toFixed();",
    ];
    assert.deepEqual(await findErrors(lines), [1]);
  });
});
