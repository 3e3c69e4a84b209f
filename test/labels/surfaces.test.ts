import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { createClient } from "#src/sdk/client.js";
import { runSundry } from "../support/cli.ts";
import { connectTo } from "../support/mcp.ts";
import { type RunningServer, startServer } from "../support/server.ts";
import { makeFile } from "./support.ts";

const ROWS = [
  { tag: "AC-1001", name: "Projector, white" },
  { tag: "AC-1002", name: "Desk" },
];
const TABLE = 'tag;name\r\nAC-1001;"Projector, white"\r\nAC-1002;Desk\r\n';
const LABEL = { code: { text: "{tag}" }, lines: ["{name}", { text: "{tag}", bold: true }] };
const FLAGS = ["--code", "{tag}", "--line", "{name}", "--line", '{"text":"{tag}","bold":true}'];

describe("sundry labels", { timeout: 300_000 }, () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "sundry-labels-"));
    await writeFile(join(folder, "assets.csv"), TABLE);
    await writeFile(join(folder, "rows.json"), JSON.stringify(ROWS));
  });
  after(() => rm(folder, { recursive: true }));

  it("sundry labels makes the same file of a table, a list and standard input", async () => {
    const sheet = "avery-5160";
    const expected = await makeFile({ rows: ROWS, label: LABEL, sheet, startAt: 5, copies: 2 });
    const words = ["--sheet", sheet, "--start-at", "5", "--copies", "2", ...FLAGS];
    const output = join(folder, "labels.pdf");
    for (const name of ["assets.csv", "rows.json"]) {
      const { code, complaint } = await runSundry([
        "labels",
        join(folder, name),
        ...words,
        "-o",
        output,
      ]);
      assert.deepEqual([code, complaint], [0, ""]);
      assert.deepEqual(await readFile(output), Buffer.from(expected));
    }
    const piped = await runSundry(["labels", "-", ...words], TABLE);
    assert.deepEqual(piped.bytes, Buffer.from(expected));
  });

  it("sundry labels chooses ZPL by the ending of the file, and prints warnings", async () => {
    const output = join(folder, "labels.zpl");
    const words = ["--sheet", "roll-2x1in", "--dpi", "300", "--margin", "1", ...FLAGS];
    const ran = await runSundry(["labels", join(folder, "assets.csv"), ...words, "-o", output]);
    assert.equal(ran.code, 0);
    assert.match(ran.complaint, /^sundry: The margin of the codes is smaller than/);
    const label = { ...LABEL, code: { text: "{tag}", margin: 1 } };
    const expected = await makeFile({
      rows: ROWS,
      label,
      sheet: "roll-2x1in",
      dpi: 300,
      format: "zpl",
    });
    assert.deepEqual(await readFile(output), Buffer.from(expected));
  });

  it("a wrong call of sundry labels exits with 2, and names what is wrong", async () => {
    const file = join(folder, "assets.csv");
    for (const [words, sentence] of [
      [[file, "--sheet", "L7160", ...FLAGS], /did you mean "avery-l7160"\?/],
      [[file, "--line", "{naem}"], /label\.lines\[0\] uses \{naem\}, which no row has/],
      [[file], /label is required/],
      [[join(folder, "none.csv"), ...FLAGS], /cannot be read/],
    ] as const) {
      const { code, complaint } = await runSundry(["labels", ...words]);
      assert.equal(code, 2);
      assert.match(complaint, sentence);
    }
  });

  it("sundry labels sheets prints the presets", async () => {
    const { text } = await runSundry(["labels", "sheets"]);
    const { sheets } = JSON.parse(text) as { sheets: { id: string }[] };
    assert.equal(sheets.length, 51);
  });
});

describe("labels over MCP and in the client", { timeout: 300_000 }, () => {
  let server: RunningServer;
  before(async () => (server = await startServer()));
  after(() => server.stop());

  it("the MCP tool returns the file, and the positions as structured content", async () => {
    const { client, call } = await connectTo(server.url, "auto", "192.0.2.1");
    const result = await call("labels", { rows: ROWS, label: LABEL });
    const { labels, positions } = result.structuredContent as {
      labels: number;
      positions: object[];
    };
    assert.deepEqual([labels, positions.length], [2, 2]);
    const [content] = result.content as { type: string; resource?: { blob: string } }[];
    const expected = await makeFile({ rows: ROWS, label: LABEL });
    assert.deepEqual(Buffer.from(content?.resource?.blob ?? "", "base64"), Buffer.from(expected));
    await client.close();
  });

  it("the client returns the positions and the file", async () => {
    const client = createClient({ url: server.url });
    const { data } = await client.json("labels", { rows: ROWS, label: LABEL });
    assert.equal(data.positions[1]?.x, 73.24);
    const file = await client.file("labels", { rows: TABLE, label: LABEL });
    const expected = await makeFile({ rows: ROWS, label: LABEL });
    assert.deepEqual(Buffer.from(await file.data.arrayBuffer()), Buffer.from(expected));
  });
});
