import { runTool } from "#src/tools/run.js";
import type { ToolReply } from "#src/tools/define.js";
import type { ToolContext } from "#src/tools/tool-context.js";
import { compressUpcA, expandUpcE } from "#src/domain/barcode/encoders/ean.js";
import barcode from "#src/tools/barcode/tool.js";
import { BARCODE_TYPES, type BarcodeType } from "#src/domain/symbol/barcode-types.js";
import { createSymbolEncoder } from "#src/tools/barcode/symbol-encoder.js";
import { createRandom } from "../support/random.ts";

/** Draws barcodes in this process. Close it after the tests. */
export function createPress() {
  const symbolEncoder = createSymbolEncoder();
  const context = { symbolEncoder } as unknown as ToolContext;
  return {
    reply: async (input: object, accept = ""): Promise<ToolReply> =>
      runTool(barcode, input, { context, accept }),
    png: async (input: object): Promise<Buffer> => {
      const { body } = await runTool(barcode, input, { context, accept: "image/png" });
      return body as Buffer;
    },
    svg: async (input: object): Promise<string> => {
      const { body } = await runTool(barcode, { ...input, format: "svg" }, { context });
      return body as string;
    },
    describe: async (input: object): Promise<Description> => {
      const accept = "application/json";
      const { body } = await runTool(barcode, input, { context, accept });
      return body as Description;
    },
    close: () => symbolEncoder.close(),
  };
}

/** The members of a JSON response that tests read. */
export interface Description {
  dataUrl: string;
  width: number;
  height: number;
  text: string;
  checkDigit: string | null;
  humanReadable: string | null;
  modules: { x: number; y: number };
  sizeMm: { width: number; height: number };
  elements: { ai: string; title: string; value: string }[] | null;
  digitalLink: string | null;
  warnings: string[];
}

/** Returns a whole number from 0 up to, not including, `bound`. */
type Random = (bound: number) => number;

const DIGITS = "0123456789";
const UPPER = `${DIGITS}ABCDEFGHIJKLMNOPQRSTUVWXYZ`;
const PRINTABLE = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join(
  "",
);
const SET_82 = `!"%&')*+,-./:;<=>?_${UPPER}abcdefghijklmnopqrstuvwxyz`;

function pick(random: Random, alphabet: string, length: number): string {
  return Array.from({ length }, () => alphabet.charAt(random(alphabet.length))).join("");
}

function createGtin(random: Random): string {
  const data = pick(random, DIGITS, 13);
  const sum = Array.from(data).reduce(
    (total, digit, at) => total + Number(digit) * (at % 2 ? 1 : 3),
    0,
  );
  return data + String((10 - (sum % 10)) % 10);
}

function createMessage(random: Random): string {
  const date = `2${random(10)}0${1 + random(9)}1${random(10)}`;
  return `(01)${createGtin(random)}(17)${date}(10)${pick(random, SET_82, 1 + random(8))}`;
}

const UNICODE = [
  "Grüße aus Köln",
  "日本語テキスト",
  "emoji 😀🎉",
  "Привет мир",
  "naïve café",
  "a\nb\tc",
];

function createAnyText(random: Random, longest: number): string {
  if (random(5) === 0) return UNICODE[random(UNICODE.length)] ?? "";
  const alphabet = [DIGITS, UPPER, PRINTABLE][random(3)] ?? UPPER;
  return pick(random, alphabet, 1 + random(longest));
}

/** Returns the canonical one of equivalent numbers, because not all encoders draw the others. */
function createUpce(random: Random): string {
  const digits = String(random(2)) + pick(random, DIGITS, 6);
  return compressUpcA(expandUpcE(digits)) === digits ? digits : createUpce(random);
}

const MAKERS: Record<BarcodeType, (random: Random) => string> = {
  code128: (random) => pick(random, random(2) ? PRINTABLE : DIGITS, 1 + random(30)),
  ean13: (random) => pick(random, DIGITS, 12),
  ean8: (random) => pick(random, DIGITS, 7),
  upca: (random) => pick(random, DIGITS, 11),
  upce: createUpce,
  itf14: (random) => pick(random, DIGITS, 13),
  itf: (random) => pick(random, DIGITS, 6 + 2 * random(15)),
  code39: (random) => pick(random, `${UPPER}-. $/+%`, 1 + random(20)),
  code93: (random) => pick(random, random(2) ? PRINTABLE : UPPER, 1 + random(20)),
  codabar: (random) =>
    pick(random, "ABCD", 1) +
    pick(random, `${DIGITS}-$:/.+`, 3 + random(15)) +
    pick(random, "ABCD", 1),
  isbn: (random) => `978${pick(random, DIGITS, 9)}`,
  issn: (random) => pick(random, DIGITS, 7),
  sscc: (random) => pick(random, DIGITS, 17),
  "gs1-128": createMessage,
  "gs1-datamatrix": createMessage,
  "gs1-databar": (random) => `(01)${createGtin(random)}`,
  "gs1-databar-expanded": createMessage,
  datamatrix: (random) => createAnyText(random, 120),
  pdf417: (random) => createAnyText(random, 150),
  aztec: (random) => createAnyText(random, 100),
};

/** Returns `count` valid texts of a type, the same in each run. */
export function sampleTexts(type: BarcodeType, count: number): string[] {
  const next = createRandom(BARCODE_TYPES.indexOf(type) + 1);
  const random: Random = (bound) => next() % bound;
  return Array.from({ length: count }, () => MAKERS[type](random));
}
