import { compositeOver, mix, type Color } from "./color.ts";
import type { Geometry } from "../../../domain/code-image/geometry.ts";
import type { Surface } from "./surface.ts";

/** Button colors of a macOS window: close, minimize, zoom. */
export const BUTTON_COLORS = [0xff5f57, 0xfebc2e, 0x28c840];

/** Coverage levels on the edges of corners and buttons. */
const EDGE_STEPS = 8;

/** Geometry and color of the window. */
interface WindowStyle {
  geometry: Geometry;
  background: Color;
}

/**
 * The part of the window that a scanline crosses: none, the rounded corners, the buttons, or only
 * the sides.
 */
export type ScanlineKind = "outside" | "corners" | "buttons" | "inside";

export function classifyScanline(y: number, geometry: Geometry): ScanlineKind {
  const fromEdge = getDistanceToEdge(y, geometry);
  if (fromEdge < 0) return "outside";
  if (fromEdge < geometry.window.radius) return "corners";
  const [button] = geometry.buttons;
  return button && Math.abs(y + 0.5 - button.y) < button.radius ? "buttons" : "inside";
}

/**
 * Returns the distance in rows to the nearer of the window's top and bottom edges; negative
 * outside.
 */
function getDistanceToEdge(y: number, { window }: Geometry): number {
  return Math.min(y - window.top, window.bottom - 1 - y);
}

/** Blends the window's rounded corners onto a scanline of the backdrop. */
export function roundCorners(
  scanline: Int32Array,
  y: number,
  { geometry, background }: WindowStyle,
): void {
  const { left, right, radius } = geometry.window;
  const down = radius - getDistanceToEdge(y, geometry) - 0.5;
  for (let step = 0; step < radius; step++) {
    const covered = computeDiscCoverage(radius - step - 0.5, down, radius);
    for (const x of [left + step, right - 1 - step]) {
      scanline[x] = compositeOver(scanline[x] ?? 0, background, covered);
    }
  }
}

/** Draws the part of the buttons on scanline `y`. */
export function paintButtons(
  surface: Surface,
  y: number,
  { geometry, background }: WindowStyle,
): void {
  for (const [index, { x, y: middle, radius }] of geometry.buttons.entries()) {
    for (let column = Math.floor(x - radius); column < x + radius; column++) {
      const share = computeDiscCoverage(column + 0.5 - x, y + 0.5 - middle, radius);
      if (share > 0) surface.put(column, y, mix(background, BUTTON_COLORS[index] ?? 0, share));
    }
  }
}

/** Returns the coverage of a pixel by a disc, from its distance to the center. */
function computeDiscCoverage(across: number, down: number, radius: number): number {
  const covered = Math.min(1, Math.max(0, radius - Math.sqrt(across * across + down * down) + 0.5));
  return Math.round(covered * EDGE_STEPS) / EDGE_STEPS;
}
