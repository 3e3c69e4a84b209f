import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { ready, type ZplApi } from "zpl-renderer-js";
import { createBitmap, fillRun } from "#src/domain/symbol/bitmap.js";
import { readPngPixels } from "#src/lib/graphics/png-pixels.js";
import { formatGraphic } from "#src/tools/labels/output/zpl-graphic.js";
import { findSkipReason } from "../support/needs.ts";
import { makeFile, type Picture, prepareZxing, readByZbar, readByZxing } from "./support.ts";

/** Draws labels as a printer does. */
let printer: ZplApi;
before(async () => {
  printer = (await ready).api;
  await prepareZxing();
});

async function makeZpl(input: object): Promise<string> {
  return Buffer.from(await makeFile({ format: "zpl", ...input })).toString();
}

/** Prints labels, whose size is in mm. */
async function print(zpl: string, size: readonly [number, number], dotsPerMm: number) {
  const drawn = await printer.zplToBase64MultipleAsync(zpl, ...size, dotsPerMm);
  return drawn.map((png): Picture => {
    const { width, height, pixels } = readPngPixels(Buffer.from(png, "base64"));
    return { width, height, gray: Uint8Array.from(pixels.filter((_, at) => at % 4 === 0)) };
  });
}

const RESOLUTIONS = [
  [203, 8],
  [300, 12],
  [600, 24],
] as const;

describe("ZPL, drawn by another program", { timeout: 300_000 }, () => {
  for (const [dpi, dotsPerMm] of RESOLUTIONS) {
    it(
      `labels of ${dpi} dpi have whole dots, and two decoders read them`,
      { skip: findSkipReason("zbarimg --version") },
      async () => {
        const rows = [{ sku: "AC-1001" }, { sku: "AC-1002" }];
        const zpl = await makeZpl({
          sheet: "roll-57x32mm",
          rows,
          dpi,
          copies: 3,
          label: { code: { text: "{sku}" }, lines: ["Regal {row}", "^FS^XZ ~JA"] },
        });
        assert.equal(zpl.match(/\^XA/g)?.length, 2);
        assert.equal(zpl.match(/\^PQ3\^XZ\n/g)?.length, 2);
        assert.match(zpl, new RegExp(`^\\^XA\\^PW${57 * dotsPerMm}\\^LL${32 * dotsPerMm}\\^LH0,0`));
        assert.doesNotMatch(zpl, /\^(BQ|BC|A|FD)|~/);
        const pictures = await print(zpl, [57, 32], dotsPerMm);
        for (const [index, picture] of pictures.entries()) {
          assert.deepEqual([picture.width, picture.height], [57 * dotsPerMm, 32 * dotsPerMm]);
          assert.equal(await readByZxing(picture), rows[index]?.sku);
          assert.equal(readByZbar(picture), rows[index]?.sku);
        }
      },
    );
  }

  it("linear and stacked codes are read from a printed label", async () => {
    const texts = {
      ean13: "4006381333931",
      code128: "Shelf 4/12",
      pdf417: "PDF 417",
      "gs1-datamatrix": "(01)09506000134352(10)A1",
    };
    for (const [type, text] of Object.entries(texts)) {
      const label = { code: { text: "{text}", type }, lines: ["Shelf"], layout: "top" };
      const zpl = await makeZpl({ sheet: "roll-4x2in", rows: [{ text }], label });
      const [picture] = await print(zpl, [101.6, 50.8], 8);
      assert.ok(picture);
      const read = (await readByZxing(picture)).replaceAll(/[^0-9A-Za-z]/g, "");
      assert.equal(read, text.replaceAll(/[^0-9A-Za-z]/g, ""), type);
    }
  });

  it("every dot of an image is printed where it is, whatever the lengths of its runs", async () => {
    const [width, height] = [1800, 40];
    const bitmap = createBitmap(width, height);
    // Runs around the lengths at which counts get another letter, and lines that are repeated.
    const lengths = [1, 2, 3, 11, 76, 79, 80, 84, 156, 160, 1596, 1600, 1604];
    for (let y = 2; y < height; y += 1) {
      for (let x = (y >> 1) * 3; x < width;) {
        const length = Math.min(width - x, lengths[(x + (y >> 1)) % lengths.length] ?? 1);
        fillRun(bitmap, x, y, length);
        x += length + (lengths[(x * 7 + (y >> 1)) % lengths.length] ?? 1);
      }
    }
    const zpl = `^XA^PW${width}^LL${height}^LH0,0${formatGraphic(bitmap)}^XZ`;
    const [picture] = await print(zpl, [width / 8, height / 8], 8);
    const dots = Array.from({ length: width * height }, (_, index) => {
      const [x, y] = [index % width, Math.floor(index / width)];
      const byte = bitmap.scanlines[y * bitmap.stride + 1 + (x >> 3)] ?? 0;
      return (byte >> (7 - (x & 7))) & 1 ? 0 : 255;
    });
    assert.ok(Buffer.from(dots).equals(picture?.gray ?? Buffer.alloc(0)));
  });

  it("an empty label is a format without a graphic", async () => {
    const zpl = await makeZpl({
      sheet: "roll-2x1in",
      rows: [{ a: "" }],
      label: { lines: ["{a}"] },
    });
    assert.equal(zpl, "^XA^PW406^LL203^LH0,0^PQ1^XZ\n");
  });

  it("a module under two dots is refused", async () => {
    const request = { sheet: "roll-2x1in", label: { code: { text: "{a}" }, lines: ["x"] } };
    await assert.rejects(
      makeZpl({ ...request, rows: [{ a: "x".repeat(1200) }] }),
      /^ValidationError: rows\[0\]: the code has 0\.\d+ mm modules on this label; at least 0\.25 mm is needed$/,
    );
  });
});
