import { type CanvasName, CANVASES } from "./canvases.ts";
import { CELL_EMS, type Extent, MAX_COLUMNS } from "./grid.ts";

/** Options that determine the image's geometry; lengths in CSS pixels. */
export interface ImageOptions {
  fontSize: number;
  padding: number;
  scale: number;
  showLineNumbers: boolean;
  showWindowChrome: boolean;
  /** Columns of the title. Default: no title. */
  titleColumns?: number;
  /** Number of the first line. Default: 1. */
  firstLine?: number;
  /** A fixed size in pixels, in which the text is as large as fits. Default: that of the code. */
  canvas?: CanvasName;
}

/** The cell in integer device pixels, so that a glyph looks the same at every position. */
export interface CellSize {
  /** Font size: pixels per em. */
  em: number;
  width: number;
  height: number;
  /** Distance from the cell's top to the baseline. */
  baseline: number;
}

/** A circle in device pixels. */
interface Circle {
  x: number;
  y: number;
  radius: number;
}

/** A rectangle in device pixels. */
export interface Rectangle {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Positions and sizes in device pixels. */
export interface Geometry {
  /** Device pixels per CSS pixel; 1 on a canvas. */
  scale: number;
  width: number;
  height: number;
  cell: CellSize;
  /** Minimum space around the window; on a canvas there is more on two sides. */
  margin: number;
  /** Width of the bar at the start of an emphasized row. */
  barWidth: number;
  window: Rectangle & { radius: number };
  /** The window's buttons; empty without chrome. */
  buttons: Circle[];
  /** Origin of the title and the columns it may take; absent without one. */
  title?: { cell: CellSize; left: number; top: number; columns: number };
  /** Origin of the text: column 0 of the first row. */
  text: { left: number; top: number };
  /** Right edge of the line numbers; absent without them. */
  numbersRight?: number;
}

/** Line height in ems. */
const LINE_HEIGHT = 1.5;
/** Of JetBrains Mono, in ems, both positive. */
export const ASCENT_EMS = 1.02;
export const DESCENT_EMS = 0.3;

/** The space between window and text, and at the top of a window with buttons or a title. */
const INSET = 20;
const TOP_WITH_CHROME = 46;
const WINDOW_RADIUS = 10;
const MIN_COLUMNS = 20;
/**
 * The buttons: their radius, the centers of the first and of its neighbor relative to the window,
 * and their height.
 */
const BUTTON = { radius: 6, first: 22, apart: 20, middle: 22 };
/** The title: its font size and the space on each of its sides, with buttons and without. */
const TITLE = { fontSize: 13, besideButtons: 84, beside: 20 };
/** Width of the bar at the start of an emphasized row, in CSS pixels. */
const BAR_WIDTH = 3;
/** Distance from the baseline to the middle of letters of average height, in ems. */
const LETTER_MIDDLE = 0.32;

/**
 * The scale is lowered above this height, which is the limit of software with signed 16-bit
 * coordinates.
 */
const MAX_HEIGHT = 32_767;
/**
 * Maximum image area in pixels. The width needs no separate limit, because wrapping keeps it below
 * 6,000.
 */
const MAX_PIXELS = 100_000_000;

/** Font sizes on a canvas, in pixels and as a fraction of its height. */
const MIN_CANVAS_FONT = 12;
const MAX_CANVAS_FONT = 1 / 14;
/** The font size, in CSS pixels, to which window, title and margin have their sizes. */
const DEFAULT_FONT = 14;

/** Computes the geometry, lowering the scale when the image would be too high. */
export function measure(extent: Extent, options: ImageOptions): Geometry {
  if (options.canvas) return measureOnCanvas(extent, options, options.canvas);
  let geometry = measureAtScale(extent, options);
  for (let scale = options.scale - 1; scale >= 1 && geometry.height > MAX_HEIGHT; scale--) {
    geometry = measureAtScale(extent, { ...options, scale });
  }
  return geometry;
}

/**
 * Centers the window on a canvas, with the largest text that fits. Window, title and margin grow
 * with it. Code that is too long at the smallest size goes beyond the margin.
 */
function measureOnCanvas(extent: Extent, options: ImageOptions, canvas: CanvasName): Geometry {
  const { width, height } = CANVASES[canvas];
  let geometry: Geometry | undefined;
  for (let em = Math.floor(height * MAX_CANVAS_FONT); em >= MIN_CANVAS_FONT; em--) {
    const scale = em / DEFAULT_FONT;
    geometry = measureAtScale(extent, { ...options, fontSize: DEFAULT_FONT, scale });
    if (geometry.width <= width && geometry.height <= height) break;
  }
  return center(geometry as Geometry, { width, height });
}

function center(geometry: Geometry, { width, height }: { width: number; height: number }) {
  const right = Math.round((width - geometry.width) / 2);
  const down = Math.round((height - geometry.height) / 2);
  const { window, text, title, numbersRight, buttons } = geometry;
  return {
    ...geometry,
    scale: 1,
    width,
    height,
    window: {
      ...window,
      left: window.left + right,
      top: window.top + down,
      right: window.right + right,
      bottom: window.bottom + down,
    },
    text: { left: text.left + right, top: text.top + down },
    buttons: buttons.map(({ x, y, radius }) => ({ x: x + right, y: y + down, radius })),
    ...(title && { title: { ...title, left: title.left + right, top: title.top + down } }),
    ...(numbersRight !== undefined && { numbersRight: numbersRight + right }),
  };
}

function measureAtScale(extent: Extent, options: ImageOptions): Geometry {
  const { scale, showWindowChrome, showLineNumbers, titleColumns = 0 } = options;
  const toPixels = (length: number) => Math.round(length * scale);
  const cell = measureCell(options.fontSize * scale);
  const padding = toPixels(options.padding);
  const inset = toPixels(INSET);
  const numbers = showLineNumbers ? countDigits(extent, options) * cell.width : 0;
  const title = titleColumns > 0 ? measureTitle(titleColumns, options) : undefined;
  const text = {
    left: padding + inset + numbers + (showLineNumbers ? 2 * cell.width : 0),
    top: padding + (showWindowChrome || title ? toPixels(TOP_WITH_CHROME) : inset),
  };
  // The window is wide enough for its title, within the width that code has at most.
  const forTitle = title
    ? Math.ceil((title.minWidth + padding - text.left - inset) / cell.width)
    : 0;
  const columns = Math.min(Math.max(extent.columns, MIN_COLUMNS, forTitle), MAX_COLUMNS);
  const right = text.left + columns * cell.width + inset;
  const bottom = text.top + extent.rows * cell.height + inset;
  return {
    scale,
    width: right + padding,
    height: bottom + padding,
    cell,
    margin: padding,
    barWidth: toPixels(BAR_WIDTH),
    window: { left: padding, top: padding, right, bottom, radius: toPixels(WINDOW_RADIUS) },
    buttons: showWindowChrome ? createButtons(padding, scale) : [],
    ...(title && {
      title: placeTitle(title.cell, titleColumns, {
        left: padding + title.side,
        right: right - title.side,
        middle: padding + toPixels(BUTTON.middle),
      }),
    }),
    text,
    ...(showLineNumbers && { numbersRight: padding + inset + numbers }),
  };
}

/** Returns the digits of the widest line number, at least two. */
function countDigits({ lines }: Extent, { firstLine = 1 }: ImageOptions): number {
  return Math.max(2, String(firstLine + lines - 1).length);
}

/**
 * Returns the title's cell, the space on each of its sides, and the width of a window that has room
 * for both.
 */
function measureTitle(columns: number, { scale, showWindowChrome }: ImageOptions) {
  const cell = measureCell(TITLE.fontSize * scale);
  const side = Math.round((showWindowChrome ? TITLE.besideButtons : TITLE.beside) * scale);
  return { cell, side, minWidth: columns * cell.width + 2 * side };
}

/** Where a title may be, in device pixels; `middle` is the line through the buttons. */
interface TitleBar {
  left: number;
  right: number;
  middle: number;
}

/**
 * Centers up to `maxColumns` of the title between `left` and `right`, with its letters on the line
 * through the buttons.
 */
function placeTitle(cell: CellSize, maxColumns: number, { left, right, middle }: TitleBar) {
  const columns = Math.min(maxColumns, Math.floor((right - left) / cell.width));
  return {
    cell,
    left: Math.round((left + right - columns * cell.width) / 2),
    top: Math.round(middle + cell.em * LETTER_MIDDLE) - cell.baseline,
    columns,
  };
}

/** Computes the cell for a font size in device pixels. */
function measureCell(em: number): CellSize {
  const height = Math.round(em * LINE_HEIGHT);
  const above = (height - em * (ASCENT_EMS + DESCENT_EMS)) / 2;
  const baseline = Math.round(above + em * ASCENT_EMS);
  return { em, width: Math.round(em * CELL_EMS), height, baseline };
}

function createButtons(padding: number, scale: number): Circle[] {
  return [0, 1, 2].map((index) => ({
    x: padding + (BUTTON.first + index * BUTTON.apart) * scale,
    y: padding + BUTTON.middle * scale,
    radius: BUTTON.radius * scale,
  }));
}

/**
 * Returns how many rows would fit at this width, font size and scale or on this canvas, or
 * undefined if all do.
 */
export function countFittingRows({ rows }: Extent, geometry: Geometry): number | undefined {
  const { width, height, cell, window, margin } = geometry;
  const needed = window.bottom - window.top + 2 * margin;
  // Without a canvas, the image is as high as the window and its margin.
  const isOnCanvas = needed !== height;
  const available = isOnCanvas ? height : MAX_PIXELS / width;
  if (needed <= available) return undefined;
  const surroundings = needed - rows * cell.height;
  return Math.max(0, Math.floor((available - surroundings) / cell.height));
}
