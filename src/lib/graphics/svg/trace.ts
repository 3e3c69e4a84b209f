import { CIRCLE_KAPPA, type PathStep, type Shape } from "../shape.ts";
import { parsePath } from "./path-data.ts";
import { getViewBox, MAX_OFFSET, SvgError, type SvgNode, TOO_COMPLEX } from "./svg.ts";
import { parseHexColor } from "../color.ts";

/** An affine transformation: x' = ax + cy + e, y' = bx + dy + f. */
type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

/**
 * Properties that children inherit: transformation, unparsed properties of paint, and the product
 * of opacities.
 */
interface ShapeContext {
  matrix: Matrix;
  paint: ReadonlyMap<string, string>;
  opacity: number;
}

const INHERITED = [
  "fill",
  "fill-rule",
  "fill-opacity",
  "stroke",
  "stroke-width",
  "stroke-linecap",
  "stroke-linejoin",
  "stroke-opacity",
  "stroke-dasharray",
];

/**
 * Maximum steps of all paths. Elaborate logos have a few thousand; each costs time in every
 * renderer.
 */
const MAX_STEPS = 20_000;

/** Limits of a drawing. */
interface TraceBudget {
  /** Steps that the paths may still have. */
  steps: number;
  /** Largest absolute coordinate, width of a line and length of a dash. */
  maxCoordinate: number;
}

/**
 * Returns the shapes of an SVG, in the units of its viewBox. Their numbers are finite. Throws
 * SvgError for more steps than 20,000 and for coordinates far outside the viewBox. Takes long
 * enough to belong into a worker.
 */
export function traceSvg(root: SvgNode): Shape[] {
  const context: ShapeContext = { matrix: [1, 0, 0, 1, 0, 0], paint: new Map(), opacity: 1 };
  const [, , width, height] = getViewBox(root);
  const budget = { steps: MAX_STEPS, maxCoordinate: MAX_OFFSET * Math.max(width, height) };
  return traceNode(root, context, budget);
}

function traceNode(node: SvgNode, parent: ShapeContext, budget: TraceBudget): Shape[] {
  const { name, attributes, children } = node;
  if (name === "title" || name === "desc") return [];
  const paint = new Map(parent.paint);
  for (const key of INHERITED) {
    const value = attributes.get(key)?.trim();
    if (value !== undefined && value !== "inherit") paint.set(key, value);
  }
  const context: ShapeContext = {
    matrix: multiply(parent.matrix, parseTransform(attributes.get("transform") ?? "")),
    paint,
    opacity: parent.opacity * toOpacity(attributes.get("opacity")),
  };
  const path = traceOutline(node, budget.steps).map((step) => transform(step, context.matrix));
  const shapes = path.length > 0 ? paintPath(path, context) : [];
  checkShapes(path, shapes, budget);
  return [...shapes, ...children.flatMap((child) => traceNode(child, context, budget))];
}

function checkShapes(
  path: readonly PathStep[],
  shapes: readonly Shape[],
  budget: TraceBudget,
): void {
  budget.steps -= path.length;
  if (budget.steps < 0) throw new SvgError(TOO_COMPLEX);
  const isInRange = (value: number) => Math.abs(value) <= budget.maxCoordinate;
  const isDrawable =
    path.every(([, ...coordinates]) => coordinates.every(isInRange)) &&
    shapes.every(({ strokeWidth = 0, dash = [] }) => [strokeWidth, ...dash].every(isInRange));
  if (!isDrawable) throw new SvgError("must be an SVG with coordinates near its viewBox");
}

function toOpacity(text: string | undefined): number {
  return Math.min(1, Math.max(0, toNumber(text, 1)));
}

function toNumber(text: string | undefined, fallback: number): number {
  const value = text === undefined ? Number.NaN : Number.parseFloat(text);
  return Number.isFinite(value) ? value : fallback;
}

