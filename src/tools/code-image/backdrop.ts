import { mix, type Colour } from "./colour.ts";
import type { Geometry } from "./geometry.ts";
import type { Surface } from "./surface.ts";
import type { Theme } from "./themes.ts";

/** The buttons of a macOS window: close, minimise, zoom. */
const BUTTON_COLOURS = [0xff5f57, 0xfebc2e, 0x28c840];

/** The direction of gradients, as in CSS: clockwise from upwards. */
const GRADIENT_DEGREES = 140;
const GRADIENT_STEPS = 512;

/** Steps from no shadow to full: fewer where each takes a place in the palette. */
const SHADOW_STEPS = { flat: 24, gradient: 128 };
const SHADOW_STRENGTH = 0.5;

/** Steps of coverage on the window's rounded corners. */
const CORNER_STEPS = 8;

/** Paints what lies under the text: backdrop, shadow, window, buttons. */
export interface Backdrop {
  /** Paints one scanline; `mayRepeat` says that the one above is painted and untouched. */
  paintRow(surface: Surface, y: number, mayRepeat: boolean): void;
}

/** The backdrop of a picture. Gradient and shadow are worked out where they show: around the window. */
export function createBackdrop(geometry: Geometry, theme: Theme): Backdrop {
  const { width, window } = geometry;
  const colourAt = backdropColours(geometry, theme);
  const isFlat = theme.backdrop.length === 1;
  const paintAround = (surface: Surface, y: number, [from, to]: [number, number]) => {
    for (let x = from; x < to; x++) surface.put(x, y, colourAt(x, y));
  };
  const paintCorners = (surface: Surface, y: number) => {
    const inset = window.radius;
    for (let step = 0; step < inset; step++) {
      const covered = cornerCoverage(step, rowFromEdge(y, geometry), inset);
      if (covered === 1) continue;
      for (const x of [window.left + step, window.right - 1 - step]) {
        surface.put(x, y, mix(colourAt(x, y), theme.window, covered));
      }
    }
  };
  return {
    paintRow(surface, y, mayRepeat) {
      if (y < window.top || y >= window.bottom) return paintAround(surface, y, [0, width]);
      if (mayRepeat && isFlat && colourAt.sameAsAbove(y)) return surface.repeat(y);
      paintAround(surface, y, [0, window.left]);
      surface.fill(y, window.left, window.right, theme.window);
      paintAround(surface, y, [window.right, width]);
      if (rowFromEdge(y, geometry) < window.radius) paintCorners(surface, y);
      paintButtons(surface, y, { geometry, ground: theme.window });
      return undefined;
    },
  };
}

/** How many rows of the window lie between this one and the nearer of its top and bottom edges. */
function rowFromEdge(y: number, { window }: Geometry): number {
  return Math.min(y - window.top, window.bottom - 1 - y);
}

/** How much of a pixel near a rounded corner belongs to the window, by its distance from the arc. */
function cornerCoverage(fromSide: number, fromEdge: number, radius: number): number {
  const distance = Math.hypot(radius - fromSide - 0.5, radius - fromEdge - 0.5);
  const covered = Math.min(1, Math.max(0, radius - distance + 0.5));
  return Math.round(covered * CORNER_STEPS) / CORNER_STEPS;
}

function paintButtons(
  surface: Surface,
  y: number,
  { geometry, ground }: { geometry: Geometry; ground: Colour },
): void {
  for (const [index, { x, y: middle, radius }] of geometry.buttons.entries()) {
    if (Math.abs(y + 0.5 - middle) > radius + 1) continue;
    for (let column = Math.floor(x - radius); column < x + radius; column++) {
      const distance = Math.hypot(column + 0.5 - x, y + 0.5 - middle);
      const covered = Math.min(1, Math.max(0, radius - distance + 0.5));
      const share = Math.round(covered * CORNER_STEPS) / CORNER_STEPS;
      if (share > 0) surface.put(column, y, mix(ground, BUTTON_COLOURS[index] ?? 0, share));
    }
  }
}

/** The colour of the backdrop with the window's shadow on it, at any pixel. */
function backdropColours(geometry: Geometry, theme: Theme) {
  const isFlat = theme.backdrop.length === 1;
  const steps = isFlat ? SHADOW_STEPS.flat : SHADOW_STEPS.gradient;
  const shadow = shadowProfiles(geometry);
  const gradient = isFlat ? undefined : gradientColours(geometry, theme.backdrop);
  const flat = Int32Array.from({ length: steps + 1 }, (_, step) =>
    mix(theme.backdrop[0] ?? 0, 0, (step / steps) * SHADOW_STRENGTH),
  );
  const stepAt = (x: number, y: number) =>
    Math.round((shadow.across[x] ?? 0) * (shadow.down[y] ?? 0) * steps);
  const colourAt = (x: number, y: number): Colour => {
    const step = stepAt(x, y);
    if (!gradient) return flat[step] ?? 0;
    return darken(gradient(x, y), 256 - Math.round((step / steps) * SHADOW_STRENGTH * 256));
  };
  /** Whether a scanline within the window looks like the one above it: no corner, no button, one shadow. */
  const sameAsAbove = (y: number): boolean => {
    const { window, buttons } = geometry;
    const buttonsEnd = Math.max(0, ...buttons.map((button) => button.y + button.radius + 2));
    return (
      rowFromEdge(y, geometry) > window.radius &&
      y > buttonsEnd &&
      shadow.down[y] === shadow.down[y - 1]
    );
  };
  return Object.assign(colourAt, { sameAsAbove });
}

/** All three channels at once; `share` is of 256. */
function darken(colour: Colour, share: number): Colour {
  const redAndBlue = (((colour & 0xff00ff) * share) >>> 8) & 0xff00ff;
  const green = (((colour & 0x00ff00) * share) >>> 8) & 0x00ff00;
  return redAndBlue | green;
}

/**
 * A rectangle blurred by a Gaussian is the product of one profile across and one down, which makes a soft
 * shadow cost one multiplication a pixel.
 */
function shadowProfiles({ width, height, window }: Geometry) {
  const blur = window.left * 0.3;
  const drop = window.left * 0.2;
  const profile = (length: number, from: number, to: number) =>
    Float64Array.from({ length }, (_, at) => {
      const share = normal((at + 0.5 - from) / blur) - normal((at + 0.5 - to) / blur);
      // Far inside it is 1 but for noise, and equal rows can be copied.
      return Math.round(share * 4096) / 4096;
    });
  return {
    across: profile(width, window.left, window.right),
    down: profile(height, window.top + drop, window.bottom + drop),
  };
}

/** The normal distribution's cumulative share, by Zelen and Severo's approximation (error below 1e-5). */
function normal(z: number): number {
  const t = 1 / (1 + 0.33267 * Math.abs(z));
  const tail = Math.exp((-z * z) / 2) * t * (0.4361836 + t * (-0.1201676 + t * 0.937298));
  const share = tail / Math.sqrt(2 * Math.PI);
  return z > 0 ? 1 - share : share;
}

/** The gradient as CSS draws it: the corners in its direction get the outer stops. */
function gradientColours({ width, height }: Geometry, stops: readonly Colour[]) {
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
  return (x: number, y: number): Colour => colours[(middle + x * perColumn + y * perRow) | 0] ?? 0;
}
