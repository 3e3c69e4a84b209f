import { formatHexColor } from "../../../lib/graphics/color.ts";
import type { Color } from "../raster/color.ts";
import type { Rectangle } from "../../../domain/code-image/geometry.ts";

/** Formats a color as `#rrggbb`, without its alpha. */
export function toHex(color: Color): string {
  return formatHexColor(color & 0xffffff);
}

/** Formats a `<rect>` element. `attributes` follow its position and size. */
export function formatRectangle({ left, top, right, bottom }: Rectangle, attributes = ""): string {
  const box = `x="${left}" y="${top}" width="${right - left}" height="${bottom - top}"`;
  return attributes === "" ? `<rect ${box}/>` : `<rect ${box} ${attributes}/>`;
}
