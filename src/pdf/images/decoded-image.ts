import { ImageError } from "../../lib/graphics/image-error.ts";
import type { Box } from "../../lib/graphics/shape.ts";
import type { PdfFile } from "../writer/file.ts";

/** An image ready to embed. Sizes in pixels, after orientation. */
export interface DecodedImage {
  width: number;
  height: number;
  /** EXIF orientation, 1 to 8: rotation and mirroring of the stored pixels. */
  orientation: number;
  hasAlpha: boolean;
  /** Writes the image and returns the number of its object. */
  write(file: PdfFile): number;
}

/** Maximum pixels, because viewers need memory for each. No page shows as many. */
const MAX_PIXELS = 40_000_000;

/** Throws ImageError for an image without pixels or with too many. */
export function checkPixels({ width, height }: { width: number; height: number }): void {
  if (width === 0 || height === 0) throw new ImageError("must have a width and a height");
  if (width * height > MAX_PIXELS) throw new ImageError("must have at most 40 million pixels");
}

const UPRIGHT = [1, 0, 0, 1, 0, 0] as const;

/** Each EXIF orientation as a matrix of the unit square in which PDF draws an image. */
const ORIENTATIONS: Record<number, readonly [number, number, number, number, number, number]> = {
  1: UPRIGHT,
  2: [-1, 0, 0, 1, 1, 0],
  3: [-1, 0, 0, -1, 1, 1],
  4: [1, 0, 0, -1, 0, 1],
  5: [0, -1, -1, 0, 1, 1],
  6: [0, -1, 1, 0, 0, 1],
  7: [0, 1, 1, 0, 0, 0],
  8: [0, 1, -1, 0, 1, 0],
};

/** Returns the matrix that draws an image upright into a box; `y` is its lower edge. */
export function createOrientedMatrix(orientation: number, { x, y, width, height }: Box): number[] {
  const [a, b, c, d, e, f] = ORIENTATIONS[orientation] ?? UPRIGHT;
  return [a * width, b * height, c * width, d * height, x + e * width, y + f * height];
}
