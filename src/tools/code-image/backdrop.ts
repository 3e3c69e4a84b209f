import { flatColours, gradientColours, type Span } from "./around.ts";
import type { Geometry } from "./geometry.ts";
import { shadowProfiles } from "./shadow.ts";
import type { Surface } from "./surface.ts";
import type { Theme } from "./themes.ts";
import { paintButtons, roundCorners, zoneOf, type Zone } from "./window.ts";

/** Paints what lies under the text: backdrop, shadow, window, buttons. */
export interface Backdrop {
  /** Paints one scanline; `mayRepeat` says that the one above is painted and untouched. */
  paintRow(surface: Surface, y: number, mayRepeat: boolean): void;
}

/** The backdrop of a picture. Gradient and shadow are worked out where they show: around the window. */
export function createBackdrop(geometry: Geometry, theme: Theme): Backdrop {
  const { width, window, scale } = geometry;
  const shadow = shadowProfiles(geometry);
  const { backdrop, window: ground } = theme;
  const isFlat = backdrop.length === 1;
  const writeAround = isFlat
    ? flatColours(shadow, backdrop[0] ?? 0)
    : gradientColours(geometry, shadow, backdrop);
  // The device pixels of one pixel look alike, which halves at scale 2 what they take in the file.
  const pixelRow = (y: number) => y - (y % scale);
  const isLikeAbove = (y: number, zone: Zone) => {
    if ((zone !== "around" && zone !== "inside") || zone !== zoneOf(y - 1, geometry)) return false;
    const [row, above] = [pixelRow(y), pixelRow(y - 1)];
    return row === above || (isFlat && shadow.down[row] === shadow.down[above]);
  };
  const middles: Record<Zone, Span> = {
    around: isFlat ? shadow.plateau : [width, width],
    corners: [window.left + window.radius, window.right - window.radius],
    buttons: [window.left, window.right],
    inside: [window.left, window.right],
  };
  const scanline = new Int32Array(width);
  return {
    paintRow(surface, y, mayRepeat) {
      const zone = zoneOf(y, geometry);
      if (mayRepeat && isLikeAbove(y, zone)) {
        surface.repeat(y);
        return;
      }
      // All of one colour: that of the window or, above and below it, of the first column.
      const [from, to] = middles[zone];
      writeAround(scanline, pixelRow(y), [0, Math.min(from + 1, width)]);
      writeAround(scanline, pixelRow(y), [to, width]);
      const middle = zone === "around" ? (scanline[from] ?? 0) : ground;
      if (zone === "corners") roundCorners(scanline, y, { geometry, ground });
      surface.copy(y, scanline, [0, from]);
      surface.fill(y, from, to, middle);
      surface.copy(y, scanline, [to, width]);
      if (zone === "buttons") paintButtons(surface, y, { geometry, ground });
    },
  };
}
