import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { before, describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import bwip from "bwip-js";
import * as fc from "fast-check";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import { encodeBitmapPng, createBitmap, drawMatrix } from "#src/domain/symbol/bitmap.js";
import type { SymbolMatrix } from "#src/domain/symbol/matrix.js";
import { encodeDataMatrix } from "#src/domain/barcode/encoders/datamatrix/datamatrix.js";
import { SIZES } from "#src/domain/barcode/encoders/datamatrix/sizes.js";

const PALETTE = {
  dark: { hex: "#000000", alpha: 255 },
  light: { hex: "#ffffff", alpha: 255 },
};
const SCALE = 3;

function draw(matrix: SymbolMatrix): Uint8Array {
  const bitmap = createBitmap((matrix.columns + 4) * SCALE, (matrix.rows + 4) * SCALE);
  drawMatrix(bitmap, matrix, { x: 2 * SCALE, y: 2 * SCALE, scale: SCALE });
  return new Uint8Array(encodeBitmapPng(bitmap, PALETTE));
}

async function assertReadable(bytes: Uint8Array, matrix: SymbolMatrix | undefined): Promise<void> {
  assert.ok(matrix);
  const [found] = await readBarcodes(draw(matrix), { formats: ["DataMatrix"] });
  assert.deepEqual(found && Array.from(found.bytes), Array.from(bytes));
}

/** Returns the width of BWIPP's symbol; it refuses some texts of mixed encodations that fit. */
function countBwippColumns(all: Buffer): number {
  const options = { bcid: "datamatrix", text: all.toString("latin1"), binarytext: true };
  try {
    const [symbol] = bwip.raw(options) as { pixx: number }[];
    return symbol?.pixx ?? 0;
  } catch (error) {
    assert.match(String(error), /datamatrixTooMuchData/);
    return Number.POSITIVE_INFINITY;
  }
}

/** Runs of characters that suit different encodations. */
const run = fc.oneof(
  fc.stringMatching(/^[0-9]{1,12}$/),
  fc.stringMatching(/^[A-Z0-9 ]{1,12}$/),
  fc.stringMatching(/^[a-z0-9 ]{1,12}$/),
  fc.stringMatching(/^[ -^]{1,12}$/),
  fc.stringMatching(/^[*>\r A-Z0-9]{1,12}$/),
  fc.string({ unit: "binary", maxLength: 8 }),
);
const bytes = fc
  .array(run, { minLength: 1, maxLength: 8 })
  .map((runs) => Buffer.from(runs.join("")))
  .filter((all) => all.length > 0);

describe("DataMatrix encoder", { timeout: 400_000 }, () => {
  it("1,556 bytes of any value fill the largest symbol, because their length is left out", async () => {
    for (const length of [1555, 1556]) {
      const high = Uint8Array.from({ length }, (_, index) => 128 + ((index * 89) % 128));
      const matrix = encodeDataMatrix([...high], "square");
      assert.equal(matrix?.columns, 144);
      await assertReadable(high, matrix);
    }
    assert.equal(encodeDataMatrix(Array<number>(1557).fill(200), "square"), undefined);
  });

  before(async () => {
    const file = fileURLToPath(import.meta.resolve("zxing-wasm/reader/zxing_reader.wasm"));
    const wasmBinary = (await readFile(file)).buffer;
    await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });
  });

  it("a DataMatrix encodes any bytes, whatever encodations they change between", async () => {
    const property = fc.asyncProperty(bytes, (all) =>
      assertReadable(all, encodeDataMatrix(Array.from(all), "square")),
    );
    await fc.assert(property, { numRuns: 100 });
  });

  it("square and rectangular DataMatrix symbols of every size can be filled", async () => {
    for (const shape of ["square", "rectangle"] as const) {
      for (const { rows, columns, data } of SIZES[shape]) {
        const digits = Buffer.from("1234567890".repeat(400).slice(0, data * 2));
        const matrix = encodeDataMatrix(Array.from(digits), shape);
        assert.deepEqual([matrix?.rows, matrix?.columns], [rows, columns]);
        await assertReadable(digits, matrix);
      }
    }
  });

  it("a DataMatrix is no larger than the one BWIPP makes", () => {
    const property = fc.property(bytes, (all) => {
      const ours = encodeDataMatrix(Array.from(all), "square");
      assert.ok(ours && ours.columns <= countBwippColumns(all), all.toString("hex"));
    });
    fc.assert(property, { numRuns: 100 });
  });

  it("the DataMatrix encoder returns undefined for text that fits no symbol", () => {
    assert.equal(encodeDataMatrix(Array.from(Buffer.alloc(1557, 200)), "square"), undefined);
    assert.equal(encodeDataMatrix(Array.from(Buffer.alloc(50, 200)), "rectangle"), undefined);
  });
});
