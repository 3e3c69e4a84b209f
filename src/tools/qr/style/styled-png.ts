import { deflateSync } from "node:zlib";
import { createDensityChunk, encodePngFile, type PngChunk } from "../../../lib/graphics/png.ts";
import { type ParsedColor, parseChannels } from "../../../domain/symbol/colors.ts";
import { type RgbaCanvas, createCanvas } from "./canvas.ts";
import { type Coverage, drawStamps, type Grid } from "./coverage.ts";
import { drawLogo } from "./draw-logo.ts";
import { listStamps } from "./module-paths.ts";
import { clearPlate } from "./plate.ts";
import { computeLogoBox, type StyledCode } from "./styled-code.ts";

/** Pixels per module, and pixels of the image's side. */
export interface PixelSize {
  scale: number;
  width: number;
}

/** Returns the code as a PNG of `width` × `width` pixels. Throws ImageError for a damaged logo. */
export function renderStyledPng(code: StyledCode, { scale, width }: PixelSize): Buffer {
  const { symbol, margin, shape, placed, pixelsPerMeter } = code;
  const { modules } = symbol;
  const corner = Math.floor((width - modules * scale) / 2) - margin * scale;
  const dark = clearPlate(symbol, placed?.plate);
  const stamps = listStamps({ modules, dark, margin }, shape);
  const coverage = drawStamps(width, stamps, { scale, corner });
  const colors = mixColors(code);
  const before = pixelsPerMeter === undefined ? [] : [createDensityChunk(pixelsPerMeter)];
  const logo = drawPlacedLogo(code, { scale, corner });
  return logo
    ? encodeTrueColor(coverage, { colors, logo, before })
    : encodePalette(coverage, colors, before);
}

/** A logo in pixels, and the position of its top left corner. */
interface LogoImage {
  canvas: RgbaCanvas;
  left: number;
  top: number;
}

function drawPlacedLogo(
  { placed, margin }: StyledCode,
  { scale, corner }: Grid,
): LogoImage | undefined {
  if (!placed) return undefined;
  const box = computeLogoBox(placed, margin);
  const [x, y] = [corner + box.x * scale, corner + box.y * scale];
  const [width, height] = [box.width * scale, box.height * scale];
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const canvas = createCanvas(Math.ceil(x + width) - left, Math.ceil(y + height) - top);
  drawLogo(canvas, placed.logo, { x: x - left, y: y - top, width, height });
  return { canvas, left, top };
}

/** Red, green, blue and alpha of a pixel, each 0 to 255. */
type Rgba = readonly [number, number, number, number];

/** Returns the color of each of the 256 levels of coverage. */
function mixColors({ dark, light }: { dark: ParsedColor; light: ParsedColor }): Rgba[] {
  const backdrop = toRgba(light);
  return Array.from({ length: 256 }, (_, level) =>
    compositeOver(toRgba(dark, (dark.alpha * level) / 255), backdrop),
  );
}

function toRgba(color: ParsedColor, alpha = color.alpha): Rgba {
  const [red = 0, green = 0, blue = 0] = parseChannels(color);
  return [red, green, blue, alpha];
}

function compositeOver(source: Rgba, backdrop: Rgba): Rgba {
  const alpha = source[3] / 255;
  const below = (backdrop[3] / 255) * (1 - alpha);
  const sum = alpha + below;
  if (sum === 0) return backdrop;
  const mix = (upper: number, lower: number) => Math.round((upper * alpha + lower * below) / sum);
  return [
    mix(source[0], backdrop[0]),
    mix(source[1], backdrop[1]),
    mix(source[2], backdrop[2]),
    Math.round(sum * 255),
  ];
}

const DEFLATE_LEVEL = 6;
/** The filter type of scanlines that store the difference from the line above. */
const FILTER_UP = 2;

/**
 * Encodes the levels as indexes of a palette. Stores a line that repeats the one above as no
 * difference from it.
 */
function encodePalette(
  { width, height, levels }: Coverage,
  colors: readonly Rgba[],
  before: readonly PngChunk[],
): Buffer {
  const stride = width + 1;
  const lines = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y++) {
    const line = levels.subarray(y * width, (y + 1) * width);
    if (repeatsLine(levels, y, width)) lines[y * stride] = FILTER_UP;
    else lines.set(line, y * stride + 1);
  }
  const alphas = colors.map(([, , , alpha]) => alpha);
  const isOpaque = alphas.every((alpha) => alpha === 255);
  return encodePngFile(
    {
      width,
      height,
      depth: 8,
      palette: colors.flatMap(([red, green, blue]) => [red, green, blue]),
    },
    [deflateSync(lines, { level: DEFLATE_LEVEL })],
    { before, after: isOpaque ? [] : [{ type: "tRNS", data: [Uint8Array.from(alphas)] }] },
  );
}

function repeatsLine(levels: Uint8Array, y: number, width: number): boolean {
  if (y === 0) return false;
  const above = levels.subarray((y - 1) * width, y * width);
  return Buffer.compare(above, levels.subarray(y * width, (y + 1) * width)) === 0;
}

interface TrueColorOptions {
  colors: readonly Rgba[];
  logo: LogoImage;
  before: readonly PngChunk[];
}

function encodeTrueColor(
  { width, height, levels }: Coverage,
  { colors, logo, before }: TrueColorOptions,
): Buffer {
  const hasAlpha = colors.some(([, , , alpha]) => alpha < 255);
  const bytes = hasAlpha ? 4 : 3;
  const stride = width * bytes + 1;
  const lines = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y++) {
    const isLogo = y >= logo.top && y <= logo.top + logo.canvas.height;
    if (!isLogo && repeatsLine(levels, y, width)) {
      lines[y * stride] = FILTER_UP;
      continue;
    }
    for (let x = 0; x < width; x++) {
      const base = colors[levels[y * width + x] ?? 0] as Rgba;
      const color = isLogo ? overlayLogo(base, logo, [x, y]) : base;
      const at = y * stride + 1 + x * bytes;
      for (let channel = 0; channel < bytes; channel++) lines[at + channel] = color[channel] ?? 0;
    }
  }
  return encodePngFile(
    { width, height, depth: 8, alpha: hasAlpha },
    [deflateSync(lines, { level: DEFLATE_LEVEL })],
    { before },
  );
}

function overlayLogo(
  base: Rgba,
  { canvas, left, top }: LogoImage,
  [x, y]: readonly [number, number],
): Rgba {
  const [column, row] = [x - left, y - top];
  if (column < 0 || row < 0 || column >= canvas.width || row >= canvas.height) return base;
  const at = (row * canvas.width + column) * 4;
  const [red = 0, green = 0, blue = 0, alpha = 0] = canvas.pixels.subarray(at, at + 4);
  return alpha === 0 ? base : compositeOver([red, green, blue, alpha], base);
}
