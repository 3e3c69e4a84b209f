import type { SymbolColors } from "../symbol/colors.ts";
import { formatMatrixPath, paint, formatSvgDocument } from "../symbol/svg.ts";
import type { QrSymbol } from "./symbol.ts";

export interface QrDrawing extends SymbolColors {
  symbol: QrSymbol;
  /** Quiet zone in modules. */
  margin: number;
  /** Width and height in pixels. */
  width: number;
  /** Width of a module in mm; sets the SVG's size for print. */
  moduleMm?: number;
  /** Print density to store in a PNG. */
  pixelsPerMeter?: number;
}

/** Returns the code as an SVG document with one path for all dark modules. */
export function toSvg(drawing: QrDrawing): string {
  const { symbol, margin, dark, light } = drawing;
  const { modules } = symbol;
  const side = modules + 2 * margin;
  const matrix = { columns: modules, rows: modules, dark: symbol.dark };
  return formatSvgDocument({
    size: formatSvgSize(drawing),
    viewBox: [side, side],
    label: "QR code",
    palette: { dark, light },
    content: `<path ${paint("stroke", dark)} d="${formatMatrixPath(matrix, margin, margin)}"/>`,
  });
}

/** Returns the width and height attributes: in mm for print, else in pixels. */
export function formatSvgSize({
  symbol,
  margin,
  width,
  moduleMm,
}: QrDrawing): readonly [string, string] {
  if (moduleMm === undefined) return [String(width), String(width)];
  const side = Math.round((symbol.modules + 2 * margin) * moduleMm * 1000) / 1000;
  return [`${side}mm`, `${side}mm`];
}
