import { readPngPixels } from "../../../lib/graphics/png-pixels.ts";
import type { Logo } from "../../../lib/graphics/logo.ts";
import { getViewBox, parseSvg } from "../../../lib/graphics/svg/svg.ts";
import { traceSvg } from "../../../lib/graphics/svg/trace.ts";
import { blendPixel, type RgbaCanvas, paintPolygons } from "./canvas.ts";
import { flattenPath, type PathTransform, toPolygons } from "./flatten.ts";
import type { LogoBox } from "./styled-code.ts";
import { createStrokePolygons } from "./stroke.ts";

/**
 * Draws a logo into a box, in pixels. Throws ImageError for a damaged file and SvgError for an SVG
 * that is not drawn.
 */
export function drawLogo(canvas: RgbaCanvas, logo: Logo, box: LogoBox): void {
  if (logo.kind === "svg") drawVector(canvas, logo.text, box);
  else drawPixels(canvas, readPngPixels(logo.bytes), box);
}

function drawVector(canvas: RgbaCanvas, text: string, box: LogoBox): void {
  const root = parseSvg(text);
  const [left, top, width] = getViewBox(root);
  const scale = box.width / width;
  const placement: PathTransform = { x: box.x - left * scale, y: box.y - top * scale, scale };
  for (const shape of traceSvg(root)) {
    const { path, fill, evenOdd, stroke, strokeWidth = 1, lineCap, opacity = 1 } = shape;
    if (fill !== undefined) {
      const rule = evenOdd ? "evenodd" : "nonzero";
      paintPolygons(canvas, toPolygons(path, placement), { paint: { color: fill, opacity }, rule });
    }
    if (stroke !== undefined) {
      const polygons = flattenPath(path, placement).flatMap((line) =>
        createStrokePolygons(line, strokeWidth * scale, lineCap),
      );
      paintPolygons(canvas, polygons, { paint: { color: stroke, opacity }, rule: "nonzero" });
    }
  }
}

/**
 * Draws pixels into the box. Each pixel of the box is the average of the source pixels that it
 * covers.
 */
function drawPixels(canvas: RgbaCanvas, source: RgbaCanvas, box: LogoBox): void {
  const [right, bottom] = [box.x + box.width, box.y + box.height];
  for (let y = Math.floor(box.y); y < bottom; y++) {
    for (let x = Math.floor(box.x); x < right; x++) {
      const covered = intersect({ x, y, width: 1, height: 1 }, box);
      const coverage = covered.width * covered.height;
      if (coverage <= 0) continue;
      const { color, opacity } = averageColors(source, toSource(covered, box, source));
      blendPixel(canvas, (y * canvas.width + x) * 4, { color, opacity }, coverage);
    }
  }
}

function intersect(first: LogoBox, second: LogoBox): LogoBox {
  const x = Math.max(first.x, second.x);
  const y = Math.max(first.y, second.y);
  const width = Math.min(first.x + first.width, second.x + second.width) - x;
  const height = Math.min(first.y + first.height, second.y + second.height) - y;
  return { x, y, width: Math.max(0, width), height: Math.max(0, height) };
}

function toSource(part: LogoBox, box: LogoBox, { width, height }: RgbaCanvas): LogoBox {
  const [across, down] = [width / box.width, height / box.height];
  return {
    x: (part.x - box.x) * across,
    y: (part.y - box.y) * down,
    width: part.width * across,
    height: part.height * down,
  };
}

/**
 * Returns the average color of an area. Weights colors by their opacity, so that transparent pixels
 * add none.
 */
function averageColors({ width, height, pixels }: RgbaCanvas, area: LogoBox) {
  const sums = [0, 0, 0, 0];
  let total = 0;
  const [right, bottom] = [
    Math.min(width, area.x + area.width),
    Math.min(height, area.y + area.height),
  ];
  for (let y = Math.floor(area.y); y < bottom; y++) {
    const down = Math.min(bottom, y + 1) - Math.max(area.y, y);
    for (let x = Math.floor(area.x); x < right; x++) {
      const weight = down * (Math.min(right, x + 1) - Math.max(area.x, x));
      const at = (y * width + x) * 4;
      const alpha = (pixels[at + 3] ?? 0) * weight;
      for (let channel = 0; channel < 3; channel++) {
        sums[channel] = (sums[channel] ?? 0) + (pixels[at + channel] ?? 0) * alpha;
      }
      sums[3] = (sums[3] ?? 0) + alpha;
      total += weight;
    }
  }
  const [red = 0, green = 0, blue = 0, alpha = 0] = sums;
  if (alpha === 0 || total === 0) return { color: 0, opacity: 0 };
  const [r, g, b] = [red, green, blue].map((sum) => Math.round(sum / alpha)) as [
    number,
    number,
    number,
  ];
  return { color: (r << 16) | (g << 8) | b, opacity: alpha / 255 / total };
}
