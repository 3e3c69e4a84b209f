import type { CodeTheme } from "../highlight/themes.ts";
import { GRADIENT_DEGREES, SHADOW_OPACITY } from "../raster/backdrop-colors.ts";
import { getAlpha } from "../raster/color.ts";
import type { Geometry } from "../../../domain/code-image/geometry.ts";
import { measureShadow } from "../raster/shadow.ts";
import { BUTTON_COLORS } from "../raster/window.ts";
import { formatRectangle, toHex } from "./elements.ts";

/**
 * Draws everything behind the text as SVG: backdrop, shadow, window and buttons. `prefix` begins
 * the ids.
 */
export function drawFrame(geometry: Geometry, theme: CodeTheme, prefix: string): string {
  const { window } = geometry;
  const surface = formatRectangle(window, `rx="${window.radius}" fill="${toHex(theme.window)}"`);
  return [
    drawBackdrop(geometry, theme, prefix),
    drawShadow(geometry, prefix),
    surface,
    ...drawButtons(geometry),
  ].join("");
}

function drawBackdrop(geometry: Geometry, { backdrop }: CodeTheme, prefix: string): string {
  const { width, height } = geometry;
  const [color = 0, ...others] = backdrop;
  const whole = { left: 0, top: 0, right: width, bottom: height };
  if (others.length > 0) {
    const gradient = drawGradient(geometry, backdrop, `${prefix}backdrop`);
    return `${gradient}${formatRectangle(whole, `fill="url(#${prefix}backdrop)"`)}`;
  }
  return getAlpha(color) === 0 ? "" : formatRectangle(whole, `fill="${toHex(color)}"`);
}

/** Draws a linear gradient as CSS defines it: corners along its angle get the outer stops. */
function drawGradient({ width, height }: Geometry, colors: readonly number[], id: string): string {
  const angle = (GRADIENT_DEGREES * Math.PI) / 180;
  const [right, down] = [Math.sin(angle), -Math.cos(angle)];
  const half = (Math.abs(width * right) + Math.abs(height * down)) / 2;
  const at = (sign: number) => [
    (width / 2 + sign * half * right).toFixed(2),
    (height / 2 + sign * half * down).toFixed(2),
  ];
  const [[x1, y1], [x2, y2]] = [at(-1), at(1)];
  const stops = colors.map(
    (color, index) =>
      `<stop offset="${index / (colors.length - 1)}" stop-color="${toHex(color)}"/>`,
  );
  const vector = `x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}"`;
  return `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" ${vector}>${stops.join("")}</linearGradient>`;
}

function drawShadow({ width, height, window, margin }: Geometry, prefix: string): string {
  const { blur, drop } = measureShadow(margin);
  if (blur === 0) return "";
  const region = `filterUnits="userSpaceOnUse" x="0" y="0" width="${width}" height="${height}"`;
  const filter = `<filter id="${prefix}shadow" ${region}><feGaussianBlur stdDeviation="${blur}"/></filter>`;
  const box = { ...window, top: window.top + drop, bottom: window.bottom + drop };
  return `${filter}${formatRectangle(box, `opacity="${SHADOW_OPACITY}" filter="url(#${prefix}shadow)"`)}`;
}

function drawButtons({ buttons }: Geometry): string[] {
  return buttons.map(
    ({ x, y, radius }, index) =>
      `<circle cx="${x}" cy="${y}" r="${radius}" fill="${toHex(BUTTON_COLORS[index] ?? 0)}"/>`,
  );
}
