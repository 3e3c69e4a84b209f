import type { Palette } from "../symbol/colors.ts";
import { matrixPath, paint, svgDocument } from "../symbol/svg.ts";
import type { QrSymbol } from "./symbol.ts";

/** A symbol and how it is to look. */
export interface QrDrawing extends Palette {
  symbol: QrSymbol;
  /** Quiet zone in modules. */
  margin: number;
  /** Width and height in pixels. */
  width: number;
}

/** Returns the code as an SVG document with one path for all dark modules. */
export function toSvg({ symbol, margin, width, dark, light }: QrDrawing): string {
  const { modules } = symbol;
  const side = modules + 2 * margin;
  const matrix = { columns: modules, rows: modules, dark: symbol.dark };
  return svgDocument({
    size: [String(width), String(width)],
    viewBox: [side, side],
    label: "QR code",
    palette: { dark, light },
    content: `<path ${paint("stroke", dark)} d="${matrixPath(matrix, margin, margin)}"/>`,
  });
}
