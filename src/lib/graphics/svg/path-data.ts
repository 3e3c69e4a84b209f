import type { PathStep } from "../shape.ts";

/** Number of arguments of each command (SVG 2, 9.3). */
const ARGUMENTS: Readonly<Record<string, number>> = {
  M: 2,
  L: 2,
  H: 1,
  V: 1,
  C: 6,
  S: 4,
  Q: 4,
  T: 2,
  A: 7,
  Z: 0,
};

const NUMBER = /[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/iy;
/** An arc's flag is matched on its own, because the next number may follow without a space. */
const FLAG = /[01]/y;
const COMMAND = /[MLHVCSQTAZ]/iy;
const SEPARATOR = /[\s,]*/y;

/** The state of drawing a path. */
interface Pen {
  steps: PathStep[];
  x: number;
  y: number;
  /** Start of the subpath. */
  startX: number;
  startY: number;
  /** The last control point, which smooth curves reflect. */
  control: { x: number; y: number; of: "C" | "Q" } | undefined;
}

/**
 * Parses path data. Ignores everything after an error, as SVG specifies. Stops when the path has
 * more than `maxSteps` steps; an arc adds up to four.
 */
export function parsePath(data: string, maxSteps = Infinity): PathStep[] {
  const pen: Pen = { steps: [], x: 0, y: 0, startX: 0, startY: 0, control: undefined };
  let at = 0;
  let command = "";
  const take = (pattern: RegExp): string | undefined => {
    SEPARATOR.lastIndex = at;
    at += SEPARATOR.exec(data)?.[0].length ?? 0;
    pattern.lastIndex = at;
    const [text] = pattern.exec(data) ?? [];
    at += text?.length ?? 0;
    return text;
  };
  while (pen.steps.length <= maxSteps) {
    const next = take(COMMAND);
    // More coordinates after a moveto mean lineto.
    if (next !== undefined) command = next;
    else if (command === "M") command = "L";
    else if (command === "m") command = "l";
    const count = ARGUMENTS[command.toUpperCase()];
    if (count === undefined || (next === undefined && count === 0)) break;
    const values: number[] = [];
    for (let index = 0; index < count; index++) {
      const isFlag = count === 7 && (index === 3 || index === 4);
      const text = take(isFlag ? FLAG : NUMBER);
      if (text === undefined) return pen.steps;
      values.push(Number(text));
    }
    draw(pen, command, values);
  }
  return pen.steps;
}

/** Applies one command. Coordinates of lower-case commands are relative to the pen. */
function draw(pen: Pen, command: string, values: number[]): void {
  const isRelative = command !== command.toUpperCase();
  const kind = command.toUpperCase();
  const [dx, dy] = isRelative ? [pen.x, pen.y] : [0, 0];
  const at = (index: number, isY = index % 2 === 1) => (values[index] ?? 0) + (isY ? dy : dx);
  const mirror = (of: "C" | "Q") =>
    pen.control?.of === of
      ? { x: 2 * pen.x - pen.control.x, y: 2 * pen.y - pen.control.y }
      : { x: pen.x, y: pen.y };
  switch (kind) {
    case "M":
      moveTo(pen, at(0), at(1));
      break;
    case "L":
      lineTo(pen, at(0), at(1));
      break;
    case "H":
      lineTo(pen, at(0), pen.y);
      break;
    case "V":
      lineTo(pen, pen.x, at(0, true));
      break;
    case "C":
      curveTo(pen, { x: at(0), y: at(1) }, { x: at(2), y: at(3) }, { x: at(4), y: at(5) });
      break;
    case "S":
      curveTo(pen, mirror("C"), { x: at(0), y: at(1) }, { x: at(2), y: at(3) });
      break;
    case "Q":
      quadraticTo(pen, { x: at(0), y: at(1) }, { x: at(2), y: at(3) });
      break;
    case "T":
      quadraticTo(pen, mirror("Q"), { x: at(0), y: at(1) });
      break;
    case "A":
      arcTo(pen, values, { x: at(5, false), y: at(6, true) });
      break;
    default:
      pen.steps.push(["Z"]);
      [pen.x, pen.y, pen.control] = [pen.startX, pen.startY, undefined];
  }
}

interface Point {
  x: number;
  y: number;
}

function moveTo(pen: Pen, x: number, y: number): void {
  pen.steps.push(["M", x, y]);
  Object.assign(pen, { x, y, startX: x, startY: y, control: undefined });
}

function lineTo(pen: Pen, x: number, y: number): void {
  pen.steps.push(["L", x, y]);
  Object.assign(pen, { x, y, control: undefined });
}

function curveTo(pen: Pen, first: Point, second: Point, end: Point): void {
  pen.steps.push(["C", first.x, first.y, second.x, second.y, end.x, end.y]);
  Object.assign(pen, { ...end, control: { ...second, of: "C" } });
}

function quadraticTo(pen: Pen, control: Point, end: Point): void {
  const between = (from: Point) => ({
    x: from.x + (2 / 3) * (control.x - from.x),
    y: from.y + (2 / 3) * (control.y - from.y),
  });
  curveTo(pen, between(pen), between(end), end);
  pen.control = { ...control, of: "Q" };
}

/** Draws an elliptical arc as cubic curves of at most a quarter turn each. */
function arcTo(pen: Pen, values: number[], end: Point): void {
  const [radiusX = 0, radiusY = 0] = values;
  if (radiusX === 0 || radiusY === 0) return lineTo(pen, end.x, end.y);
  if (pen.x === end.x && pen.y === end.y) return;
  const { start, sweep, toPoint } = computeArc(pen, values, end);
  const parts = Math.max(1, Math.ceil(Math.abs(sweep) / (Math.PI / 2) - 1e-9));
  const step = sweep / parts;
  const handle = (4 / 3) * Math.tan(step / 4);
  for (let part = 0; part < parts; part++) {
    const a = start + part * step;
    const b = a + step;
    const isLast = part === parts - 1;
    curveTo(
      pen,
      toPoint(Math.cos(a) - handle * Math.sin(a), Math.sin(a) + handle * Math.cos(a)),
      toPoint(Math.cos(b) + handle * Math.sin(b), Math.sin(b) - handle * Math.cos(b)),
      isLast ? end : toPoint(Math.cos(b), Math.sin(b)),
    );
  }
  pen.control = undefined;
}

/**
 * Converts an arc to its center parameterization (SVG 2, B.2.4): start angle and sweep in radians,
 * and the function that maps the unit circle to the ellipse.
 */
function computeArc(pen: Pen, values: number[], end: Point) {
  const [radiusX = 0, radiusY = 0, degrees = 0, isLarge = 0, isClockwise = 0] = values;
  const rotation = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(rotation), Math.sin(rotation)];
  const halfX = (pen.x - end.x) / 2;
  const halfY = (pen.y - end.y) / 2;
  const x1 = cos * halfX + sin * halfY;
  const y1 = cos * halfY - sin * halfX;
  // Radii that are too small are scaled up to reach the end point.
  const lambda = (x1 / radiusX) ** 2 + (y1 / radiusY) ** 2;
  const rx = Math.abs(radiusX) * Math.max(1, Math.sqrt(lambda));
  const ry = Math.abs(radiusY) * Math.max(1, Math.sqrt(lambda));
  const square = (rx * ry) ** 2 / ((rx * y1) ** 2 + (ry * x1) ** 2) - 1;
  const root = Math.sqrt(Math.max(0, square)) * (isLarge === isClockwise ? -1 : 1);
  const cx1 = (root * rx * y1) / ry;
  const cy1 = (-root * ry * x1) / rx;
  const start = Math.atan2((y1 - cy1) / ry, (x1 - cx1) / rx);
  const stop = Math.atan2((-y1 - cy1) / ry, (-x1 - cx1) / rx);
  let sweep = stop - start;
  if (isClockwise === 0 && sweep > 0) sweep -= 2 * Math.PI;
  if (isClockwise === 1 && sweep < 0) sweep += 2 * Math.PI;
  const center = {
    x: (pen.x + end.x) / 2 + cos * cx1 - sin * cy1,
    y: (pen.y + end.y) / 2 + sin * cx1 + cos * cy1,
  };
  const toPoint = (x: number, y: number) => ({
    x: center.x + cos * rx * x - sin * ry * y,
    y: center.y + sin * rx * x + cos * ry * y,
  });
  return { start, sweep, toPoint };
}
