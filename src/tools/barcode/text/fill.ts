import { type Contour, getGlyph, UNITS_PER_EM } from "./glyphs.ts";

/** Where the outline of a text crosses the middle of a row of pixels, and in which direction. */
interface Crossing {
  x: number;
  winding: 1 | -1;
}

/** Crossings by row of pixels. */
export type Crossings = Map<number, Crossing[]>;

type Point = readonly [x: number, y: number];

/** Turns a point of a drawing into one of the picture, in pixels. */
export type Projection = (x: number, y: number) => Point;

/** A text that is drawn into pixels; measures are those of the projection's input. */
export interface ProjectedText {
  text: string;
  x: number;
  baseline: number;
  /** Size of an em. */
  size: number;
  project: Projection;
  /** Straight lines into which each curve is divided. */
  steps: number;
}

/** Adds the outlines of a text to `crossings`. */
export function traceText(line: ProjectedText, crossings: Crossings): void {
  const unit = line.size / UNITS_PER_EM;
  let pen = line.x;
  for (const character of line.text) {
    const { advance, contours } = getGlyph(character);
    const origin = pen;
    const toPixels = (x: number, y: number) =>
      line.project(origin + x * unit, line.baseline + y * unit);
    for (const contour of contours)
      traceContour(contour, { toPixels, steps: line.steps, crossings });
    pen += advance * unit;
  }
}

interface Tracing {
  toPixels: Projection;
  steps: number;
  crossings: Crossings;
}

function traceContour({ x, y, data }: Contour, { toPixels, steps, crossings }: Tracing): void {
  const start = toPixels(x, y);
  let from = start;
  let [penX, penY] = [x, y];
  for (const numbers of parseCommands(data)) {
    const [controlX, controlY, endX, endY] =
      numbers.length === 4 ? numbers : [...numbers, ...numbers];
    const isCurve = numbers.length === 4;
    for (let step = 1; step <= (isCurve ? steps : 1); step++) {
      const t = isCurve ? step / steps : 1;
      const [ofControl, ofEnd] = isCurve ? [2 * t * (1 - t), t * t] : [0, 1];
      const to = toPixels(
        penX + (controlX ?? 0) * ofControl + (endX ?? 0) * ofEnd,
        penY + (controlY ?? 0) * ofControl + (endY ?? 0) * ofEnd,
      );
      traceEdge(from, to, crossings);
      from = to;
    }
    penX += endX ?? 0;
    penY += endY ?? 0;
  }
  traceEdge(from, start, crossings);
}

const commands = new Map<string, readonly (readonly number[])[]>();

/** Returns the numbers of each command: two for a line, four for a quadratic curve. There are few outlines, so each is parsed once. */
function parseCommands(data: string): readonly (readonly number[])[] {
  const known = commands.get(data);
  if (known) return known;
  const parsed = Array.from(data.matchAll(/[lq]([^lq]+)/g), ([, numbers = ""]) =>
    Array.from(numbers.matchAll(/-?\d+/g), ([number]) => Number(number)),
  );
  commands.set(data, parsed);
  return parsed;
}

function traceEdge(from: Point, to: Point, crossings: Crossings): void {
  const isDown = from[1] < to[1];
  const [top, bottom] = isDown ? [from, to] : [to, from];
  const slope = (bottom[0] - top[0]) / (bottom[1] - top[1]);
  const last = Math.ceil(bottom[1] - 0.5);
  for (let row = Math.ceil(top[1] - 0.5); row < last; row++) {
    const crossing: Crossing = {
      x: top[0] + (row + 0.5 - top[1]) * slope,
      winding: isDown ? 1 : -1,
    };
    const others = crossings.get(row);
    if (others) others.push(crossing);
    else crossings.set(row, [crossing]);
  }
}

/** Calls `fill` with the runs of pixels whose middles are inside the outlines, by the nonzero rule. */
export function fillRow(row: Crossing[], fill: (x: number, length: number) => void): void {
  row.sort((one, other) => one.x - other.x);
  let winding = 0;
  let start = 0;
  for (const crossing of row) {
    if (winding === 0) start = crossing.x;
    winding += crossing.winding;
    if (winding !== 0) continue;
    const x = Math.max(0, Math.ceil(start - 0.5));
    const end = Math.ceil(crossing.x - 0.5);
    if (end > x) fill(x, end - x);
  }
}
