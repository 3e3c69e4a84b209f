import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { after, describe, it } from "node:test";
import { readContent } from "#src/domain/barcode/content/read-content.js";
import { encodeSymbol } from "#src/domain/barcode/encode.js";
import { createSymbolEncoder } from "#src/tools/barcode/symbol-encoder.js";
import type { BarcodeType } from "#src/domain/symbol/barcode-types.js";
import { findSkipReason } from "../support/needs.ts";
import { sampleTexts } from "./samples.ts";

const encoder = createSymbolEncoder();
after(() => encoder.close());

/** zint's number of a symbology, and the form of the text that it expects. */
const NUMBERS: Partial<
  Record<BarcodeType, { number: number; toInput?: (text: string) => string }>
> = {
  ean13: { number: 13, toInput: (text) => text.slice(0, 12) },
  ean8: { number: 13, toInput: (text) => text.slice(0, 7) },
  upca: { number: 34, toInput: (text) => text.slice(0, 11) },
  upce: { number: 37, toInput: (text) => text.slice(0, 7) },
  itf14: { number: 89, toInput: (text) => text.slice(0, 13) },
  itf: { number: 3 },
  code39: { number: 8 },
  code93: { number: 25 },
  codabar: { number: 18 },
  "gs1-databar": { number: 29, toInput: (text) => text.slice(4, 17) },
};

/** Returns the widths of bars and spaces, bar first, of a row in zint's hexadecimal dump. */
function readWidths(dump: string): number[] {
  const bits = Array.from(dump.replaceAll(/\s/g, ""), (digit) =>
    Number.parseInt(digit, 16).toString(2).padStart(4, "0"),
  ).join("");
  return Array.from(
    bits.replace(/^0+/, "").replace(/0+$/, "").matchAll(/1+|0+/g),
    ([run]) => run.length,
  );
}

/** Symbologies with two widths leave their ratio to the encoder. */
function toShape(type: BarcodeType, widths: readonly number[]): readonly number[] {
  const hasTwoWidths = ["itf14", "itf", "code39", "codabar"].includes(type);
  return hasTwoWidths ? widths.map((width) => (width > 1 ? 2 : 1)) : widths;
}

function runZint(number: number, text: string): string {
  const { stdout } = spawnSync("zint", ["-b", String(number), "--dump", "-d", text]);
  return String(stdout);
}

async function encode(type: BarcodeType, text: string) {
  const content = readContent(type, text);
  const symbol = await encodeSymbol(type, content, { encoder, shape: "square" });
  assert.equal(symbol.kind, "linear");
  return { content, widths: symbol.kind === "linear" ? symbol.widths : [] };
}

describe(
  "bars compared with zint",
  { skip: findSkipReason("zint --version"), timeout: 400_000 },
  () => {
    for (const [name, { number, toInput = String }] of Object.entries(NUMBERS)) {
      const type = name as BarcodeType;
      it(`the bars of ${type} are the same as zint's`, async () => {
        for (const text of sampleTexts(type, 40)) {
          const { content, widths } = await encode(type, text);
          const dump = runZint(number, toInput(content.text)).trim().split("\n", 1).join("");
          assert.deepEqual(toShape(type, widths), toShape(type, readWidths(dump)), text);
        }
      });
    }

    it("Code 128 takes no more symbol characters than zint's", async () => {
      for (const text of sampleTexts("code128", 60)) {
        const { widths } = await encode("code128", text);
        const theirs = readWidths(runZint(20, text));
        assert.ok(widths.length <= theirs.length, text);
      }
    });
  },
);
