import { deflateSync } from "node:zlib";
import { createDensityChunk, encodePngFile, type PngChunk } from "../../../lib/graphics/png.ts";
import { type ParsedColor, parseChannels } from "../../../domain/symbol/colors.ts";
import { type RgbaCanvas, createCanvas } from "./canvas.ts";
import { type Coverage, drawStamps, type Grid } from "./coverage.ts";
import { drawLogo } from "./draw-logo.ts";
import { listEyeStamps, listModuleStamps } from "./module-paths.ts";
import { clearPlate } from "./plate.ts";
import { computeLogoBox, type StyledCode } from "./styled-code.ts";

/** Pixels per module, and pixels of the image's side. */
interface PixelSize {
  scale: number;
  width: number;
}

/** Returns the code as a PNG of `width` × `width` pixels. Throws ImageError for a damaged logo. */
export function renderStyledPng(code: StyledCode, { scale, width }: PixelSize): Buffer {
  const { symbol, margin, shape, eyes, placed, pixelsPerMeter } = code;
  const { modules } = symbol;
  const corner = Math.floor((width - modules * scale) / 2) - margin * scale;
  const shaped = { modules, margin, dark: clearPlate(symbol, placed?.plate) };
  const stamps = [...listModuleStamps(shaped, shape), ...listEyeStamps(shaped, eyes)];
  const coverage = drawStamps(width, stamps, { scale, corner });
  const before = pixelsPerMeter === undefined ? [] : [createDensityChunk(pixelsPerMeter)];
  const logo = drawPlacedLogo(code, { scale, corner });
  if (!logo && !code.gradient) return encodePalette(coverage, mixColors(code), before);
  const start = corner + margin * scale;
  const getColor = createColors(code, { start, side: modules * scale });
  const { gradient, light } = code;
  return encodeTrueColor(coverage, {
    getColor,
    logo,
    before,
    hasAlpha: light.alpha < 255,
    isGradient: gradient !== undefined,
  });
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

/** Returns the color of a pixel with a level of coverage. */
type GetColor = (x: number, y: number, level: number) => Rgba;

/** Returns the colors of an image whose symbol begins at the pixel `start` and is `side` wide. */
function createColors(
  code: StyledCode,
  { start, side }: { start: number; side: number },
): GetColor {
  const { dark, light, gradient } = code;
  if (!gradient) {
    const colors = mixColors(code);
    return (_x, _y, level) => colors[level] as Rgba;
  }
  const [first, last, backdrop] = [toRgba(dark), toRgba(gradient), toRgba(light)];
  // All pixels of a diagonal have one color.
  const diagonals = new Map<number, Rgba>();
  const getDark = (diagonal: number): Rgba => {
    let color = diagonals.get(diagonal);
    if (!color) {
      const part = (diagonal + 1 - 2 * start) / (2 * side);
      const mix = (at: number) => (first[at] ?? 0) + ((last[at] ?? 0) - (first[at] ?? 0)) * part;
      diagonals.set(diagonal, (color = [mix(0), mix(1), mix(2), mix(3)]));
    }
    return color;
  };
  return (x, y, level) => {
    if (level === 0) return backdrop;
    const [red, green, blue, alpha] = getDark(x + y);
    return compositeOver([red, green, blue, (alpha * level) / 255], backdrop);
  };
}

const DEFLATE_LEVEL = 6;
/** Filter types of scanlines: differences from the left, and from the line above. */
const FILTER_SUB = 1;
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
  return encodePngFile(
    {
      width,
      height,
      depth: 8,
      palette: colors.flatMap(([red, green, blue]) => [red, green, blue]),
      alphas: colors.map(([, , , alpha]) => alpha),
    },
    [deflateSync(lines, { level: DEFLATE_LEVEL })],
    before,
  );
}

function repeatsLine(levels: Uint8Array, y: number, width: number): boolean {
  if (y === 0) return false;
  const above = levels.subarray((y - 1) * width, y * width);
  return Buffer.compare(above, levels.subarray(y * width, (y + 1) * width)) === 0;
}

interface TrueColorOptions {
  getColor: GetColor;
  hasAlpha: boolean;
  isGradient: boolean;
  logo: LogoImage | undefined;
  before: readonly PngChunk[];
}

function encodeTrueColor(
  { width, height, levels }: Coverage,
  { getColor, hasAlpha, isGradient, logo, before }: TrueColorOptions,
): Buffer {
  const bytes = hasAlpha ? 4 : 3;
  const stride = width * bytes + 1;
  const lines = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y++) {
    const isLogo = logo !== undefined && y >= logo.top && y <= logo.top + logo.canvas.height;
    if (!isLogo && !isGradient && repeatsLine(levels, y, width)) {
      lines[y * stride] = FILTER_UP;
      continue;
    }
    for (let x = 0; x < width; x++) {
      const base = getColor(x, y, levels[y * width + x] ?? 0);
      const color = isLogo ? overlayLogo(base, logo, [x, y]) : base;
      const at = y * stride + 1 + x * bytes;
      for (let channel = 0; channel < bytes; channel++) lines[at + channel] = color[channel] ?? 0;
    }
    if (isGradient) filterLine(lines.subarray(y * stride, (y + 1) * stride), bytes);
  }
  return encodePngFile(
    { width, height, depth: 8, alpha: hasAlpha },
    [deflateSync(lines, { level: DEFLATE_LEVEL })],
    before,
  );
}

/** Replaces the bytes of a scanline by their differences from the pixel on the left. */
function filterLine(line: Uint8Array, bytes: number): void {
  line[0] = FILTER_SUB;
  for (let at = line.length - 1; at > bytes; at--) {
    line[at] = (line[at] ?? 0) - (line[at - bytes] ?? 0);
  }
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
