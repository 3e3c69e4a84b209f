import { mix, type Color } from "./color.ts";
import type { Geometry } from "./geometry.ts";
import type { Surface } from "./surface.ts";

/** The buttons of a macOS window: close, minimize, zoom. */
const BUTTON_COLORS = [0xff5f57, 0xfebc2e, 0x28c840];

/** Steps of coverage on the edges of corners and buttons. */
const EDGE_STEPS = 8;

/** A window's place and color. */
interface Window {
  geometry: Geometry;
  ground: Color;
}

/** What a scanline crosses: nothing of the window, its rounded corners, its buttons, or only its two sides. */
export type ScanlineKind = "around" | "corners" | "buttons" | "inside";

/** The zone of scanline `y`. */
export function zoneOf(y: number, geometry: Geometry): ScanlineKind {
  const fromEdge = rowFromEdge(y, geometry);
  if (fromEdge < 0) return "around";
  if (fromEdge < geometry.window.radius) return "corners";
  const [button] = geometry.buttons;
  return button && Math.abs(y + 0.5 - button.y) < button.radius ? "buttons" : "inside";
}

/** How many rows of the window lie between this one and the nearer of its top and bottom edges. */
function rowFromEdge(y: number, { window }: Geometry): number {
  return Math.min(y - window.top, window.bottom - 1 - y);
}

/** Lays the window's upper or lower corners over a scanline of its surroundings. */
export function roundCorners(scanline: Int32Array, y: number, { geometry, ground }: Window): void {
  const { left, right, radius } = geometry.window;
  const down = radius - rowFromEdge(y, geometry) - 0.5;
  for (let step = 0; step < radius; step++) {
    const covered = discCoverage(radius - step - 0.5, down, radius);
    for (const x of [left + step, right - 1 - step]) {
      scanline[x] = mix(scanline[x] ?? 0, ground, covered);
    }
  }
}

/** Paints what scanline `y` crosses of the buttons. */
export function paintButtons(surface: Surface, y: number, { geometry, ground }: Window): void {
  for (const [index, { x, y: middle, radius }] of geometry.buttons.entries()) {
    for (let column = Math.floor(x - radius); column < x + radius; column++) {
      const share = discCoverage(column + 0.5 - x, y + 0.5 - middle, radius);
      if (share > 0) surface.put(column, y, mix(ground, BUTTON_COLORS[index] ?? 0, share));
    }
  }
}

/** How much of a pixel belongs to a disc, by its way from the middle. */
function discCoverage(across: number, down: number, radius: number): number {
  const covered = Math.min(1, Math.max(0, radius - Math.sqrt(across * across + down * down) + 0.5));
  return Math.round(covered * EDGE_STEPS) / EDGE_STEPS;
}
