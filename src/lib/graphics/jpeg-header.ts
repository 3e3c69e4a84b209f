import { ImageError } from "./image-error.ts";

/** A marker of ITU-T T.81 and the contents of its segment. */
export interface JpegSegment {
  marker: number;
  segment: Buffer;
}

/** The start of a frame (ITU-T T.81, B.2.2). */
export interface JpegFrame {
  marker: number;
  /** Bits of a sample. */
  depth: number;
  width: number;
  height: number;
  /** Horizontal and vertical sampling factors of each component. */
  sampling: (readonly [number, number])[];
}

const START_OF_SCAN = 0xda;

/**
 * Yields the segments up to the first scan, and returns the position of the scan. Throws ImageError
 * for a damaged file.
 */
export function* readJpegSegments(data: Buffer): Generator<JpegSegment, number> {
  if (data.length < 2 || data.readUInt16BE(0) !== 0xff_d8) throw createDamagedError();
  for (let at = 2; at + 4 <= data.length;) {
    if (data[at] !== 0xff) throw createDamagedError();
    const marker = data[at + 1] ?? 0;
    // Any number of fill bytes can precede a marker.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === START_OF_SCAN) return at;
    const length = hasNoLength(marker) ? 0 : data.readUInt16BE(at + 2);
    if (length === 1 || at + 2 + length > data.length) throw createDamagedError();
    yield { marker, segment: data.subarray(at + 4, at + 2 + Math.max(length, 2)) };
    at += 2 + length;
  }
  throw createDamagedError();
}

function hasNoLength(marker: number): boolean {
  return marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);
}

/** Returns true for C0 to CF, except the markers of tables (C4 and CC) and the reserved C8. */
export function isJpegFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

/** Parses the segment of a frame. Throws ImageError for a damaged one. */
export function parseJpegFrame({ marker, segment }: JpegSegment): JpegFrame {
  const count = segment[5] ?? 0;
  if (segment.length < 6 + count * 3) throw createDamagedError();
  const sampling = Array.from({ length: count }, (_, index) => {
    const factors = segment[7 + index * 3] ?? 0;
    return [factors >> 4, factors & 15] as const;
  });
  const [depth, height, width] = [
    segment.readUInt8(0),
    segment.readUInt16BE(1),
    segment.readUInt16BE(3),
  ];
  return { marker, depth, width, height, sampling };
}

function createDamagedError(): ImageError {
  return new ImageError("is a damaged JPEG file");
}
