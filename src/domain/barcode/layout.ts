import type { SymbolMatrix } from "../symbol/matrix.ts";
import type { Bar, Drawing, TextLine } from "./drawing.ts";
import { type RetailShape, getRetailShape } from "./retail.ts";
import { measureText } from "./text/glyphs.ts";
import type { BarcodeType } from "../symbol/barcode-types.ts";

/** A linear symbol to lay out. All measures are in modules. */
interface LinearOptions {
  type: BarcodeType;
  /** Widths of bars and spaces, bar first. */
  widths: readonly number[];
  height: number;
  margin: readonly [left: number, right: number];
  /** Text below the bars; undefined for none. */
  text: string | undefined;
}

/**
 * Size of an em of human-readable text. Its digits are 7.3 modules high, within the 7 modules of a
 * digit's bars.
 */
const TEXT_SIZE = 10;
/** Height of digits and capitals, in ems. */
const CAP_HEIGHT = 0.728;
const DESCENT = 0.2;
/** Modules between bars and text. */
const TEXT_GAP = 1;
/**
 * Modules by which guard bars of EAN and UPC extend below the others (GS1 General Specifications,
 * 5.2.2).
 */
const GUARD_DROP = 5;

/** Lays out a linear symbol: its bars, and the text below them if there is one. */
export function layoutLinear(options: LinearOptions): Drawing {
  const { widths, height, margin, text } = options;
  const modules = widths.reduce((sum, width) => sum + width, 0);
  const width = margin[0] + modules + margin[1];
  const shape = text === undefined ? undefined : getRetailShape(options.type, text, margin);
  const bars = layoutBars(options, shape);
  if (text === undefined) return { width, height, bars, lines: [] };
  const baseline = height + TEXT_GAP + CAP_HEIGHT * TEXT_SIZE;
  if (shape) {
    return {
      width,
      height: baseline + TEXT_GAP,
      bars,
      lines: layoutRetailLines(shape, margin[0], baseline),
    };
  }
  const lines = [createCenteredLine(text, { left: margin[0], modules, baseline })];
  return { width, height: baseline + DESCENT * TEXT_SIZE, bars, lines };
}

function layoutBars({ widths, height, margin }: LinearOptions, shape?: RetailShape): Bar[] {
  const bars: Bar[] = [];
  let x = 0;
  for (let index = 0; index < widths.length; index++) {
    const width = widths[index] ?? 0;
    if (index % 2 === 0) {
      const drop = isGuard(x, shape) ? GUARD_DROP : 0;
      bars.push({ x: margin[0] + x, y: 0, width, height: height + drop });
    }
    x += width;
  }
  return bars;
}

function isGuard(x: number, shape: RetailShape | undefined): boolean {
  if (shape) for (const [from, to] of shape.guards) if (x >= from && x < to) return true;
  return false;
}

function layoutRetailLines({ groups }: RetailShape, left: number, baseline: number): TextLine[] {
  const lines: TextLine[] = [];
  for (const { text, x, pitch, scale } of groups) {
    const size = TEXT_SIZE * scale;
    let center = left + x + pitch / 2;
    for (const digit of text) {
      lines.push({ text: digit, x: center - (measureText(digit) * size) / 2, baseline, size });
      center += pitch;
    }
  }
  return lines;
}

/** Creates a centered line. Scales text down that would be wider than its symbol. */
function createCenteredLine(
  text: string,
  { left, modules, baseline }: { left: number; modules: number; baseline: number },
): TextLine {
  const ems = measureText(text);
  const size = Math.min(TEXT_SIZE, modules / ems);
  return { text, x: left + (modules - ems * size) / 2, baseline, size };
}

/** Lays out a two-dimensional symbol with `margin` modules on each side. */
export function layoutMatrix(symbol: SymbolMatrix, margin: number): Drawing {
  return {
    width: symbol.columns + 2 * margin,
    height: symbol.rows + 2 * margin,
    bars: [],
    lines: [],
    matrix: { x: margin, y: margin, symbol },
  };
}
