import { ImageError } from "./image-error.ts";
import { isJpegFrame, type JpegFrame, parseJpegFrame, readJpegSegments } from "./jpeg-header.ts";

/** The format of an image and its size in pixels. */
export type ImageHeader = { width: number; height: number } & (
  | { format: "png" | "gif" | "bmp" }
  | { format: "jpeg"; frame: JpegFrame }
);

/** Reads the header of a PNG, GIF, BMP or JPEG file. Returns undefined for anything else. */
export function readImageHeader(file: Uint8Array): ImageHeader | undefined {
  const data = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  for (const read of [readPng, readGif, readBmp, readJpeg]) {
    const header = read(data);
    if (header) return header.width > 0 && header.height > 0 ? header : undefined;
  }
  return undefined;
}

type HeaderReader = (data: Buffer) => ImageHeader | undefined;

const readPng: HeaderReader = (data) => {
  if (data.length < 33 || data.readUInt32BE(0) !== 0x89_50_4e_47) return undefined;
  if (data.toString("latin1", 12, 16) !== "IHDR") return undefined;
  return { format: "png", width: data.readUInt32BE(16), height: data.readUInt32BE(20) };
};

const readGif: HeaderReader = (data) => {
  if (data.length < 13 || data.toString("latin1", 0, 4) !== "GIF8") return undefined;
  return { format: "gif", width: data.readUInt16LE(6), height: data.readUInt16LE(8) };
};

/** Size of the OS/2 header, whose width and height have two bytes. */
const BMP_CORE_HEADER = 12;

const readBmp: HeaderReader = (data) => {
  if (data.length < 26 || data.toString("latin1", 0, 2) !== "BM") return undefined;
  if (data.readUInt32LE(14) === BMP_CORE_HEADER) {
    return { format: "bmp", width: data.readUInt16LE(18), height: data.readUInt16LE(20) };
  }
  // A negative height means that the rows go from top to bottom.
  return { format: "bmp", width: data.readInt32LE(18), height: Math.abs(data.readInt32LE(22)) };
};

const readJpeg: HeaderReader = (data) => {
  try {
    for (const segment of readJpegSegments(data)) {
      if (!isJpegFrame(segment.marker)) continue;
      const frame = parseJpegFrame(segment);
      return { format: "jpeg", width: frame.width, height: frame.height, frame };
    }
  } catch (error) {
    if (!(error instanceof ImageError)) throw error;
  }
  return undefined;
};
