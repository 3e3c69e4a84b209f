import { type DecodedImage, ImageError, MAX_PIXELS } from "./decoded-image.ts";

/** Markers of ITU-T T.81. */
const START_OF_SCAN = 0xda;
const EXIF = 0xe1;

/** Start-of-frame markers that PDF viewers decode: baseline, extended and progressive, Huffman-coded. */
const SUPPORTED_FRAMES = new Set([0xc0, 0xc1, 0xc2]);
/** Start-of-frame markers of lossless, hierarchical and arithmetic-coded images. */
const UNSUPPORTED_FRAMES = new Set([0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf]);

interface Frame {
  width: number;
  height: number;
  components: number;
}

/** Reads a JPEG file, which is embedded unchanged. Throws ImageError. */
export function readJpeg(data: Buffer): DecodedImage {
  let frame: Frame | undefined;
  let orientation = 1;
  for (const { marker, segment } of readSegments(data)) {
    if (UNSUPPORTED_FRAMES.has(marker))
      throw new ImageError("is a JPEG of a kind that PDF does not support");
    if (SUPPORTED_FRAMES.has(marker)) frame = readFrame(segment);
    if (marker === EXIF) orientation = readOrientation(segment) ?? orientation;
  }
  if (!frame) throw new ImageError("is a damaged JPEG file");
  const { width, height, components } = frame;
  const space = components === 1 ? "/DeviceGray" : "/DeviceRGB";
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

/** Yields the segments up to the first scan. Throws ImageError for a damaged file. */
function* readSegments(data: Buffer): Generator<{ marker: number; segment: Buffer }> {
  let at = 2;
  while (at + 4 <= data.length) {
    if (data[at] !== 0xff) throw new ImageError("is a damaged JPEG file");
    const marker = data[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === START_OF_SCAN) return;
    const length = data.readUInt16BE(at + 2);
    if (length < 2 || at + 2 + length > data.length) throw new ImageError("is a damaged JPEG file");
    yield { marker, segment: data.subarray(at + 4, at + 2 + length) };
    at += 2 + length;
  }
  throw new ImageError("is a damaged JPEG file");
}

function readFrame(segment: Buffer): Frame {
  if (segment.length < 6) throw new ImageError("is a damaged JPEG file");
  const frame = {
    height: segment.readUInt16BE(1),
    width: segment.readUInt16BE(3),
    components: segment[5] ?? 0,
  };
  if (segment[0] !== 8) throw new ImageError("must have 8 bits a color");
  if (frame.components === 4) throw new ImageError("must be RGB or gray, not CMYK");
  if (frame.components !== 1 && frame.components !== 3) {
    throw new ImageError("is a damaged JPEG file");
  }
  if (frame.width === 0 || frame.height === 0)
    throw new ImageError("must have a width and a height");
  if (frame.width * frame.height > MAX_PIXELS)
    throw new ImageError("must have at most 40 million pixels");
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
