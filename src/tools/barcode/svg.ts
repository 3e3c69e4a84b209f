import type { SymbolColors } from "../../domain/symbol/colors.ts";
import { formatMatrixPath, paint, formatSvgDocument } from "../../domain/symbol/svg.ts";
import type { Bar, Drawing, Rotation, TextLine } from "../../domain/barcode/drawing.ts";
import { getGlyph, UNITS_PER_EM } from "../../domain/barcode/text/glyphs.ts";
import { roundTo3 } from "../../lib/graphics/round.ts";

interface SvgOptions {
  moduleMm: number;
  palette: SymbolColors;
  rotate: Rotation;
}

/** Returns a drawing as an SVG document whose size is given in mm. */
export function toSvg(drawing: Drawing, { moduleMm, palette, rotate }: SvgOptions): string {
  const { width, height } = rotateSize(drawing, rotate);
  const sizeMm = getSvgSizeMm(drawing, { moduleMm, rotate });
  const content = formatSymbol(drawing, palette) + formatTextLines(drawing.lines, palette);
  return formatSvgDocument({
    size: [`${sizeMm.width}mm`, `${sizeMm.height}mm`],
    viewBox: [roundTo3(width), roundTo3(height)],
    label: "Barcode",
    palette,
    content:
      rotate === 0 ? content : `<g transform="${formatRotation(drawing, rotate)}">${content}</g>`,
  });
}

/** Returns the size of the document in mm, to a thousandth. */
export function getSvgSizeMm(
  drawing: Drawing,
  { moduleMm, rotate }: Pick<SvgOptions, "moduleMm" | "rotate">,
): { width: number; height: number } {
  const { width, height } = rotateSize(drawing, rotate);
  return { width: roundTo3(width * moduleMm), height: roundTo3(height * moduleMm) };
}

function rotateSize({ width, height }: Drawing, rotate: Rotation) {
  const isTurned = rotate === 90 || rotate === 270;
  return isTurned ? { width: height, height: width } : { width, height };
}

function formatRotation({ width, height }: Drawing, rotate: Rotation): string {
  if (rotate === 90) return `matrix(0 1 -1 0 ${roundTo3(height)} 0)`;
  if (rotate === 180) return `matrix(-1 0 0 -1 ${roundTo3(width)} ${roundTo3(height)})`;
  return `matrix(0 -1 1 0 0 ${roundTo3(width)})`;
}

function formatSymbol({ bars, matrix }: Drawing, { dark }: SymbolColors): string {
  if (!matrix) return `<path ${paint("fill", dark)} d="${formatBars(bars)}"/>`;
  return `<path ${paint("stroke", dark)} d="${formatMatrixPath(matrix.symbol, matrix.x, matrix.y)}"/>`;
}

/**
 * Formats bars as relative path data. After a closed subpath the pen is at its start, so the next
 * bar begins at the distance between both.
 */
function formatBars(bars: readonly Bar[]): string {
  let path = "";
  let pen: number | undefined;
  for (const { x, width, height } of bars) {
    path += pen === undefined ? `M${roundTo3(x)} 0` : `m${roundTo3(x - pen)} 0`;
    path += `h${width}v${roundTo3(height)}h-${width}z`;
    pen = x;
  }
  return path;
}

/**
 * Writes one path per size. Allows antialiasing, which the document turns off for bars, because
 * letters have curves.
 */
function formatTextLines(lines: readonly TextLine[], { dark }: SymbolColors): string {
  const sizes = new Map<number, TextLine[]>();
  for (const line of lines) {
    const sameSize = sizes.get(line.size);
    if (sameSize) sameSize.push(line);
    else sizes.set(line.size, [line]);
  }
  let paths = "";
  for (const [size, sameSize] of sizes) {
    const scale = Math.round((size / UNITS_PER_EM) * 1e6) / 1e6;
    const data = sameSize.map((line) => formatLine(line, scale)).join("");
    paths += `<path transform="scale(${scale})" shape-rendering="auto" ${paint("fill", dark)} d="${data}"/>`;
  }
  return paths;
}

function formatLine({ text, x, baseline }: TextLine, scale: number): string {
  let path = "";
  let pen = Math.round(x / scale);
  const bottom = Math.round(baseline / scale);
  for (const character of text) {
    const { advance, contours } = getGlyph(character);
    for (const contour of contours) {
      path += `M${pen + contour.x} ${bottom + contour.y}${contour.data}z`;
    }
    pen += advance;
  }
  return path;
}
