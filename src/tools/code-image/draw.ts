import type { RenderResult, CodeImageOptions } from "./renderer.ts";
import { measure, countFittingRows } from "./raster/geometry.ts";
import { prepareHighlight } from "./highlight/highlight.ts";
import { layoutLines } from "./text/layout.ts";
import { rowsPerBand, paintBands, type Scene } from "./raster/paint.ts";
import { PaletteFullError, PaletteSurface } from "./raster/palette-surface.ts";
import { encodePng, deflateBand, deflateBands } from "./raster/png.ts";
import { createRows } from "./text/rows.ts";
import { loadTheme, type ThemeName } from "./highlight/themes.ts";
import { TrueColorSurface } from "./raster/true-color-surface.ts";

const DOTS_PER_INCH = 96;

/**
 * Renders code to a PNG. `onPrepared` is called once grammar, theme and fonts are loaded, because the time that
 * remains depends on the text alone.
 */
export async function drawCode(
  picture: CodeImageOptions,
  onPrepared?: () => void,
): Promise<RenderResult> {
  const theme = await loadTheme(picture.theme as ThemeName);
  const code = picture.code.replace(/\n$/, "");
  const highlight = await prepareHighlight(code, picture.language, theme);
  onPrepared?.();
  const rows = createRows(code.split("\n"), layoutLines(highlight()));
  const geometry = measure(rows.extent, picture);
  const fit = countFittingRows(rows.extent, geometry);
  if (fit !== undefined) return { kind: "too-large", linesThatFit: fit, scale: geometry.scale };
  const scene = { rows, geometry, theme };
  const png = await encode(scene);
  const { width, height, scale } = geometry;
  return { kind: "drawn", png, width, height, scale, language: picture.language };
}

/** Encodes with a palette when it holds every color, because that takes half the time and a third of the bytes. */
async function encode(scene: Scene): Promise<Uint8Array> {
  if (scene.theme.backdrop.length > 1) return encodeWith(TrueColorSurface, scene);
  try {
    return await encodeWith(PaletteSurface, scene);
  } catch (error) {
    if (error instanceof PaletteFullError) return encodeWith(TrueColorSurface, scene);
    throw error;
  }
}

async function encodeWith(
  Kind: typeof PaletteSurface | typeof TrueColorSurface,
  scene: Scene,
): Promise<Uint8Array> {
  const { width, height, scale } = scene.geometry;
  const rows = rowsPerBand(scene.geometry, Kind.pixelBytes);
  const surface = new Kind({ width, rows }, scene.theme.window);
  const bands = paintBands(scene, surface, rows);
  try {
    const packed = rows < height ? await deflateBands(bands) : Array.from(bands, deflateBand);
    const palette = surface instanceof PaletteSurface ? surface.palette : undefined;
    return encodePng({ width, height, dotsPerInch: DOTS_PER_INCH * scale, palette }, packed);
  } finally {
    surface.release();
  }
}