function traceOutline({ name, attributes }: SvgNode, maxSteps: number): PathStep[] {
  const read = (key: string) => toNumber(attributes.get(key), 0);
  switch (name) {
    case "path":
      return parsePath(attributes.get("d") ?? "", maxSteps);
    case "rect":
      return createRectangle(attributes);
    case "circle":
      return createEllipse(read("cx"), read("cy"), read("r"), read("r"));
    case "ellipse":
      return createEllipse(read("cx"), read("cy"), read("rx"), read("ry"));
    case "line":
      return [
        ["M", read("x1"), read("y1")],
        ["L", read("x2"), read("y2")],
      ];
    case "polyline":
      return parsePath(`M${attributes.get("points") ?? ""}`, maxSteps);
    case "polygon":
      return [...parsePath(`M${attributes.get("points") ?? ""}`, maxSteps), ["Z"]];
    default:
      return [];
  }
}

function createRectangle(attributes: SvgNode["attributes"]): PathStep[] {
  const read = (key: string) => toNumber(attributes.get(key), 0);
  const [x, y, width, height] = [read("x"), read("y"), read("width"), read("height")];
  const round = attributes.get("rx") ?? attributes.get("ry");
  const rx = Math.min(toNumber(round, 0), width / 2);
  const ry = Math.min(toNumber(attributes.get("ry") ?? round, 0), height / 2);
  if (rx <= 0 || ry <= 0) {
    return parsePath(`M${x} ${y}h${width}v${height}h${-width}z`);
  }
  const arc = `${rx} ${ry} 0 0 1`;
  return parsePath(
    `M${x + rx} ${y}h${width - 2 * rx}a${arc} ${rx} ${ry}v${height - 2 * ry}a${arc} ${-rx} ${ry}` +
      `h${2 * rx - width}a${arc} ${-rx} ${-ry}v${2 * ry - height}a${arc} ${rx} ${-ry}z`,
  );
}

function createEllipse(x: number, y: number, rx: number, ry: number): PathStep[] {
  if (rx <= 0 || ry <= 0) return [];
  const [hx, hy] = [rx * CIRCLE_KAPPA, ry * CIRCLE_KAPPA];
  return [
    ["M", x + rx, y],
    ["C", x + rx, y + hy, x + hx, y + ry, x, y + ry],
    ["C", x - hx, y + ry, x - rx, y + hy, x - rx, y],
    ["C", x - rx, y - hy, x - hx, y - ry, x, y - ry],
    ["C", x + hx, y - ry, x + rx, y - hy, x + rx, y],
    ["Z"],
  ];
}

function paintPath(path: PathStep[], { paint, opacity, matrix }: ShapeContext): Shape[] {
  const shapes: Shape[] = [];
  const fill = parseColor(paint.get("fill") ?? "black");
  if (fill !== undefined) {
    const alpha = opacity * toOpacity(paint.get("fill-opacity"));
    shapes.push({ path, fill, evenOdd: paint.get("fill-rule") === "evenodd", opacity: alpha });
  }
  const stroke = parseColor(paint.get("stroke") ?? "none");
  if (stroke !== undefined) {
    const [a, b, c, d] = matrix;
    const scale = Math.sqrt(Math.abs(a * d - b * c));
    const dash = (paint.get("stroke-dasharray") ?? "").split(/[\s,]+/).map(Number);
    const isDashed = dash.length > 0 && dash.every((length) => length > 0);
    shapes.push({
      path,
      stroke,
      strokeWidth: toNumber(paint.get("stroke-width"), 1) * scale,
      lineCap: pickOneOf(["butt", "round", "square"], paint.get("stroke-linecap")),
      lineJoin: pickOneOf(["miter", "round", "bevel"], paint.get("stroke-linejoin")),
      opacity: opacity * toOpacity(paint.get("stroke-opacity")),
      ...(isDashed && { dash: dash.map((length) => length * scale) }),
    });
  }
  return shapes;
}

