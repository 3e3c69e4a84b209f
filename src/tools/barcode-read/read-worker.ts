import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import {
  prepareZXingModule,
  readBarcodes,
  type ReaderOptions,
  type ReadResult,
} from "zxing-wasm/reader";
import { ImageError } from "../../lib/graphics/image-error.ts";
import { readImageHeader } from "../../lib/graphics/image-header.ts";
import { convertPngToPgm } from "../../lib/graphics/png-pixels.ts";
import { createThreadClock } from "../../lib/workers/thread-time.ts";
import { type CallContext, serveCalls } from "../../lib/workers/worker-server.ts";
import { MAX_MEMORY_BYTES } from "./decoded-bytes.ts";
import { createLimitedModule } from "./memory-limit.ts";
import type { FoundCode, PictureFailure } from "./reader.ts";

/** A search. Without `image` it searches the image of the request before. */
export interface BarcodeReadRequest {
  image?: Uint8Array;
  isThorough: boolean;
  formats: readonly string[];
  max: number;
  /** Maximum milliseconds of the search. */
  deadlineMs: number;
}

export interface ReadResponse {
  codes: FoundCode[];
  failure: PictureFailure | undefined;
  /** Processor time of the search in milliseconds, which is what deadlines count. */
  usedMs: number;
  /** Memory of the WebAssembly module. */
  memoryBytes: number;
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
const wasmBinary = readFileSync(wasmFile);
const limited = createLimitedModule(wasmBinary, MAX_MEMORY_BYTES);
const ready = prepareZXingModule({
  overrides: {
    instantiateWasm(imports: object, receive: (instance: { exports: object }) => void) {
      const exports = limited.instantiate(imports);
      receive({ exports });
      return exports;
    },
  },
  fireImmediately: true,
});

const readClock = createThreadClock();

let image: Uint8Array = new Uint8Array();

async function search(request: BarcodeReadRequest, context: CallContext): Promise<ReadResponse> {
  await ready;
  context.restartDeadline(request.deadlineMs);
  const start = readClock();
  const { codes, failure } = await decodeAndRead(request);
  const usedMs = readClock() - start;
  return { codes, failure, usedMs, memoryBytes: limited.memoryBytes };
}

async function decodeAndRead(
  request: BarcodeReadRequest,
): Promise<Pick<ReadResponse, "codes" | "failure">> {
  try {
    if (request.image) image = await toReadableImage(request.image);
    const results = await readBarcodes(image, toReaderOptions(request));
    if (limited.isExceeded) return { codes: [], failure: "too-large" };
    const isDamaged = results.some(({ error }) => error.includes("load"));
    const codes = results.filter(({ isValid }) => isValid).map(toFoundCode);
    return { codes, failure: isDamaged ? "damaged" : undefined };
  } catch (error) {
    // Thrown by PNG files and by an allocation that exceeds the limit.
    if (error instanceof ImageError) return { codes: [], failure: "damaged" };
    if (limited.isExceeded) return { codes: [], failure: "too-large" };
    throw error;
  }
}

function toReaderOptions(request: BarcodeReadRequest): ReaderOptions {
  return {
    ...(request.isThorough ? THOROUGH : QUICK),
    formats: [...request.formats] as NonNullable<ReaderOptions["formats"]>,
    maxNumberOfSymbols: request.max,
    textMode: "Plain",
  };
}

/**
 * Decodes a PNG here, because the module would decompress it without a limit. Its decoders of other
 * formats have one.
 */
async function toReadableImage(file: Uint8Array): Promise<Uint8Array> {
  const isPng = readImageHeader(file)?.format === "png";
  return isPng ? convertPngToPgm(file) : Uint8Array.from(file);
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
