import { createBackdrop } from "./backdrop.ts";
import type { Geometry } from "./geometry.ts";
import type { PlacedCluster, LayoutRow } from "../text/layout.ts";
import { createGlyphCache, type GlyphBitmap } from "./masks.ts";
import type { Rows } from "../text/rows.ts";
import type { GlyphRun } from "../text/harfbuzz.ts";
import { shape } from "../text/shape.ts";
import type { Surface } from "./surface.ts";
import type { Theme } from "../highlight/themes.ts";

/** Everything that determines an image's pixels. */
export interface Scene {
  rows: Rows;
  geometry: Geometry;
  theme: Theme;
}

/**
 * Size of a band (1.25 MiB): small enough for the CPU cache and for compressing one while drawing the next, and large
 * enough that ten lines at scale 2 fit in one band, which is compressed without another thread.
 */
const BAND_BYTES = 5 << 18;

/** Returns the number of scanlines per band. */
export function rowsPerBand(geometry: Geometry, pixelBytes: number): number {
  const rows = Math.max(1, Math.floor(BAND_BYTES / (geometry.width * pixelBytes)));
  return Math.min(rows, geometry.height);
}

/** Draws the scene band by band. A band's bytes are overwritten when the band after the next is requested. */
export function* paintBands(scene: Scene, surface: Surface, rows: number): Generator<Uint8Array> {
  const paintBackdrop = createBackdrop(scene.geometry, scene.theme);
  const glyphs = getGlyphs(scene);
  const { height } = scene.geometry;
  for (let top = 0; top < height; top += rows) {
    const bottom = Math.min(height, top + rows);
    surface.startBand({ top, bottom });
    paintBackdrop(surface, { top, bottom });
    paintText(scene, surface, { top, bottom, glyphs });
    yield surface.bytes;
  }
}

type Glyphs = (shaped: GlyphRun) => GlyphBitmap;

let cachedGlyphs: { key: string; glyphs: Glyphs } | undefined;

/** Returns the glyph cache of the last size and theme again, because most images use the same ones. */
function getGlyphs({ geometry, theme }: Scene): Glyphs {
  const key = `${geometry.cell.em} ${theme.window}`;
  if (cachedGlyphs?.key !== key) {
    cachedGlyphs = { key, glyphs: createGlyphCache(geometry.cell, theme.window) };
  }
  return cachedGlyphs.glyphs;
}

interface TextBand {
  top: number;
  bottom: number;
  glyphs: Glyphs;
}

/** Draws the rows of a band and the rows next to it, because marks and descenders reach out of their row. */
function paintText(scene: Scene, surface: Surface, band: TextBand): void {
  const { text, cell, numbersRight } = scene.geometry;
  const first = Math.max(0, Math.floor((band.top - text.top) / cell.height) - 1);
  const last = Math.floor((band.bottom - text.top) / cell.height) + 1;
  for (let index = first; index <= last; index++) {
    const row = scene.rows.at(index);
    if (!row) return;
    const y = text.top + index * cell.height;
    if (numbersRight !== undefined) paintLineNumber(scene, surface, { y, row, ...band });
    for (const placed of row.placed) {
      paintCluster(surface, placed, { x: text.left + placed.column * cell.width, y, band, scene });
    }
  }
}

interface DrawContext {
  x: number;
  y: number;
  band: TextBand;
  scene: Scene;
}

function paintCluster(surface: Surface, { shaped, style }: PlacedCluster, spot: DrawContext): void {
  const { x, y, band } = spot;
  surface.blit(band.glyphs(shaped), x, y, style.color);
  const { cell } = spot.scene.geometry;
  const from = cell.baseline;
  const width = shaped.cells * cell.width;
  if (style.underline)
    paintLine(surface, { ...spot, y: y + from + cell.em * 0.13, width }, style.color);
  if (style.strike)
    paintLine(surface, { ...spot, y: y + from - cell.em * 0.3, width }, style.color);
}

function paintLine(surface: Surface, at: DrawContext & { width: number }, color: number): void {
  const thickness = Math.max(1, Math.round(at.scene.geometry.cell.em / 16));
  const top = Math.round(at.y);
  for (let y = Math.max(top, at.band.top); y < Math.min(top + thickness, at.band.bottom); y++) {
    surface.fill(y, at.x, at.x + at.width, color);
  }
}

const UPRIGHT = { bold: false, italic: false };

function paintLineNumber(
  { geometry, theme }: Scene,
  surface: Surface,
  { y, row, glyphs }: { y: number; row: LayoutRow; glyphs: Glyphs },
): void {
  if (row.lineNumber === undefined || geometry.numbersRight === undefined) return;
  const digits = String(row.lineNumber);
  for (const [index, digit] of Array.from(digits).entries()) {
    const x = geometry.numbersRight - (digits.length - index) * geometry.cell.width;
    surface.blit(glyphs(shape(digit, UPRIGHT)), x, y, theme.lineNumber);
  }
}
