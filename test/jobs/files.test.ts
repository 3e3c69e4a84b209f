import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "node:test";
import { readTable } from "#src/domain/table/read-table.js";
import { packFileSync, ZipWriter } from "#src/jobs/output/zip-writer.js";
import { findSkipReason } from "../support/needs.ts";

const WRITE_TABLES = `
import csv, io, json, random
random.seed(7)
letters = ["a", "é", "😀", '"', ",", ";", "\\t", "\\n", "\\r\\n", " ", "'", "0"]
tables = []
for _ in range(300):
    width = random.randint(2, 5)
    header = [f"c{i}" for i in range(width)]
    rows = [["".join(random.choices(letters, k=random.randint(0, 6))) for _ in range(width)]
            for _ in range(random.randint(0, 6))]
    out = io.StringIO()
    csv.writer(out, delimiter=random.choice(",;\\t"), lineterminator=random.choice(["\\n", "\\r\\n"]),
               quoting=random.choice([csv.QUOTE_MINIMAL, csv.QUOTE_ALL])).writerows([header, *rows])
    tables.append([out.getvalue(), [header, *rows]])
print(json.dumps(tables))
`;

const TEST_ZIP = `
import sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as z:
    assert z.testzip() is None
    print(len(z.namelist()), z.read("file-69999.txt").decode())
`;

describe(
  "files of batches",
  { timeout: 120_000, skip: findSkipReason("python3 --version") },
  () => {
    it("reads tables that Python writes", () => {
      const printed = execFileSync("python3", ["-c", WRITE_TABLES], { maxBuffer: 2 ** 24 });
      const tables = JSON.parse(printed.toString()) as [string, string[][]][];
      for (const [text, rows] of tables) {
        const read = [...readTable(text)].map(({ cells }) => cells);
        assert.deepEqual(read, rows, JSON.stringify(text));
      }
    });

    it("Python and unzip read a ZIP of 70,000 files, which needs Zip64", (test) => {
      const folder = mkdtempSync(join(tmpdir(), "sundry-zip-"));
      test.after(() => rmSync(folder, { recursive: true }));
      const zip = new ZipWriter();
      const parts: Uint8Array[] = [];
      for (let index = 0; index < 70_000; index += 1) {
        const content = Buffer.from(`text of ${index}`);
        parts.push(...zip.add(`file-${index}.txt`, packFileSync(content, index % 2 === 0)));
      }
      const file = join(folder, "many.zip");
      writeFileSync(file, Buffer.concat([...parts, ...zip.end()]));
      const printed = execFileSync("python3", ["-c", TEST_ZIP, file]).toString();
      assert.equal(printed, "70000 text of 69999\n");
      if (findSkipReason("unzip -v")) return;
      const checked = execFileSync("unzip", ["-tq", file]).toString();
      assert.match(checked, /No errors detected/);
    });
  },
);
