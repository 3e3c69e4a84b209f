import { DEFAULT_DPI, MM_PER_INCH } from "../../domain/barcode/dimensions.ts";
import { MAX_PIXELS } from "../../domain/symbol/format.ts";
import { ValidationError } from "../../lib/errors.ts";

/** The members of a request that determine its size. */
interface QrSizeRequest {
  width?: number;
  moduleMm?: number;
  dpi?: number;
}

interface QrDimensions {
  /** Width and height in pixels. */
  width: number;
  /** Width of a printed module in mm; undefined for an image without a size in print. */
  moduleMm?: number;
  /** Density of a PNG; undefined when the file names none. */
  pixelsPerMeter?: number;
}

const DEFAULT_WIDTH = 300;

/** Throws ValidationError for a size in pixels and in print. */
export function checkSingleSize({ width, moduleMm }: QrSizeRequest): void {
  if (width === undefined || moduleMm === undefined) return;
  throw ValidationError.at(["width"], "must not be combined with moduleMm");
}

/**
 * Returns the size of an image that is `modules` wide, quiet zone included. Throws ValidationError
 * for sizes that contradict each other and for images of more than 40 megapixels.
 */
export function getDimensions(request: QrSizeRequest, modules: number): QrDimensions {
  const { width, moduleMm, dpi } = request;
  if (moduleMm === undefined) {
    const pixelsPerMeter = dpi === undefined ? undefined : (dpi / MM_PER_INCH) * 1000;
    return {
      width: width ?? DEFAULT_WIDTH,
      ...(pixelsPerMeter !== undefined && { pixelsPerMeter }),
    };
  }
  checkSingleSize(request);
  const scale = Math.max(1, Math.round((moduleMm * (dpi ?? DEFAULT_DPI)) / MM_PER_INCH));
  const side = modules * scale;
  if (side ** 2 > MAX_PIXELS) {
    const largest =
      Math.floor((Math.floor(Math.sqrt(MAX_PIXELS)) / modules / scale) * moduleMm * 100) / 100;
    throw ValidationError.at(
      ["moduleMm"],
      `makes more than 40 megapixels; at this resolution the largest that fits is ${largest}`,
    );
  }
  return { width: side, moduleMm, pixelsPerMeter: (scale / moduleMm) * 1000 };
}
