import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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

it("a flag that is wrong for every file is a usage error", async () => {
  const { code, complaint } = await runSundry(["einvoice-read", good, bad, "--profile", "none"]);
  const choices = "auto, en16931, xrechnung, peppol";
  assert.deepEqual([code, complaint], [2, `sundry: profile must be one of ${choices}\n`]);
});

it("sundry einvoice-read writes one file in another format", async () => {
  const { text, code } = await runSundry(["einvoice-read", good, "--format", "cii"]);
  assert.match(text, /<rsm:CrossIndustryInvoice/);
  assert.equal(code, 0);
});

/** Returns the example with files whose names are paths, reserved, hidden and equal. */
function attach(names: readonly string[]): string {
  const references = names.map(
    (name) => `<cac:AdditionalDocumentReference><cbc:ID>T</cbc:ID><cac:Attachment>
      <cbc:EmbeddedDocumentBinaryObject mimeCode="text/csv" filename="${name}">${Buffer.from(name).toString("base64")}</cbc:EmbeddedDocumentBinaryObject>
      </cac:Attachment></cac:AdditionalDocumentReference>`,
  );
  return EXAMPLE.replace("<cac:AccountingSupplierParty>", `${references.join("")}$&`);
}

it("sundry einvoice-read --attachments writes the files in a file under safe names, over none", async () => {
  const names = ["../../time.csv", "time.csv", "con.csv", ".", "\u202Efdp.exe"];
  const target = join(folder, "new", "files");
  for (const file of [attach(names), attach(["time.csv"])]) {
    const { code } = await runSundry(["einvoice-read", "--attachments", target], file);
    assert.equal(code, 0);
  }
  const written = readdirSync(target)
    .toSorted()
    .map((name) => [name, readFileSync(join(target, name), "utf8")]);
  assert.deepEqual(written, [
    ["-..-time.csv", "../../time.csv"],
    ["-fdp.exe", "\u202Efdp.exe"],
    ["_con.csv", "con.csv"],
    ["attachment", "."],
    ["time-2.csv", "time.csv"],
    ["time.csv", "time.csv"],
  ]);
});

it("sundry einvoice-read --fail-on warning fails for a warning, which succeeds otherwise", async () => {
  const doubtful = join(folder, "doubtful.xml");
  writeFileSync(doubtful, EXAMPLE.replace("</cbc:ID>", "$&<cbc:UUID>1</cbc:UUID>"));
  const runs = [[], ["--fail-on", "fatal"], ["--fail-on", "warning"], ["--fail-on", "none"]];
  const results = [];
  for (const flags of runs) {
    const { code, text } = await runSundry(["einvoice-read", doubtful, ...flags]);
    results.push([code, text.split("\n", 1)[0]?.replace(/^.*: /, "")]);
  }
  const verdict = "valid (en16931; 0 fatal, 1 warning)";
  assert.deepEqual(results, [
    [0, verdict],
    [0, verdict],
    [1, verdict],
    [2, ""],
  ]);
});

it("sundry einvoice-read takes one file where it writes another format", async () => {
  for (const flags of [
    ["--format", "cii"],
    ["-o", join(folder, "out.pdf")],
  ]) {
    const { code, complaint } = await runSundry(["einvoice-read", good, bad, ...flags]);
    assert.deepEqual([code, complaint], [2, `sundry: ${bad} is one file too many\n`]);
  }
  await runSundry(["einvoice-read", good, "-o", join(folder, "out.pdf")]);
  assert.equal(readFileSync(join(folder, "out.pdf"), "latin1").slice(0, 5), "%PDF-");
});
