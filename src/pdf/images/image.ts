import { type DecodedImage, ImageError } from "./decoded-image.ts";
import { readJpeg } from "./jpeg.ts";
import { readPng } from "./png.ts";

/** Reads a PNG or JPEG image. Throws ImageError for anything else, and for damaged files. */
export function readImage(bytes: Uint8Array): DecodedImage {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (data.length > 8 && data.readUInt32BE(0) === 0x89_50_4e_47) return readPng(data);
  if (data.length > 4 && data.readUInt16BE(0) === 0xff_d8) return readJpeg(data);
  throw new ImageError("is neither a PNG nor a JPEG file");
}
