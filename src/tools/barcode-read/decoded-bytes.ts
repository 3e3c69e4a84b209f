import type { ImageHeader } from "../../lib/graphics/image-header.ts";
import type { JpegFrame } from "../../lib/graphics/jpeg-header.ts";

/** Maximum memory for decoding an image, of the {@link MAX_MEMORY_BYTES} of the reader's module. */
export const MAX_DECODED_BYTES = 96 * 2 ** 20;

/**
 * Maximum memory of the reader's WebAssembly module: the image, and four bytes a pixel for its
 * search.
 */
export const MAX_MEMORY_BYTES = 128 * 2 ** 20;

/** A module whose memory has grown beyond this ends, because WebAssembly never returns memory. */
export const MAX_KEPT_BYTES = 48 * 2 ** 20;

/**
 * Bytes of a pixel while stb_image decodes it. GIF: two frames of four samples, a flag, and the
 * result. BMP: four samples and the result.
 */
const PIXEL_BYTES = { png: 1, gif: 10, bmp: 5 } as const;

const PROGRESSIVE = 0xc2;

/** Returns the memory that the reader needs to decode an image, in bytes. */
export function estimateDecodedBytes(header: ImageHeader): number {
  const { format, width, height } = header;
  const bytes = format === "jpeg" ? 1 + countJpegBytes(header.frame) : PIXEL_BYTES[format];
  return width * height * bytes;
}

/**
 * Returns the bytes of a pixel in all components: one for each sample, and two for its coefficient
 * in a progressive file.
 */
function countJpegBytes({ sampling, marker }: JpegFrame): number {
  const maxAcross = Math.max(...sampling.map(([across]) => across));
  const maxDown = Math.max(...sampling.map(([, down]) => down));
  const samples = sampling.reduce((sum, [across, down]) => sum + across * down, 0);
  return (samples / Math.max(1, maxAcross * maxDown)) * (marker === PROGRESSIVE ? 3 : 1);
}
