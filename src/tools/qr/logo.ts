import { ValidationError } from "../../lib/errors.ts";
import { type Logo, readLogo } from "../../lib/graphics/logo.ts";

const MAX_FILE_BYTES = 100 * 1024;

/** Maximum pixels of each side, because decoding takes memory for each pixel. */
const MAX_SIDE = 2048;

/**
 * Returns the logo of a data URL, or undefined for none. Throws ValidationError for files other
 * than drawable PNG and SVG.
 */
export function parseLogo(url: string | undefined): Logo | undefined {
  if (url === undefined) return undefined;
  if (!/^\s*data:image\/(png|svg\+xml)[;,]/i.test(url)) {
    throw ValidationError.at(["logo"], "must be a PNG or SVG data URL");
  }
  const logo = readLogo(url);
  if (!logo) return undefined;
  const bytes = logo.kind === "svg" ? Buffer.byteLength(url) : logo.bytes.length;
  if (bytes > MAX_FILE_BYTES * (logo.kind === "svg" ? 4 / 3 : 1) + 100) {
    throw ValidationError.at(["logo"], "must be at most 100 KiB");
  }
  if (logo.kind !== "svg" && Math.max(logo.width, logo.height) > MAX_SIDE) {
    throw ValidationError.at(["logo"], `must be at most ${MAX_SIDE} pixels on a side`);
  }
  return logo;
}
