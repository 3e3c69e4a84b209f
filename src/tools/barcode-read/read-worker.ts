import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import {
  prepareZXingModule,
  readBarcodes,
  type ReaderOptions,
  type ReadResult,
} from "zxing-wasm/reader";
import { type CallContext, serveCalls } from "../../lib/workers/worker-server.ts";
import type { FoundCode } from "./reader.ts";

/** A search. Without `image` it searches the image of the request before. */
export interface ReadRequest {
  image?: Uint8Array;
  isThorough: boolean;
  formats: readonly string[];
  max: number;
  /** Maximum milliseconds of the search. */
  deadlineMs: number;
}

/** The result of a search. */
export interface ReadResponse {
  codes: FoundCode[];
  /** False when the file cannot be decoded. */
  isImage: boolean;
  elapsedMs: number;
}

/** Options that find upright and rotated symbols in images of ordinary quality. */
const QUICK: ReaderOptions = {
  tryHarder: false,
  tryRotate: true,
  tryInvert: false,
  tryDownscale: false,
};
const THOROUGH: ReaderOptions = {
  tryHarder: true,
  tryRotate: true,
  tryInvert: true,
  tryDownscale: true,
};

// Reads the module from the package, because zxing would otherwise fetch it from a public host.
const wasmFile = fileURLToPath(import.meta.resolve("zxing-wasm/reader/zxing_reader.wasm"));
const wasmBinary = Uint8Array.from(readFileSync(wasmFile)).buffer;
const ready = prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });

let image = new Uint8Array();

async function search(request: ReadRequest, context: CallContext): Promise<ReadResponse> {
  await ready;
  if (request.image) image = Uint8Array.from(request.image);
  context.restartDeadline(request.deadlineMs);
  const start = performance.now();
  const found = await readBarcodes(image, {
    ...(request.isThorough ? THOROUGH : QUICK),
    formats: [...request.formats] as NonNullable<ReaderOptions["formats"]>,
    maxNumberOfSymbols: request.max,
    textMode: "Plain",
  });
  return {
    codes: found.filter(({ isValid }) => isValid).map(toFoundCode),
    isImage: !found.some(({ error }) => error.includes("load")),
    elapsedMs: performance.now() - start,
  };
}

function toFoundCode(result: ReadResult): FoundCode {
  const { topLeft, topRight, bottomRight, bottomLeft } = result.position;
  const printed = findPrintedDigits(result.extra);
  return {
    format: result.format,
    text: result.text,
    bytes: result.bytes,
    isGs1: result.contentType === "GS1",
    hasEci: result.hasECI,
    position: [topLeft, topRight, bottomRight, bottomLeft].map(({ x, y }) => ({ x, y })),
    rotation: (result.rotation + 360) % 360,
    ...(printed !== undefined && { printed }),
  };
}

/** Returns the printed digits of UPC-E, which the reader expands to UPC-A. */
function findPrintedDigits(extra: string): string | undefined {
  return /"UPCE":\s*"(\d+)"/.exec(extra)?.[1];
}

serveCalls(search);
