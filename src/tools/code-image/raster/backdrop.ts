import { createFlatWriter, createGradientWriter, type PixelRange } from "./backdrop-colors.ts";
import type { Geometry } from "../../../domain/code-image/geometry.ts";
import { createShadow, type Shadow } from "./shadow.ts";
import type { Band, Surface } from "./surface.ts";
import type { CodeTheme } from "../highlight/themes.ts";
import { paintButtons, roundCorners, classifyScanline, type ScanlineKind } from "./window.ts";

/** Draws everything behind the text of a band: backdrop, shadow, window and buttons. */
type Backdrop = (surface: Surface, band: Band) => void;

/**
 * Gradient rows are quantized in groups of this many where the shadow is constant (color error ≤
 * 1/255). Larger groups compress worse, because the previous group falls outside deflate's 32 KiB
 * window.
 */
const GRADIENT_STEP_ROWS = 4;

/**
 * Creates the backdrop of an image. Gradient and shadow are computed only where they are visible.
 */
export function createBackdrop(geometry: Geometry, theme: CodeTheme): Backdrop {
  const shadow = createShadow(geometry);
  const sources = createScanlineSources(geometry, shadow, theme.backdrop.length === 1);
  const paintScanline = createScanlinePainter({ geometry, theme, shadow, sources });
  return (surface, { top, bottom }) => {
    for (let y = top; y < bottom;) {
      let end = y + 1;
      while (end < bottom && sources.equalsAbove(end)) end++;
      paintScanline(surface, y);
      surface.repeat(y, end);
      y = end;
    }
  };
}

/** Scanlines that have the gradient and shadow of another one, so that they compress well. */
interface ScanlineSources {
  /** Returns the scanline whose gradient and shadow are drawn on scanline `y`. */
  find(y: number, kind: ScanlineKind): number;
  /** Returns true when scanline `y` has the same pixels as the one above it. */
  equalsAbove(y: number): boolean;
}

function createScanlineSources(
  geometry: Geometry,
  shadow: Shadow,
  isFlat: boolean,
): ScanlineSources {
  const { scale } = geometry;
  // Scanlines of one CSS pixel are identical, which halves their size in the file at scale 2.
  const gradientStep = scale * (isFlat ? 1 : Math.floor(GRADIENT_STEP_ROWS / scale));
  const find = (y: number, kind: ScanlineKind) => {
    const hasEvenShadow = kind === "inside" && shadow.down[y] === 1;
    return y - (y % (hasEvenShadow ? gradientStep : scale));
  };
  return {
    find,
    equalsAbove(y) {
      const kind = classifyScanline(y, geometry);
      const hasEdges = kind === "corners" || kind === "buttons";
      if (hasEdges || kind !== classifyScanline(y - 1, geometry)) return false;
      const [source, above] = [find(y, kind), find(y - 1, kind)];
      return source === above || (isFlat && shadow.down[source] === shadow.down[above]);
    },
  };
}

interface ScanlineContext {
  geometry: Geometry;
  theme: CodeTheme;
  shadow: Shadow;
  sources: ScanlineSources;
}

function createScanlinePainter({ geometry, theme, shadow, sources }: ScanlineContext) {
  const { width, window } = geometry;
  const { backdrop, window: background } = theme;
  const isFlat = backdrop.length === 1;
  const writeBackdrop = isFlat
    ? createFlatWriter(shadow, backdrop[0] ?? 0)
    : createGradientWriter(geometry, shadow, backdrop);
  /** Columns of a single color: the window's, or above and below it that of the first column. */
  const plainColumns: Record<ScanlineKind, PixelRange> = {
    outside: isFlat ? shadow.plateau : [width, width],
    corners: [window.left + window.radius, window.right - window.radius],
    buttons: [window.left, window.right],
    inside: [window.left, window.right],
  };
  const scanline = new Int32Array(width);
  return (surface: Surface, y: number) => {
    const kind = classifyScanline(y, geometry);
    const [from, to] = plainColumns[kind];
    const source = sources.find(y, kind);
    writeBackdrop(scanline, source, [0, Math.min(from + 1, width)]);
    writeBackdrop(scanline, source, [to, width]);
    const plainColor = kind === "outside" ? (scanline[from] ?? 0) : background;
    if (kind === "corners") roundCorners(scanline, y, { geometry, background });
    surface.copy(y, scanline, [0, from]);
    surface.fill(y, from, to, plainColor);
    surface.copy(y, scanline, [to, width]);
    if (kind === "buttons") paintButtons(surface, y, { geometry, background });
  };
}
