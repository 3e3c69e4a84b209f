import { ValidationError } from "../../lib/errors.ts";
import { readImageHeader } from "../../lib/graphics/image-header.ts";
import type { Input } from "../../lib/schema.ts";
import { removeDataUrlPrefix } from "../../lib/text/data-url.ts";
import type { ToolContext } from "../tool-context.ts";
import { type DetectedBarcode, toZxingFormats, toDetectedBarcode } from "./codes.ts";
import { MAX_DECODED_BYTES, estimateDecodedBytes } from "./decoded-bytes.ts";
import type { BarcodeReadInput } from "./schema.ts";
import { READABLE_TYPES } from "./readable-types.ts";

const MAX_FILE_BYTES = 4 * 1024 * 1024;
const MAX_PIXELS = 16_000_000;
/** Maximum of the other formats, so that a row of a PNG has at most half a megabyte. */
const MAX_SIDE = 65_535;

/** The codes of an image, and whether the search ended before its deadline. */
export interface BarcodeReadResult {
  count: number;
  complete: boolean;
  codes: DetectedBarcode[];
}

/**
 * Finds the codes of an image. Throws ValidationError for a file of another format or above the
 * maximum size.
 */
export async function readBarcodes(
  { image, types, max }: Input<typeof BarcodeReadInput>,
  { barcodeReader }: Pick<ToolContext, "barcodeReader">,
): Promise<BarcodeReadResult> {
  const file = decodeImage(image);
  const wanted = types && types.length > 0 ? types : READABLE_TYPES;
  const { codes, isComplete, failure } = await barcodeReader.read(file, {
    formats: toZxingFormats(wanted),
    max,
  });
  if (failure) throw ValidationError.at(["image"], FAILURES[failure]);
  const detected = codes.flatMap((code) => toDetectedBarcode(code, wanted) ?? []).slice(0, max);
  return { count: detected.length, complete: isComplete, codes: detected };
}

const FAILURES = {
  damaged: "is damaged and cannot be decoded",
  "too-large": "needs too much memory; make it smaller",
} as const;

/** Decodes base64 or a data URL and checks the image's size before anything decodes its pixels. */
export function decodeImage(image: string): Uint8Array<ArrayBuffer> {
  const base64 = removeDataUrlPrefix(image);
  if (base64.length > (MAX_FILE_BYTES / 3) * 4 + 4) throw createTooLargeError();
  if (!/^[A-Za-z0-9+/_-]*={0,2}\s*$/.test(base64)) {
    throw ValidationError.at(["image"], "must be base64 or a data URL");
  }
  const file = Uint8Array.from(Buffer.from(base64, "base64"));
  if (file.length > MAX_FILE_BYTES) throw createTooLargeError();
  checkSize(file);
  return file;
}

function checkSize(file: Uint8Array): void {
  const header = readImageHeader(file);
  if (!header) throw ValidationError.at(["image"], "must be a PNG, JPEG, GIF or BMP file");
  const { width, height } = header;
  if (width * height > MAX_PIXELS) {
    const rule = `has ${width} × ${height} pixels, at most 16 megapixels are allowed`;
    throw ValidationError.at(["image"], rule);
  }
  if (Math.max(width, height) > MAX_SIDE) {
    throw ValidationError.at(["image"], `must be at most ${MAX_SIDE} pixels on a side`);
  }
  if (estimateDecodedBytes(header) > MAX_DECODED_BYTES) {
    throw ValidationError.at(["image"], FAILURES["too-large"]);
  }
}

function createTooLargeError(): ValidationError {
  return ValidationError.at(["image"], "must be at most 4 MiB");
}
