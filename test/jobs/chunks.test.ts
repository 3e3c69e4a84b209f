import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as fc from "fast-check";
import { toArray } from "#src/lib/concurrency/to-array.js";
import { type ByteSource, openBody, RowReader } from "#src/jobs/rows/body.js";
import { tools } from "#src/tools/index.js";

const tool = tools.find(({ name }) => name === "hash");

/** Bytes that are read in chunks of these sizes, in turn. */
function split(bytes: Buffer, sizes: readonly number[]): ByteSource {
  return {
    async *read(start = 0, end = bytes.length) {
      for (let at = start, turn = 0; at < end; turn += 1) {
        const size = sizes[turn % sizes.length] ?? 1;
        yield await Promise.resolve(bytes.subarray(at, Math.min(at + size, end)));
        at += size;
      }
    },
  };
}

/** Returns the rows and options of a body, or its error. */
async function readRows(bytes: ByteSource, contentType: string) {
  assert.ok(tool);
  try {
    const body = await openBody({ bytes, contentType, options: {} });
    const reader = new RowReader(body, { tool, maxRows: 50, unit: "batch." });
    const rows = await toArray(reader.read());
    return { rows, options: reader.options, headers: reader.columns?.map(({ header }) => header) };
  } catch (error) {
    return { error: (error as Error).message };
  }
}

/** Bodies of each kind, good and broken ones. */
const pieces = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom("a", "text", "ä", "😀", "1", " ", "\t") },
  fc.constantFrom('"', '""', ",", ";", "\n", "\r\n", "\r", "\\", "{", "}", "[", "]", ":"),
);
const noise = fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join(""));
const values = fc.array(fc.record({ text: noise, algorithm: noise }), { maxLength: 5 });
const quote = (cell: string) => `"${cell.replaceAll('"', '""')}"`;

const bodies: Record<string, fc.Arbitrary<string>> = {
  "text/csv": fc.oneof(
    noise.map((text) => `text,algorithm\n${text}`),
    noise,
    values.map((rows) =>
      [
        "\ufefftext;algorithm",
        ...rows.map((row) => `${quote(row.text)};${quote(row.algorithm)}`),
      ].join("\r\n"),
    ),
  ),
  "application/json": fc.oneof(
    fc
      .tuple(values, noise)
      .map(([rows, name]) => JSON.stringify({ rows, defaults: { name } }, null, 1)),
    noise.map((text) => `{"rows":[{"text":${JSON.stringify(text)}}${text}`),
    noise.map((text) => `{${text}`),
  ),
  "application/x-ndjson": fc.oneof(
    values.map((rows) => rows.map((row) => JSON.stringify(row)).join("\n")),
    noise,
  ),
  "multipart/form-data; boundary=ab": fc.oneof(
    noise.map(
      (text) =>
        `--ab\r\ncontent-disposition: form-data; name="onError"\r\n\r\nstop\r\n--ab\r\ncontent-disposition: form-data; name="rows"; filename="a.csv"\r\n\r\ntext\n${text}\r\n--ab--`,
    ),
    noise.map((text) => `--ab\r\n${text}\r\n--ab--`),
  ),
};

describe("bodies in chunks", { timeout: 300_000 }, () => {
  for (const [type, texts] of Object.entries(bodies)) {
    it(`the rows of ${type} do not depend on how its bytes arrive`, async () => {
      const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 });
      await fc.assert(
        fc.asyncProperty(texts, sizes, async (text, chunkSizes) => {
          const bytes = Buffer.from(text);
          const whole = await readRows(split(bytes, [bytes.length + 1]), type);
          assert.deepEqual(await readRows(split(bytes, chunkSizes), type), whole);
        }),
        { numRuns: 400 },
      );
    });
  }

  it("bytes that are not UTF-8 are named by their position, wherever chunks end", async () => {
    const start = Buffer.from("text\nä😀");
    for (const bad of [[0xe4, 0x41], [0xff], [0xf0, 0x9f, 0x98], [0xc3], [0xed, 0xa0, 0x80]]) {
      const bytes = Buffer.concat([start, Buffer.from(bad)]);
      const byte = bad[0]?.toString(16).toUpperCase();
      const error = `The table is not UTF-8: byte 0x${byte} at position ${start.length}. Save it as UTF-8.`;
      for (const size of [1, 2, 3, 5, 100])
        assert.deepEqual(await readRows(split(bytes, [size]), "text/csv"), { error });
    }
  });
});