function pickOneOf<T extends string>(
  values: readonly T[],
  value: string | undefined,
): T | undefined {
  return values.find((candidate) => candidate === value);
}

/** The color names of CSS 1 and orange; other names are drawn in black. */
const NAMES: Readonly<Record<string, number>> = {
  black: 0,
  silver: 0xc0_c0_c0,
  gray: 0x80_80_80,
  grey: 0x80_80_80,
  white: 0xff_ff_ff,
  maroon: 0x80_00_00,
  red: 0xff_00_00,
  purple: 0x80_00_80,
  fuchsia: 0xff_00_ff,
  green: 0x00_80_00,
  lime: 0x00_ff_00,
  olive: 0x80_80_00,
  yellow: 0xff_ff_00,
  navy: 0x00_00_80,
  blue: 0x00_00_ff,
  teal: 0x00_80_80,
  aqua: 0x00_ff_ff,
  orange: 0xff_a5_00,
};

/** Returns a color as 0xRRGGBB: undefined for none, black for an unknown name. */
function parseColor(text: string): number | undefined {
  const value = text.toLowerCase();
  if (value === "none" || value === "transparent") return undefined;
  const [hex] = /^#([0-9a-f]{6}|[0-9a-f]{3})\b/.exec(value) ?? [];
  if (hex !== undefined) return parseHexColor(hex).rgb;
  const channels = /^rgba?\(\s*([\d.]+)[\s,]+([\d.]+)[\s,]+([\d.]+)/.exec(value)?.slice(1, 4);
  if (channels) {
    const [red = 0, green = 0, blue = 0] = channels.map((channel) =>
      Math.min(255, Math.round(Number(channel))),
    );
    return red * 0x1_00_00 + green * 0x1_00 + blue;
  }
  return Object.hasOwn(NAMES, value) ? NAMES[value] : 0;
}

const TRANSFORM = /(matrix|translate|scale|rotate|skewX|skewY)\s*\(([^)]*)\)/g;

function parseTransform(text: string): Matrix {
  let result: Matrix = [1, 0, 0, 1, 0, 0];
  for (const [, kind = "", list = ""] of text.matchAll(TRANSFORM)) {
    const values = list
      .trim()
      .split(/[\s,]+/)
      .map(Number);
    if (values.every(Number.isFinite)) result = multiply(result, toMatrix(kind, values));
  }
  return result;
}

function toMatrix(kind: string, values: number[]): Matrix {
  const [first = 0, second, third, d = 1, e = 0, f = 0] = values;
  const angle = (first * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  switch (kind) {
    case "matrix":
      return [first, second ?? 0, third ?? 0, d, e, f];
    case "translate":
      return [1, 0, 0, 1, first, second ?? 0];
    case "scale":
      return [first, 0, 0, second ?? first, 0, 0];
    case "rotate": {
      const [x, y] = [second ?? 0, third ?? 0];
      return [cos, sin, -sin, cos, x - cos * x + sin * y, y - sin * x - cos * y];
    }
    case "skewX":
      return [1, 0, Math.tan(angle), 1, 0, 0];
    default:
      return [1, Math.tan(angle), 0, 1, 0, 0];
  }
}

function multiply([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix {
  return [
    a * g + c * h,
    b * g + d * h,
    a * i + c * j,
    b * i + d * j,
    a * k + c * l + e,
    b * k + d * l + f,
  ];
}

function transform(step: PathStep, [a, b, c, d, e, f]: Matrix): PathStep {
  const [command, ...values] = step;
  const mapped = values.map((value, index) => {
    const isY = index % 2 === 1;
    const [x, y] = isY ? [values[index - 1] ?? 0, value] : [value, values[index + 1] ?? 0];
    return isY ? b * x + d * y + f : a * x + c * y + e;
  });
  return [command, ...mapped] as unknown as PathStep;
}
