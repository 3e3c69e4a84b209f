import type { PdfFile } from "../writer/file.ts";

/** The image's bytes are not a PNG or JPEG file that can be embedded. `message` completes "the image …". */
export class ImageError extends Error {
  readonly code = "image";
}

/** An image ready to embed. Sizes in pixels, as the image is to be seen. */
export interface DecodedImage {
  width: number;
  height: number;
  /** EXIF orientation, 1 to 8: how the stored pixels are turned. */
  orientation: number;
  hasAlpha: boolean;
  /** Writes the image and returns the number of its object. */
  write(file: PdfFile): number;
}

/** More pixels than any page shows; decoding takes memory for each. */
export const MAX_PIXELS = 40_000_000;
