import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { prepareZXingModule, readBarcodes, type ReaderOptions } from "zxing-wasm/reader";
import { BARCODE_TYPES, type BarcodeType } from "#src/domain/symbol/barcode-types.js";
import { findSkipReason } from "../support/needs.ts";
import { createPress, sampleTexts } from "./samples.ts";

const TEXTS = 60;
const press = createPress();
after(() => press.close());

/** Draws a symbol once; returns its encoded text and its PNG. */
async function draw(input: object): Promise<{ text: string; png: Buffer }> {
  const { text, dataUrl } = await press.describe({ ...input, format: "png" });
  return { text, png: Buffer.from(dataUrl.split(",")[1] ?? "", "base64") };
}

/** Returns what a reader transmits for one of our symbols. */
function toTransmitted(type: BarcodeType, text: string): string {
  if (type === "upca") return `0${text}`;
  return text;
}

describe("symbols read by zxing", { timeout: 400_000 }, () => {
  before(async () => {
    const file = fileURLToPath(import.meta.resolve("zxing-wasm/reader/zxing_reader.wasm"));
    const wasmBinary = (await readFile(file)).buffer;
    await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });
  });

  for (const type of BARCODE_TYPES) {
    it(`zxing reads the encoded text of ${type}`, async () => {
      for (const text of sampleTexts(type, TEXTS)) {
        const { text: encoded, png } = await draw({ type, text, scale: 2 });
        const [found] = await readBarcodes(new Uint8Array(png), createReaderOptions(type));
        assert.ok(found, `${type} ${JSON.stringify(text)} was not found`);
        if (type === "upce") assert.match(found.extra, new RegExp(encoded));
        else assert.equal(getTransmittedText(found, type), toTransmitted(type, encoded));
      }
    });
  }

  it("zxing reads a symbol in each rotation and without the text below", async () => {
    for (const type of BARCODE_TYPES) {
      const [text = ""] = sampleTexts(type, 1);
      for (const rotate of [90, 180, 270]) {
        const png = await press.png({ type, text, rotate, scale: 2, showText: false });
        const [found] = await readBarcodes(new Uint8Array(png), { tryHarder: true });
        assert.ok(found, `${type} at ${rotate}`);
      }
    }
  });
});

/** In extended Code 39 the reader takes /R for 2, which plain Code 39 does not mean. */
function createReaderOptions(type: BarcodeType): ReaderOptions {
  return { tryHarder: true, formats: type === "code39" ? ["Code39Std"] : [] };
}

/** Compares GS1 texts by their elements, because readers guess the character set of other texts. */
function getTransmittedText(found: { text: string; bytes: Uint8Array }, type: BarcodeType): string {
  if (type.startsWith("gs1") || type === "sscc") return found.text;
  return Buffer.from(found.bytes).toString();
}

/** Writes pictures of all texts and returns their files by text. */
async function writePictures(directory: string, type: BarcodeType, texts: readonly string[]) {
  const files = new Map<string, string>();
  for (const [index, text] of texts.entries()) {
    const { text: encoded, png } = await draw({ type, text, scale: 3, margin: 12, heightMm: 5 });
    const file = join(directory, `${type}-${index}.png`);
    await writeFile(file, png);
    files.set(file, encoded);
  }
  return files;
}

describe(
  "symbols read by zbar",
  { skip: findSkipReason("zbarimg --version"), timeout: 400_000 },
  () => {
    let directory: string;
    before(async () => {
      directory = await mkdtemp(join(tmpdir(), "sundry-zbar-"));
    });
    after(() => rm(directory, { recursive: true }));

    const types: BarcodeType[] = [
      "code128",
      "ean13",
      "ean8",
      "upca",
      "itf14",
      "itf",
      "code39",
      "codabar",
      "isbn",
      "issn",
      "gs1-databar",
    ];
    for (const type of types) {
      it(`zbar reads the encoded text of ${type}`, async () => {
        const texts = sampleTexts(type, TEXTS);
        const files = await writePictures(directory, type, texts);
        const { stdout } = spawnSync("zbarimg", ["-q", "--xml", "--nodbus", ...files.keys()], {
          maxBuffer: 1e8,
        });
        const sources = String(stdout).split("<source ").slice(1);
        const found = new Map(
          sources.map((source) => [matchText(/href='([^']*)'/, source), source]),
        );
        for (const [file, text] of files) {
          const data = matchText(/<!\[CDATA\[([^]*?)\]\]>/, found.get(file) ?? "");
          // zbar sends the digits of GS1 without parentheses.
          const expected = type === "gs1-databar" ? text.replaceAll(/[()]/g, "") : text;
          assert.equal(data, toTransmitted(type, expected));
        }
      });
    }
  },
);

function matchText(pattern: RegExp, text: string): string {
  return pattern.exec(text)?.[1] ?? "";
}

describe(
  "DataMatrix read by libdmtx",
  { skip: findSkipReason("dmtxread --version"), timeout: 400_000 },
  () => {
    let directory: string;
    before(async () => {
      directory = await mkdtemp(join(tmpdir(), "sundry-dmtx-"));
    });
    after(() => rm(directory, { recursive: true }));

    it("libdmtx reads the encoded text of a DataMatrix", async () => {
      const texts = sampleTexts("datamatrix", TEXTS);
      for (const [index, text] of texts.entries()) {
        const file = join(directory, `${index}.png`);
        await writeFile(file, await press.png({ type: "datamatrix", text, scale: 5, margin: 4 }));
        const { stdout } = spawnSync("dmtxread", ["-N1", "-m60000", file]);
        assert.equal(String(stdout), text);
      }
    });
  },
);
