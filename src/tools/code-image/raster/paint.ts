import { createBackdrop } from "./backdrop.ts";
import type { PlacedCluster, LayoutRow } from "../text/layout.ts";
import { createGlyphCache, type GlyphCache } from "./glyph-cache.ts";
import type { CellSize, Geometry } from "../../../domain/code-image/geometry.ts";
import type { Rows } from "../text/rows.ts";
import { shape } from "../text/shape.ts";
import type { Color } from "./color.ts";
import type { Band, Surface } from "./surface.ts";
import type { CodeTheme } from "../highlight/themes.ts";

/** An image to draw: laid-out text, geometry and colors. */
export interface Scene {
  rows: Rows;
  geometry: Geometry;
  theme: CodeTheme;
  /** The title, truncated to the columns that the geometry has for it. Default: none. */
  title?: readonly PlacedCluster[];
}

/**
 * Size of a band (1.25 MiB): small enough for the CPU cache and for compressing one while drawing
 * the next. Ten lines at scale 2 fit in one band, which is compressed without another thread.
 */
const BAND_BYTES = 5 << 18;

/** Returns the number of scanlines per band. */
export function countBandRows(geometry: Geometry, pixelBytes: number): number {
  const rows = Math.max(1, Math.floor(BAND_BYTES / (geometry.width * pixelBytes)));
  return Math.min(rows, geometry.height);
}

/**
 * Draws the scene band by band. A band's bytes are overwritten when the band after the next is
 * requested.
 */
export function* paintBands(scene: Scene, surface: Surface, rows: number): Generator<Uint8Array> {
  const paintBackdrop = createBackdrop(scene.geometry, scene.theme);
  const glyphs = getGlyphs(scene.geometry.cell, scene.theme);
  const { height } = scene.geometry;
  for (let top = 0; top < height; top += rows) {
    const bottom = Math.min(height, top + rows);
    surface.startBand({ top, bottom });
    paintBackdrop(surface, { top, bottom });
    paintTitle(scene, surface, { top, bottom });
    paintText(scene, surface, { top, bottom, glyphs });
    yield surface.bytes;
  }
}

/**
 * Glyph caches by size and window color, least recently used first. Most images use the same two:
 * of text and title.
 */
const cachedGlyphs = new Map<string, GlyphCache>();
const MAX_GLYPH_CACHES = 2;

function getGlyphs(cell: CellSize, { window }: CodeTheme): GlyphCache {
  const key = `${cell.em} ${window}`;
  const glyphs = cachedGlyphs.get(key) ?? createGlyphCache(cell, window);
  cachedGlyphs.delete(key);
  cachedGlyphs.set(key, glyphs);
  const [oldest = ""] = cachedGlyphs.keys();
  if (cachedGlyphs.size > MAX_GLYPH_CACHES) cachedGlyphs.delete(oldest);
  return glyphs;
}

interface TextBand extends Band {
  glyphs: GlyphCache;
}

/** Draws the title where it crosses the band. */
function paintTitle({ geometry, theme, title = [] }: Scene, surface: Surface, band: Band): void {
  if (!geometry.title) return;
  const { cell, left, top } = geometry.title;
  // Masks are cropped to the adjacent rows.
  if (band.bottom <= top - cell.height || band.top >= top + 2 * cell.height) return;
  const glyphs = getGlyphs(cell, theme);
  for (const { column, shaped, style } of title) {
    surface.blit(glyphs(shaped), left + column * cell.width, top, style.color);
  }
}

/**
 * Draws the rows of a band and the rows next to it, because marks and descenders reach out of their
 * row.
 */
function paintText(scene: Scene, surface: Surface, band: TextBand): void {
  const { text, cell, numbersRight } = scene.geometry;
  const first = Math.max(0, Math.floor((band.top - text.top) / cell.height) - 1);
  const last = Math.floor((band.bottom - text.top) / cell.height) + 1;
  for (let index = first; index <= last; index++) {
    const row = scene.rows.at(index);
    if (!row) break;
    if (row.tint) paintTint(scene, surface, { ...band, y: text.top + index * cell.height, row });
  }
  for (let index = first; index <= last; index++) {
    const row = scene.rows.at(index);
    if (!row) break;
    const y = text.top + index * cell.height;
    const background = row.tint?.background ?? scene.theme.window;
    surface.setBackground(background);
    if (numbersRight !== undefined) paintLineNumber(scene, surface, { y, row, ...band });
    for (const placed of row.placed) {
      paintCluster(surface, placed, {
        x: text.left + placed.column * cell.width,
        y,
        background,
        band,
        scene,
      });
    }
  }
}

/** Fills a row across the window with its tint, where it crosses the band. */
function paintTint(
  { geometry }: Scene,
  surface: Surface,
  { y, row, top, bottom }: Band & { y: number; row: LayoutRow },
): void {
  const { window, cell, barWidth } = geometry;
  if (!row.tint) return;
  const barEnd = window.left + barWidth;
  for (let line = Math.max(y, top); line < Math.min(y + cell.height, bottom); line++) {
    surface.fill(line, window.left, barEnd, row.tint.bar);
    surface.fill(line, barEnd, window.right, row.tint.background);
  }
}

/** Position of a cluster in pixels, and what it is drawn on. */
interface DrawContext {
  x: number;
  y: number;
  background: Color;
  band: TextBand;
  scene: Scene;
}

function paintCluster(
  surface: Surface,
  { shaped, style }: PlacedCluster,
  context: DrawContext,
): void {
  const { x, y, band } = context;
  surface.blit(band.glyphs(shaped, context.background), x, y, style.color);
  const { cell } = context.scene.geometry;
  const from = cell.baseline;
  const width = shaped.cells * cell.width;
  if (style.underline)
    paintLine(surface, { ...context, y: y + from + cell.em * UNDERLINE_EMS, width }, style.color);
  if (style.strike)
    paintLine(surface, { ...context, y: y + from + cell.em * STRIKE_EMS, width }, style.color);
}

function paintLine(surface: Surface, at: DrawContext & { width: number }, color: number): void {
  const thickness = getLineThickness(at.scene.geometry.cell);
  const top = Math.round(at.y);
  for (let y = Math.max(top, at.band.top); y < Math.min(top + thickness, at.band.bottom); y++) {
    surface.fill(y, at.x, at.x + at.width, color);
  }
}

/** Top of underlines, in ems below the baseline. */
export const UNDERLINE_EMS = 0.13;
/** Top of strikethroughs, in ems below the baseline. */
export const STRIKE_EMS = -0.3;

/** Returns the thickness of underlines and strikethroughs, in pixels. */
export function getLineThickness({ em }: CellSize): number {
  return Math.max(1, Math.round(em / 16));
}

/** The style of line numbers. */
export const UPRIGHT = { bold: false, italic: false };

function paintLineNumber(
  { geometry, theme }: Scene,
  surface: Surface,
  { y, row, glyphs }: { y: number; row: LayoutRow; glyphs: GlyphCache },
): void {
  if (row.lineNumber === undefined || geometry.numbersRight === undefined) return;
  const digits = String(row.lineNumber);
  for (const [index, digit] of Array.from(digits).entries()) {
    const x = geometry.numbersRight - (digits.length - index) * geometry.cell.width;
    surface.blit(glyphs(shape(digit, UPRIGHT)), x, y, theme.lineNumber);
  }
}
