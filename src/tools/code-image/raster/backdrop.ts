import { flatColors, gradientColors, type Span } from "./backdrop-colors.ts";
import type { Geometry } from "./geometry.ts";
import { shadowProfiles } from "./shadow.ts";
import type { Band, Surface } from "./surface.ts";
import type { Theme } from "../highlight/themes.ts";
import { paintButtons, roundCorners, zoneOf, type ScanlineKind } from "./window.ts";

/** Paints what lies under the text of a band: backdrop, shadow, window, buttons. */
export type Backdrop = (surface: Surface, band: Band) => void;

/**
 * Beside the window, where its shadow is even, so many scanlines of a gradient are alike; over them its colors change
 * by about one in 255. More would make files larger: those of the step before would lie too far back for deflate.
 */
const GRADIENT_STEP_ROWS = 4;

/** The backdrop of a picture. Gradient and shadow are worked out where they show: around the window. */
export function createBackdrop(geometry: Geometry, theme: Theme): Backdrop {
  const { width, window, scale } = geometry;
  const shadow = shadowProfiles(geometry);
  const { backdrop, window: ground } = theme;
  const isFlat = backdrop.length === 1;
  const writeAround = isFlat
    ? flatColors(shadow, backdrop[0] ?? 0)
    : gradientColors(geometry, shadow, backdrop);
  // The device pixels of one pixel look alike, which halves at scale 2 what they take in the file.
  const pixelsAlike = isFlat ? 1 : Math.floor(GRADIENT_STEP_ROWS / scale);
  const insideStep = scale * pixelsAlike;
  const modelRow = (y: number, zone: ScanlineKind) => {
    const isEven = zone === "inside" && shadow.down[y] === 1;
    return y - (y % (isEven ? insideStep : scale));
  };
  const isLikeAbove = (y: number) => {
    const zone = zoneOf(y, geometry);
    if ((zone !== "around" && zone !== "inside") || zone !== zoneOf(y - 1, geometry)) return false;
    const [row, above] = [modelRow(y, zone), modelRow(y - 1, zone)];
    return row === above || (isFlat && shadow.down[row] === shadow.down[above]);
  };
  const middles: Record<ScanlineKind, Span> = {
    around: isFlat ? shadow.plateau : [width, width],
    corners: [window.left + window.radius, window.right - window.radius],
    buttons: [window.left, window.right],
    inside: [window.left, window.right],
  };
  const scanline = new Int32Array(width);
  const paintRow = (surface: Surface, y: number) => {
    const zone = zoneOf(y, geometry);
    // All of one color: that of the window or, above and below it, of the first column.
    const [from, to] = middles[zone];
    const row = modelRow(y, zone);
    writeAround(scanline, row, [0, Math.min(from + 1, width)]);
    writeAround(scanline, row, [to, width]);
    const middle = zone === "around" ? (scanline[from] ?? 0) : ground;
    if (zone === "corners") roundCorners(scanline, y, { geometry, ground });
    surface.copy(y, scanline, [0, from]);
    surface.fill(y, from, to, middle);
    surface.copy(y, scanline, [to, width]);
    if (zone === "buttons") paintButtons(surface, y, { geometry, ground });
  };
  return (surface, { top, bottom }) => {
    for (let y = top; y < bottom;) {
      let end = y + 1;
      while (end < bottom && isLikeAbove(end)) end++;
      paintRow(surface, y);
      surface.repeat(y, end);
      y = end;
    }
  };
}
