/** A closed polygon: x and y of its corners in turn, in pixels. */
export type Polygon = readonly number[];

/** Rules for which points are inside overlapping outlines, as in SVG. */
export type FillRule = "evenodd" | "nonzero";

/**
 * Number of horizontal lines on which the coverage of a pixel is sampled. Along a line it is exact.
 */
const SAMPLES_PER_PIXEL = 4;

/** Target of filling: `paintPixel` is called with each pixel's coverage, above 0 and up to 1. */
interface FillTarget {
  width: number;
  height: number;
  rule: FillRule;
  paintPixel(x: number, y: number, coverage: number): void;
}

interface Edge {
  /** First sample line, and the line after the last. */
  first: number;
  last: number;
  /** X on the current sample line, and its change from line to line. */
  x: number;
  slope: number;
  winding: number;
}

/** Fills polygons with smooth edges. */
export function fillPolygons(polygons: readonly Polygon[], target: FillTarget): void {
  const lines = target.height * SAMPLES_PER_PIXEL;
  const waiting = polygons
    .flatMap((polygon) => toEdges(polygon, lines))
    .sort((left, right) => left.first - right.first);
  const coverage = new Float32Array(target.width + 2);
  let active: Edge[] = [];
  let next = 0;
  for (let line = 0; line < lines; line++) {
    for (let edge = waiting[next]; edge && edge.first <= line; edge = waiting[++next]) {
      active.push(edge);
    }
    active = active.filter(({ last }) => last > line);
    addSpans(active, coverage, target.rule);
    for (const edge of active) edge.x += edge.slope;
    if (line % SAMPLES_PER_PIXEL === SAMPLES_PER_PIXEL - 1)
      paintRow(target, Math.floor(line / SAMPLES_PER_PIXEL), coverage);
  }
}

function toEdges(polygon: Polygon, lines: number): Edge[] {
  const edges: Edge[] = [];
  for (let at = 0; at < polygon.length; at += 2) {
    const after = (at + 2) % polygon.length;
    const [x1, x2] = [polygon[at] as number, polygon[after] as number];
    // A sample line is in the middle of its quarter of a pixel.
    const y1 = (polygon[at + 1] as number) * SAMPLES_PER_PIXEL - 0.5;
    const y2 = (polygon[after + 1] as number) * SAMPLES_PER_PIXEL - 0.5;
    const first = Math.max(0, Math.ceil(Math.min(y1, y2)));
    const last = Math.min(lines, Math.ceil(Math.max(y1, y2)));
    if (first >= last) continue;
    const slope = (x2 - x1) / (y2 - y1);
    edges.push({ first, last, slope, x: x1 + (first - y1) * slope, winding: y1 < y2 ? 1 : -1 });
  }
  return edges;
}

/** Adds the spans inside the outlines on one sample line. */
function addSpans(active: Edge[], coverage: Float32Array, rule: FillRule): void {
  active.sort((left, right) => left.x - right.x);
  let winding = 0;
  for (let index = 0; index + 1 < active.length; index++) {
    const { x, winding: turn } = active[index] as Edge;
    winding += rule === "evenodd" ? 1 : turn;
    const isInside = rule === "evenodd" ? winding % 2 === 1 : winding !== 0;
    if (isInside) addSpan(coverage, x, (active[index + 1] as Edge).x);
  }
}

function addSpan(coverage: Float32Array, from: number, to: number): void {
  const start = Math.max(0, from);
  const end = Math.min(coverage.length - 2, to);
  for (let x = Math.floor(start); x < end; x++) {
    const share = Math.min(end, x + 1) - Math.max(start, x);
    coverage[x] = (coverage[x] as number) + share / SAMPLES_PER_PIXEL;
  }
}

function paintRow({ width, paintPixel }: FillTarget, y: number, coverage: Float32Array): void {
  for (let x = 0; x < width; x++) {
    const share = coverage[x] as number;
    if (share > 0) paintPixel(x, y, Math.min(1, share));
  }
  coverage.fill(0);
}
