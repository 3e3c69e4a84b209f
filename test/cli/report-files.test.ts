import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, it } from "node:test";
import { EXAMPLE } from "#src/tools/einvoice-read/example.js";
import { runSundry } from "../support/cli.ts";

const folder = mkdtempSync(join(tmpdir(), "sundry-invoices-"));
after(() => rmSync(folder, { recursive: true }));

const good = join(folder, "good.xml");
const bad = join(folder, "bad.xml");
const other = join(folder, "other.txt");
writeFileSync(good, EXAMPLE);
writeFileSync(bad, EXAMPLE.replace(">200.00</cbc:LineExt", ">201.00</cbc:LineExt"));
writeFileSync(other, "hello");

it("sundry einvoice-read prints the verdict of each file and its broken rules, and fails for an invalid one", async () => {
  const { text, code, complaint } = await runSundry(["einvoice-read", good, bad]);
  const [first, second, third] = text.split("\n");
  assert.equal(first, `${good}: valid (en16931; 0 fatal, 0 warning)`);
  assert.match(second ?? "", /bad\.xml: not valid \(en16931; [1-9] fatal, 0 warning\)$/);
  assert.match(third ?? "", /bad\.xml:\d+ BR-[A-Z0-9-]+ fatal .+/);
  assert.deepEqual([code, complaint], [1, ""]);
});

it("sundry einvoice-read succeeds for valid files, of standard input too", async () => {
  const { text, code } = await runSundry(["einvoice-read"], EXAMPLE);
  assert.deepEqual([text, code], ["-: valid (en16931; 0 fatal, 0 warning)\n", 0]);
});

it("sundry einvoice-read --json prints one object a line, and names a file that is no invoice", async () => {
  const { text, code, complaint } = await runSundry(["einvoice-read", other, good, "--json"]);
  const { file, valid } = JSON.parse(text) as { file: string; valid: boolean };
  assert.deepEqual([file, valid, code], [good, true, 1]);
  assert.equal(complaint, `sundry: ${other}: file is not XML or PDF\n`);
});

it("sundry einvoice-read writes one file in another format", async () => {
  const { text, code } = await runSundry(["einvoice-read", good, "--format", "cii"]);
  assert.match(text, /<rsm:CrossIndustryInvoice/);
  assert.equal(code, 0);
});
