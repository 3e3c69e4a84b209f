import { createFlatWriter, createGradientWriter, type PixelRange } from "./backdrop-colors.ts";
import type { Geometry } from "./geometry.ts";
import { createShadow } from "./shadow.ts";
import type { Band, Surface } from "./surface.ts";
import type { CodeTheme } from "../highlight/themes.ts";
import { paintButtons, roundCorners, classifyScanline, type ScanlineKind } from "./window.ts";

/** Draws everything below the text of a band: backdrop, shadow, window and buttons. */
export type Backdrop = (surface: Surface, band: Band) => void;

/**
 * Gradient rows are quantized in groups of this many where the shadow is constant (color error ≤ 1/255). Larger
 * groups compress worse, because the previous group falls outside deflate's 32 KiB window.
 */
const GRADIENT_STEP_ROWS = 4;

/** Creates the backdrop of an image. Gradient and shadow are computed only where they are visible. */
export function createBackdrop(geometry: Geometry, theme: CodeTheme): Backdrop {
  const { width, window, scale } = geometry;
  const shadow = createShadow(geometry);
  const { backdrop, window: background } = theme;
  const isFlat = backdrop.length === 1;
  const writeAround = isFlat
    ? createFlatWriter(shadow, backdrop[0] ?? 0)
    : createGradientWriter(geometry, shadow, backdrop);
  // Rows of one CSS pixel are identical, which halves their size in the file at scale 2.
  const pixelsAlike = isFlat ? 1 : Math.floor(GRADIENT_STEP_ROWS / scale);
  const insideStep = scale * pixelsAlike;
  const modelRow = (y: number, kind: ScanlineKind) => {
    const isEven = kind === "inside" && shadow.down[y] === 1;
    return y - (y % (isEven ? insideStep : scale));
  };
  const isLikeAbove = (y: number) => {
    const kind = classifyScanline(y, geometry);
    if ((kind !== "outside" && kind !== "inside") || kind !== classifyScanline(y - 1, geometry))
      return false;
    const [row, above] = [modelRow(y, kind), modelRow(y - 1, kind)];
    return row === above || (isFlat && shadow.down[row] === shadow.down[above]);
  };
  const middles: Record<ScanlineKind, PixelRange> = {
    outside: isFlat ? shadow.plateau : [width, width],
    corners: [window.left + window.radius, window.right - window.radius],
    buttons: [window.left, window.right],
    inside: [window.left, window.right],
  };
  const scanline = new Int32Array(width);
  const paintRow = (surface: Surface, y: number) => {
    const kind = classifyScanline(y, geometry);
    // The middle has a single color: the window's, or above and below it the first column's.
    const [from, to] = middles[kind];
    const row = modelRow(y, kind);
    writeAround(scanline, row, [0, Math.min(from + 1, width)]);
    writeAround(scanline, row, [to, width]);
    const middle = kind === "outside" ? (scanline[from] ?? 0) : background;
    if (kind === "corners") roundCorners(scanline, y, { geometry, background });
    surface.copy(y, scanline, [0, from]);
    surface.fill(y, from, to, middle);
    surface.copy(y, scanline, [to, width]);
    if (kind === "buttons") paintButtons(surface, y, { geometry, background });
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
