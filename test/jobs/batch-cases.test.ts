import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { toCellText } from "#src/domain/table/csv.js";
import { createCaller, postJson } from "../support/post.ts";
import { root, type RunningServer, startServer } from "../support/server.ts";
import { listZip } from "./support/zip.ts";

interface TableCase {
  name: string;
  tool: string;
  type: string;
  query?: Record<string, string>;
  table: string;
  inputs?: object[];
  ignored?: string[];
  error?: { status: number; contains: string[] };
  rowErrors?: Record<string, string>;
}

interface NameCase {
  name: string;
  tool: string;
  template: string;
  rows: object[];
  expect: string[];
}

interface Line {
  row: number;
  status: number;
  result?: object;
  error?: string;
}

const cases = JSON.parse(readFileSync(join(root, "test", "cases", "batch.json"), "utf8")) as {
  tables: TableCase[];
  names: NameCase[];
  cells: [string, string][];
};

/** Members of results that no two calls share. */
const RANDOM = new Set(["passwords", "password"]);

function dropRandom(value: object | undefined): object {
  return Object.fromEntries(Object.entries(value ?? {}).filter(([name]) => !RANDOM.has(name)));
}

describe("worked examples of batches", { timeout: 300_000 }, () => {
  let server: RunningServer;
  before(async () => (server = await startServer({ TRUST_PROXY: "1" })));
  after(() => server.stop());

  for (const example of cases.tables) {
    it(`a table becomes the inputs of the worked example "${example.name}"`, async () => {
      const { tool, type, table, query = {} } = example;
      const search = new URLSearchParams({ ...query, output: "ndjson" });
      const response = await fetch(`${server.url}/api/v1/batch/${tool}?${search.toString()}`, {
        method: "POST",
        headers: { "content-type": type, ...createCaller() },
        body: table,
      });
      const text = await response.text();
      if (example.error) {
        assert.equal(response.status, example.error.status, text);
        for (const part of example.error.contains) {
          assert.ok((JSON.parse(text) as Line).error?.includes(part), text);
        }
        return;
      }
      assert.equal(response.status, 200, text);
      const ignored = response.headers.get("x-batch-ignored-columns")?.split(",") ?? [];
      assert.deepEqual(ignored.map(decodeURIComponent), example.ignored ?? []);
      const lines = text
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line) as Line);
      for (const [row, error] of Object.entries(example.rowErrors ?? {})) {
        assert.equal(lines[Number(row) - 1]?.error, error);
      }
      for (const [index, input] of (example.inputs ?? []).entries()) {
        const path = tool === "invoice" ? "/api/invoice?format=json" : `/api/v1/${tool}`;
        const single = await postJson(server.url + path, input, createCaller());
        const expected = (await single.json()) as object;
        assert.equal(lines[index]?.status, single.status, JSON.stringify(lines[index]));
        assert.deepEqual(dropRandom(lines[index]?.result), dropRandom(expected));
      }
      if (example.inputs) assert.equal(lines.length, example.inputs.length);
    });
  }

  for (const example of cases.names) {
    it(`files have the names of the worked example "${example.name}"`, async () => {
      const { tool, rows, template, expect } = example;
      const url = `${server.url}/api/v1/batch/${tool}`;
      const response = await postJson(url, { rows, name: template }, createCaller());
      assert.equal(response.status, 200);
      const files = listZip(Buffer.from(await response.arrayBuffer()));
      assert.deepEqual(
        files.map(({ name }) => name),
        [...expect, "results.csv"],
      );
    });
  }

  for (const [value, cell] of cases.cells) {
    it(`the cell of ${JSON.stringify(value)} is ${JSON.stringify(cell)}`, () => {
      assert.equal(toCellText(value), cell);
    });
  }
});
