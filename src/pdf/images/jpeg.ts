import { ImageError } from "../../lib/graphics/image-error.ts";
import {
  isJpegFrame,
  type JpegFrame,
  type JpegSegment,
  parseJpegFrame,
  readJpegSegments,
} from "../../lib/graphics/jpeg-header.ts";
import { checkPixels, type DecodedImage } from "./decoded-image.ts";

const EXIF = 0xe1;

/**
 * Start-of-frame markers that PDF viewers decode: baseline, extended and progressive,
 * Huffman-coded.
 */
const SUPPORTED_FRAMES = new Set([0xc0, 0xc1, 0xc2]);

/** Reads a JPEG file, which is embedded unchanged. Throws ImageError. */
export function readJpeg(data: Buffer): DecodedImage {
  let frame: JpegFrame | undefined;
  let orientation = 1;
  for (const segment of readJpegSegments(data)) {
    const { marker } = segment;
    if (marker === EXIF) orientation = readOrientation(segment.segment) ?? orientation;
    if (!isJpegFrame(marker)) continue;
    // The other frames are lossless, hierarchical or arithmetic-coded.
    if (!SUPPORTED_FRAMES.has(marker))
      throw new ImageError("is a JPEG of a kind that PDF does not support");
    frame = readFrame(segment);
  }
  if (!frame) throw new ImageError("is a damaged JPEG file");
  const { width, height, sampling } = frame;
  const space = sampling.length === 1 ? "/DeviceGray" : "/DeviceRGB";
  const dictionary = `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/ColorSpace${space}/BitsPerComponent 8/Filter/DCTDecode`;
  // Orientations from 5 on turn the image by 90 degrees.
  const isTurned = orientation >= 5;
  return {
    width: isTurned ? height : width,
    height: isTurned ? width : height,
    orientation,
    hasAlpha: false,
    write: (file) => file.addRawStream(dictionary, data),
  };
}

function readFrame(segment: JpegSegment): JpegFrame {
  const frame = parseJpegFrame(segment);
  const { depth, sampling } = frame;
  if (depth !== 8) throw new ImageError("must have 8 bits a color");
  if (sampling.length === 4) throw new ImageError("must be RGB or gray, not CMYK");
  if (sampling.length !== 1 && sampling.length !== 3) {
    throw new ImageError("is a damaged JPEG file");
  }
  checkPixels(frame);
  return frame;
}

/** Returns the orientation in an EXIF segment (TIFF tag 0x0112), or undefined. */
function readOrientation(segment: Buffer): number | undefined {
  if (segment.length < 20 || segment.toString("latin1", 0, 6) !== "Exif\0\0") return undefined;
  const tiff = segment.subarray(6);
  const isLittleEndian = tiff.toString("latin1", 0, 2) === "II";
  const readWord = (at: number) => (isLittleEndian ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const start = isLittleEndian ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (start + 2 > tiff.length) return undefined;
  const count = Math.min(readWord(start), Math.floor((tiff.length - start - 2) / 12));
  for (let index = 0; index < count; index++) {
    const at = start + 2 + index * 12;
    if (readWord(at) !== 0x01_12) continue;
    const value = readWord(at + 8);
    return value >= 1 && value <= 8 ? value : undefined;
  }
  return undefined;
}
