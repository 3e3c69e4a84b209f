import { deflateSync } from "node:zlib";
import { ImageError } from "../../lib/graphics/image-error.ts";
import {
  countRowBytes,
  countSamples,
  GRAY,
  GRAY_ALPHA,
  PALETTE,
  type PngHeader,
  RGB_ALPHA,
} from "../../lib/graphics/png-header.ts";
import {
  checkPngSize,
  createAlphaReader,
  type OpenPng,
  openPng,
} from "../../lib/graphics/png-pixels.ts";
import { inflatePng, readPngRows, readSample } from "../../lib/graphics/png-rows.ts";
import { DEFLATE_OPTIONS } from "../writer/file.ts";
import { checkPixels, type DecodedImage } from "./decoded-image.ts";

/**
 * Rows with their filter types, compressed. `samples` are those of a pixel, `depth` the bits of
 * each.
 */
interface CompressedRows {
  data: Uint8Array;
  samples: number;
  depth: number;
}

/**
 * Reads a PNG file. PDF knows PNG's filters, so that rows are embedded as they are, without their
 * alpha samples. `reserve` is called before the rows are decompressed. Throws ImageError.
 */
export function readPng(data: Buffer, reserve: (header: PngHeader) => void): DecodedImage {
  const png = openPng(data);
  const { header, palette } = png;
  checkPixels(header);
  checkPngSize(header);
  reserve(header);
  const { colors, alpha } = splitAlpha(png);
  const { width, height } = header;
  const format = (rows: CompressedRows, space: string, mask = "") =>
    `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/ColorSpace${space}/BitsPerComponent ${rows.depth}${mask}` +
    `/Filter/FlateDecode/DecodeParms<</Predictor 15/Colors ${rows.samples}/BitsPerComponent ${rows.depth}/Columns ${width}>>`;
  return {
    width,
    height,
    orientation: 1,
    hasAlpha: alpha !== undefined,
    write(file) {
      const mask = alpha && file.addRawStream(format(alpha, "/DeviceGray"), alpha.data);
      const softMask = mask === undefined ? "" : `/SMask ${mask} 0 R`;
      const space = formatColorSpace(header, palette);
      return file.addRawStream(format(colors, space, softMask), colors.data);
    },
  };
}

/**
 * Returns the rows of colors and, unless the image is opaque, those of opacity with 8 bits a pixel.
 */
function splitAlpha(png: OpenPng): { colors: CompressedRows; alpha?: CompressedRows } {
  const { header, compressed, transparent } = png;
  const { depth, color } = header;
  const samples = countSamples(header);
  const inflated = inflatePng(compressed, header);
  const rows = header.isInterlaced ? deinterlace(inflated, header) : inflated;
  checkFilters(rows, header);
  if (color === GRAY_ALPHA || color === RGB_ALPHA) {
    const pixel = {
      bytes: (samples * depth) >> 3,
      stride: 1 + countRowBytes(header.width, header),
    };
    const bytes = depth >> 3;
    const alpha = extractBytes(rows, { ...pixel, from: pixel.bytes - bytes, count: 1 });
    const colors = extractBytes(rows, { ...pixel, from: 0, count: pixel.bytes - bytes });
    return {
      colors: { data: compress(colors), samples: samples - 1, depth },
      alpha: { data: compress(alpha), samples: 1, depth: 8 },
    };
  }
  const data = header.isInterlaced ? compress(rows) : compressed;
  const colors = { data, samples, depth };
  if (!transparent) return { colors };
  return { colors, alpha: { data: compress(readAlpha(png, rows)), samples: 1, depth: 8 } };
}

function compress(rows: Uint8Array): Buffer {
  return deflateSync(rows, DEFLATE_OPTIONS);
}

/** Returns the rows of an interlaced image from top to bottom, each with the filter type 0. */
function deinterlace(inflated: Buffer, header: PngHeader): Buffer {
  const bits = countSamples(header) * header.depth;
  const stride = 1 + countRowBytes(header.width, header);
  const rows = Buffer.alloc(stride * header.height);
  readPngRows(inflated, header, (row, y, { left, across, columns }) => {
    const start = y * stride + 1;
    for (let column = 0; column < columns; column++) {
      const x = left + column * across;
      if (bits >= 8) {
        const bytes = bits >> 3;
        rows.set(row.subarray(column * bytes, (column + 1) * bytes), start + x * bytes);
      } else {
        const at = start + ((x * bits) >> 3);
        const value = readSample(row, column, bits);
        rows[at] = (rows[at] ?? 0) | (value << (8 - bits - ((x * bits) & 7)));
      }
    }
  });
  return rows;
}

/** The types of filters are 0 to 4. */
const MAX_FILTER = 4;

function checkFilters(rows: Buffer, header: PngHeader): void {
  const stride = 1 + countRowBytes(header.width, header);
  for (let at = 0; at < rows.length; at += stride) {
    if ((rows[at] ?? 0) > MAX_FILTER) throw new ImageError("is a damaged PNG file");
  }
}

interface PixelBytes {
  /** Bytes of a pixel, and of a row with its filter type. */
  bytes: number;
  stride: number;
  /** The bytes to extract from each pixel. */
  from: number;
  count: number;
}

/**
 * Extracts bytes of all pixels. The rows keep their filters, because those compute each byte of a
 * pixel from the bytes at the same position of its neighbors only.
 */
function extractBytes(rows: Buffer, { bytes, stride, from, count }: PixelBytes): Buffer {
  const width = (stride - 1) / bytes;
  const extracted = Buffer.allocUnsafe((rows.length / stride) * (1 + width * count));
  let to = 0;
  for (let start = 0; start < rows.length; start += stride) {
    extracted[to++] = rows[start] ?? 0;
    for (let at = start + 1 + from; at < start + stride; at += bytes) {
      for (let index = 0; index < count; index++) extracted[to++] = rows[at + index] ?? 0;
    }
  }
  return extracted;
}

/** Returns rows of opacity of an image with transparent colors, each with the filter type 0. */
function readAlpha({ header, transparent }: OpenPng, rows: Buffer): Buffer {
  const { width, height } = header;
  const readColumn = createAlphaReader(header, transparent);
  const alpha = Buffer.alloc((width + 1) * height);
  readPngRows(rows, { ...header, isInterlaced: false }, (row, y) => {
    for (let x = 0; x < width; x++) alpha[y * (width + 1) + 1 + x] = readColumn(row, x);
  });
  return alpha;
}

function formatColorSpace({ color }: PngHeader, palette: Buffer | undefined): string {
  if (palette && color === PALETTE) {
    return `[/Indexed/DeviceRGB ${palette.length / 3 - 1}<${palette.toString("hex")}>]`;
  }
  return color === GRAY || color === GRAY_ALPHA ? "/DeviceGray" : "/DeviceRGB";
}
