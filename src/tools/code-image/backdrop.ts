import { mix, type Colour } from "./colour.ts";
import type { Geometry } from "./geometry.ts";
import { shadowProfiles, type Shadow } from "./shadow.ts";
import type { Surface } from "./surface.ts";
import type { Theme } from "./themes.ts";

/** The buttons of a macOS window: close, minimise, zoom. */
const BUTTON_COLOURS = [0xff5f57, 0xfebc2e, 0x28c840];

/** The direction of gradients, as in CSS: clockwise from upwards. */
const GRADIENT_DEGREES = 140;
/** Colours along the gradient: neighbours differ by about one in 255, which no eye tells apart. */
const GRADIENT_STEPS = 128;

const SHADOW_STRENGTH = 0.5;
/** Steps from no shadow to full: on a flat backdrop each takes a place in the palette. */
const FLAT_SHADOW_STEPS = 32;
/** On a bright gradient, coarser ones would show as contours. */
const GRADIENT_SHADOW_STEPS = SHADOW_STRENGTH * 256;

/** Steps of coverage on the edges of corners and buttons. */
const EDGE_STEPS = 8;

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
  const colourAround = isFlat
    ? flatColours(shadow, backdrop[0] ?? 0)
    : gradientColours(geometry, shadow, backdrop);
  // The device pixels of one pixel look alike, which halves at scale 2 what they take in the file.
  const pixelRow = (y: number) => y - (y % scale);
  const isLikeAbove = (y: number) => {
    const [row, above] = [pixelRow(y), pixelRow(y - 1)];
    return row === above || (isFlat && shadow.down[row] === shadow.down[above]);
  };
  const scanline = new Int32Array(width);
  return {
    paintRow(surface, y, mayRepeat) {
      const zone = zoneOf(y, geometry);
      if (mayRepeat && zone !== "detailed" && zone === zoneOf(y - 1, geometry) && isLikeAbove(y)) {
        surface.repeat(y);
        return;
      }
      const meetsCorners = zone === "detailed" && rowFromEdge(y, geometry) < window.radius;
      const corner = meetsCorners ? window.radius : 0;
      const sides: Span[] =
        zone === "around"
          ? [[0, width]]
          : [
              [0, window.left + corner],
              [window.right - corner, width],
            ];
      for (const side of sides) colourAround(scanline, pixelRow(y), side);
      if (corner > 0) roundCorners(scanline, y, { geometry, ground });
      for (const side of sides) surface.copy(y, scanline, side);
      if (zone === "around") return;
      surface.fill(y, window.left + corner, window.right - corner, ground);
      if (zone === "detailed") paintButtons(surface, y, { geometry, ground });
    },
  };
}

/** Whether a scanline crosses the window, and there, whether it meets corners or buttons. */
function zoneOf(y: number, geometry: Geometry): "around" | "inside" | "detailed" {
  const { window, buttons } = geometry;
  if (y < window.top || y >= window.bottom) return "around";
  const [button] = buttons;
  const meetsButtons = button !== undefined && Math.abs(y + 0.5 - button.y) < button.radius + 1;
  return meetsButtons || rowFromEdge(y, geometry) < window.radius ? "detailed" : "inside";
}

/** From a column up to, not including, another. */
type Span = [from: number, to: number];

/** Writes the colours that the backdrop has on a span of scanline `y`. */
type Colours = (scanline: Int32Array, y: number, span: Span) => void;

interface Window {
  geometry: Geometry;
  ground: Colour;
}

function roundCorners(scanline: Int32Array, y: number, { geometry, ground }: Window): void {
  const { left, right, radius } = geometry.window;
  const down = radius - rowFromEdge(y, geometry) - 0.5;
  for (let step = 0; step < radius; step++) {
    const covered = discCoverage(radius - step - 0.5, down, radius);
    for (const x of [left + step, right - 1 - step]) {
      scanline[x] = mix(scanline[x] ?? 0, ground, covered);
    }
  }
}

/** How many rows of the window lie between this one and the nearer of its top and bottom edges. */
function rowFromEdge(y: number, { window }: Geometry): number {
  return Math.min(y - window.top, window.bottom - 1 - y);
}

/** How much of a pixel belongs to a disc, by its way from the middle. */
function discCoverage(across: number, down: number, radius: number): number {
  const covered = Math.min(1, Math.max(0, radius - Math.hypot(across, down) + 0.5));
  return Math.round(covered * EDGE_STEPS) / EDGE_STEPS;
}

function paintButtons(surface: Surface, y: number, { geometry, ground }: Window): void {
  for (const [index, { x, y: middle, radius }] of geometry.buttons.entries()) {
    for (let column = Math.floor(x - radius); column < x + radius; column++) {
      const share = discCoverage(column + 0.5 - x, y + 0.5 - middle, radius);
      if (share > 0) surface.put(column, y, mix(ground, BUTTON_COLOURS[index] ?? 0, share));
    }
  }
}

function flatColours(shadow: Shadow, backdrop: Colour): Colours {
  const shades = Int32Array.from({ length: FLAT_SHADOW_STEPS + 1 }, (_, step) =>
    mix(backdrop, 0, (step / FLAT_SHADOW_STEPS) * SHADOW_STRENGTH),
  );
  return (scanline, y, [from, to]) => {
    const depth = (shadow.down[y] ?? 0) * FLAT_SHADOW_STEPS;
    for (let x = from; x < to; x++) {
      scanline[x] = shades[((shadow.across[x] as number) * depth + 0.5) | 0] as number;
    }
  };
}

/** The gradient as CSS draws it: the corners in its direction get the outer stops. */
function gradientColours(
  { width, height }: Geometry,
  shadow: Shadow,
  stops: readonly Colour[],
): Colours {
  const angle = (GRADIENT_DEGREES * Math.PI) / 180;
  const [right, down] = [Math.sin(angle), -Math.cos(angle)];
  const length = Math.abs(width * right) + Math.abs(height * down);
  const colours = Int32Array.from({ length: GRADIENT_STEPS + 1 }, (_, step) => {
    const place = (step / GRADIENT_STEPS) * (stops.length - 1);
    const first = Math.min(Math.floor(place), stops.length - 2);
    return mix(stops[first] ?? 0, stops[first + 1] ?? 0, place - first);
  });
  const perColumn = (right / length) * GRADIENT_STEPS;
  const perRow = (down / length) * GRADIENT_STEPS;
  const middle = GRADIENT_STEPS / 2 + 0.5 - (width * perColumn + height * perRow) / 2;
  return (scanline, y, [from, to]) => {
    const depth = (shadow.down[y] ?? 0) * GRADIENT_SHADOW_STEPS;
    let place = middle + y * perRow + from * perColumn;
    for (let x = from; x < to; x++, place += perColumn) {
      const light = 256 - (((shadow.across[x] as number) * depth + 0.5) | 0);
      scanline[x] = darken(colours[place | 0] as number, light);
    }
  };
}

/** All three channels at once; `share` is of 256. */
function darken(colour: Colour, share: number): Colour {
  const redAndBlue = (((colour & 0xff00ff) * share) >>> 8) & 0xff00ff;
  const green = (((colour & 0x00ff00) * share) >>> 8) & 0x00ff00;
  return redAndBlue | green;
}
