import { type ParsedPdf, type PreviewObject, toDictionary, toList } from "./pdf-file.ts";
import type { LexedValue } from "./lexer.ts";

/** Reads an image: a JPEG file, or the rows of a PNG with a color table or an opacity. */
export async function readImage(
  file: ParsedPdf,
  value: LexedValue | undefined,
): Promise<ImageBitmap> {
  const object = await file.resolve(value);
  const dictionary = toDictionary(object.value);
  if (dictionary.get("Filter") === "/DCTDecode") return decodeImage(object.data, "image/jpeg");
  const colors = await decodeImage(toPng(object), "image/png");
  const mask = dictionary.get("SMask");
  if (mask === undefined) return colors;
  const opacity = await decodeImage(toPng(await file.resolve(mask)), "image/png");
  return applyMask(colors, opacity);
}

function decodeImage(data: Uint8Array<ArrayBuffer> | undefined, type: string) {
  if (!data) throw new Error("the image has no data");
  return createImageBitmap(new Blob([data], { type }));
}

/** Color types of PNG. */
const GRAY = 0;
const RGB = 2;
const PALETTE = 3;

/**
 * Returns the rows of an image as a PNG file, because the engine embeds them as they are in one.
 */
function toPng({ value, data = new Uint8Array() }: PreviewObject): Uint8Array<ArrayBuffer> {
  const dictionary = toDictionary(value);
  const space = dictionary.get("ColorSpace");
  const [kind, , , table] = toList(space);
  const header = new DataView(new ArrayBuffer(13));
  header.setUint32(0, Number(dictionary.get("Width")));
  header.setUint32(4, Number(dictionary.get("Height")));
  header.setUint8(8, Number(dictionary.get("BitsPerComponent")));
  header.setUint8(9, kind === "/Indexed" ? PALETTE : space === "/DeviceGray" ? GRAY : RGB);
  const palette = typeof table === "object" && "bytes" in table ? toBytes(table.bytes) : undefined;
  return concatenate([
    toBytes("\x89PNG\r\n\x1a\n"),
    createChunk("IHDR", new Uint8Array(header.buffer)),
    ...(palette ? [createChunk("PLTE", palette)] : []),
    createChunk("IDAT", data),
    createChunk("IEND", new Uint8Array()),
  ]);
}

function createChunk(type: string, data: Uint8Array): Uint8Array {
  const body = concatenate([toBytes(type), data]);
  const ends = new DataView(new ArrayBuffer(8));
  ends.setUint32(0, data.length);
  ends.setUint32(4, computeCrc(body));
  return concatenate([new Uint8Array(ends.buffer, 0, 4), body, new Uint8Array(ends.buffer, 4)]);
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = (value >>> 1) ^ (value & 1 ? 0xed_b8_83_20 : 0);
  return value;
});

/** Returns the checksum of a chunk (PNG, annex D). */
function computeCrc(bytes: Uint8Array): number {
  let crc = -1;
  for (const byte of bytes) crc = (CRC_TABLE[(crc ^ byte) & 255] ?? 0) ^ (crc >>> 8);
  return ~crc >>> 0;
}

function toBytes(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

function concatenate(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** Sets the opacity of each pixel to the brightness of the mask, which is as large. */
function applyMask(colors: ImageBitmap, mask: ImageBitmap): Promise<ImageBitmap> {
  const image = readPixels(colors);
  const opacity = readPixels(mask).data;
  for (let at = 0; at < opacity.length; at += 4) image.data[at + 3] = opacity[at] ?? 255;
  return createImageBitmap(image);
}

function readPixels(image: ImageBitmap): ImageData {
  const { width, height } = image;
  const context = new OffscreenCanvas(width, height).getContext("2d");
  if (!context) throw new Error("the browser has no canvas");
  context.drawImage(image, 0, 0);
  return context.getImageData(0, 0, width, height);
}
