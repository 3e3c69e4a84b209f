import { toChannels, type Color } from "../raster/color.ts";

/** Formats a color as `#rrggbb`. */
export function toHex(color: Color): string {
  return `#${toChannels(color)
    .map((channel) => channel.toString(16).padStart(2, "0"))
    .join("")}`;
}

/** A rectangle, in pixels. */
interface Rectangle {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Formats a rectangle. `attributes` follow its position and size. */
export function formatRectangle({ left, top, right, bottom }: Rectangle, attributes = ""): string {
  const place = `x="${left}" y="${top}" width="${right - left}" height="${bottom - top}"`;
  return attributes === "" ? `<rect ${place}/>` : `<rect ${place} ${attributes}/>`;
}
