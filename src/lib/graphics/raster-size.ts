import { ImageError } from "./image-error.ts";
import { isJpegFrame, parseJpegFrame, readJpegSegments } from "./jpeg-header.ts";
import { readChunks, readHeader } from "./png-header.ts";

interface RasterSize {
  width: number;
  height: number;
}

/**
 * Returns the size of a PNG whose chunks are complete from IHDR to IEND (ISO/IEC 15948, 5), or
 * undefined for any other.
 */
export function readPngSize(bytes: Buffer): RasterSize | undefined {
  return ignoreDamaged(() => {
    const chunks = readChunks(bytes);
    const { width, height } = readHeader(chunks);
    return chunks.has("IDAT") ? { width, height } : undefined;
  });
}

/** Returns the size of a JPEG that has a frame, a scan and an end, or undefined for any other. */
export function readJpegSize(bytes: Buffer): RasterSize | undefined {
  if (!bytes.subarray(-64).includes("\xff\xd9", 0, "latin1")) return undefined;
  return ignoreDamaged(() => {
    const frame = Array.from(readJpegSegments(bytes)).find(({ marker }) => isJpegFrame(marker));
    if (!frame) return undefined;
    const { width, height } = parseJpegFrame(frame);
    return width > 0 && height > 0 ? { width, height } : undefined;
  });
}

function ignoreDamaged(read: () => RasterSize | undefined): RasterSize | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof ImageError) return undefined;
    throw error;
  }
}
