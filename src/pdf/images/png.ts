import { type DecodedImage, ImageError } from "./decoded-image.ts";
import { GRAY, GRAY_ALPHA, PALETTE, type PngHeader, readChunks, readHeader } from "./png-header.ts";
import { unpackPixels } from "./png-pixels.ts";
import { readAlpha, readColors } from "./png-samples.ts";

/** Reads a PNG file. Throws ImageError. */
export function readPng(data: Buffer): DecodedImage {
  const chunks = readChunks(data);
  const header = readHeader(chunks.get("IHDR"));
  const rows = unpackPixels(Buffer.concat(chunks.get("IDAT") ?? []), header);
  const palette = chunks.get("PLTE")?.[0];
  const transparent = chunks.get("tRNS")?.[0];
  if (header.color === PALETTE && (!palette || palette.length % 3 !== 0 || palette.length > 768)) {
    throw new ImageError("is a PNG without its palette");
  }
  const alpha = readAlpha(header, rows, transparent);
  const colors = readColors(header, rows);
  const { width, height } = header;
  const size = `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}`;
  return {
    width,
    height,
    orientation: 1,
    hasAlpha: alpha !== undefined,
    write(file) {
      const mask =
        alpha && file.addStream(`${size}/ColorSpace/DeviceGray/BitsPerComponent 8`, alpha);
      const space = formatColorSpace(header, palette);
      const soft = mask === undefined ? "" : `/SMask ${mask} 0 R`;
      return file.addStream(
        `${size}/ColorSpace${space}/BitsPerComponent ${header.depth}${soft}`,
        colors,
      );
    },
  };
}

function formatColorSpace({ color }: PngHeader, palette: Buffer | undefined): string {
  if (palette && color === PALETTE) {
    return `[/Indexed/DeviceRGB ${palette.length / 3 - 1}<${palette.toString("hex")}>]`;
  }
  return color === GRAY || color === GRAY_ALPHA ? "/DeviceGray" : "/DeviceRGB";
}
