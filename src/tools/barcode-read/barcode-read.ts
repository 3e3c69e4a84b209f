import { ValidationError } from "../../lib/errors.ts";
import type { Input } from "../../lib/schema.ts";
import type { ToolContext } from "../tool-context.ts";
import { type DetectedBarcode, toZxingFormats, toDetectedBarcode } from "./codes.ts";
import { readImageSize } from "./image-header.ts";
import type { BarcodeReadInput } from "./schema.ts";
import { READABLE_TYPES } from "./types.ts";

const MAX_FILE_BYTES = 4 * 1024 * 1024;
const MAX_PIXELS = 16_000_000;

/** The codes of an image, and whether the search ended before its deadline. */
export interface BarcodeReadResult {
  count: number;
  complete: boolean;
  codes: DetectedBarcode[];
}

/** Finds the codes of an image. Throws ValidationError for a file of another format or above the maximum size. */
export async function readBarcodes(
  { image, types, max }: Input<typeof BarcodeReadInput>,
  { barcodeReader }: Pick<ToolContext, "barcodeReader">,
): Promise<BarcodeReadResult> {
  const file = decodeImage(image);
  const wanted = types && types.length > 0 ? types : READABLE_TYPES;
  const { codes, isComplete, isImage } = await barcodeReader.read(file, {
    formats: toZxingFormats(wanted),
    max,
  });
  if (!isImage) throw ValidationError.at(["image"], "is damaged and cannot be decoded");
  const found = codes.flatMap((code) => toDetectedBarcode(code, wanted) ?? []).slice(0, max);
  return { count: found.length, complete: isComplete, codes: found };
}

const DATA_URL = /^data:[\w.+/-]*(?:;[\w=.+-]+)*;base64,/i;

/** Decodes base64 or a data URL and checks the image's size before anything decodes its pixels. */
function decodeImage(image: string): Uint8Array<ArrayBuffer> {
  const [prefix = ""] = DATA_URL.exec(image.slice(0, 200)) ?? [];
  const base64 = image.slice(prefix.length);
  if (base64.length > (MAX_FILE_BYTES / 3) * 4 + 4) throw createTooLargeError();
  if (!/^[A-Za-z0-9+/_-]*={0,2}\s*$/.test(base64)) {
    throw ValidationError.at(["image"], "must be base64 or a data URL");
  }
  const file = Uint8Array.from(Buffer.from(base64, "base64"));
  if (file.length > MAX_FILE_BYTES) throw createTooLargeError();
  const size = readImageSize(file);
  if (!size) throw ValidationError.at(["image"], "must be a PNG, JPEG, GIF or BMP file");
  const { width, height } = size;
  if (width * height > MAX_PIXELS) {
    const rule = `has ${width} × ${height} pixels, at most 16 megapixels are allowed`;
    throw ValidationError.at(["image"], rule);
  }
  return file;
}

function createTooLargeError(): ValidationError {
  return ValidationError.at(["image"], "must be at most 4 MiB");
}
