import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import {
  AztecCodeReader,
  BinaryBitmap,
  DecodeHintType,
  GlobalHistogramBinarizer,
  PDF417Reader,
  type Reader,
  RGBLuminanceSource,
} from "@zxing/library";
import { createBarcodeReader } from "#src/tools/barcode-read/barcode-reader.js";
import { readPngPixels } from "#src/lib/graphics/png-pixels.js";
import { createPress } from "./samples.ts";

/** Texts of each kind of character that the encoders compact differently. */
const ASCII = ["A", "a", "7", "A7", "aB", "!"];
const MAX_LENGTH = 14;

const press = createPress();
const barcodeReader = createBarcodeReader({ deadlineMs: 20_000 });
after(() => Promise.all([press.close(), barcodeReader.close()]));

async function readByZxingCpp(png: Buffer, format: string): Promise<string | undefined> {
  const { codes } = await barcodeReader.read(Uint8Array.from(png), { formats: [format], max: 1 });
  return codes[0] && Buffer.from(codes[0].bytes).toString();
}

const HINTS = new Map<DecodeHintType, unknown>([[DecodeHintType.CHARACTER_SET, "UTF-8"]]);

/** Reads with the port of ZXing for Java, which is maintained apart from zxing-cpp. */
function readByZxingJs(png: Buffer, reader: Reader): string {
  const { width, height, pixels } = readPngPixels(png);
  const gray = Uint8ClampedArray.from(
    { length: width * height },
    (_, pixel) => pixels[pixel * 4] ?? 0,
  );
  const source = new RGBLuminanceSource(gray, width, height);
  return reader.decode(new BinaryBitmap(new GlobalHistogramBinarizer(source)), HINTS).getText();
}

describe("symbols of short texts", { timeout: 400_000 }, () => {
  before(() => press.png({ type: "pdf417", text: "warm" }));

  for (const { type, format, alphabets, createReader } of [
    {
      type: "pdf417",
      format: "PDF417",
      alphabets: [...ASCII, "é", "😀"],
      createReader: () => new PDF417Reader(),
    },
    // The second reader fails for bytes of Aztec that are not ASCII.
    { type: "aztec", format: "Aztec", alphabets: ASCII, createReader: () => new AztecCodeReader() },
  ]) {
    it(`two decoders read every ${type} symbol of 1 to ${MAX_LENGTH} characters`, async () => {
      for (const alphabet of alphabets) {
        for (let length = 1; length <= MAX_LENGTH; length++) {
          const text = [...alphabet.repeat(length)].slice(0, length).join("");
          const png = await press.png({ type, text, scale: 4, margin: 8 });
          const read = {
            cpp: await readByZxingCpp(png, format),
            js: readByZxingJs(png, createReader()),
          };
          assert.deepEqual(read, { cpp: text, js: text });
        }
      }
    });
  }
});
