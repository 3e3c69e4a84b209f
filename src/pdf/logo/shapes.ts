import { CIRCLE_KAPPA, type PathStep, type Shape } from "../page/shapes.ts";
import type { SvgNode } from "./svg.ts";
import { parsePath } from "./svg-path.ts";
import { parseHexColor } from "../../lib/graphics/color.ts";

/** An affine transformation: x' = ax + cy + e, y' = bx + dy + f. */
type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

/** Properties that children inherit: transformation, unparsed properties of paint, and the product of opacities. */
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

/** Returns the shapes of a checked SVG, in the units of its viewBox. */
export function convertSvgToShapes(root: SvgNode): Shape[] {
  const context: ShapeContext = { matrix: [1, 0, 0, 1, 0, 0], paint: new Map(), opacity: 1 };
  return convertNode(root, context);
}

function convertNode(node: SvgNode, parent: ShapeContext): Shape[] {
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
    opacity: parent.opacity * toNumber(attributes.get("opacity"), 1),
  };
  const path = traceOutline(node);
  const own =
    path.length > 0
      ? paintPath(
          path.map((step) => transform(step, context.matrix)),
          context,
        )
      : [];
  return [...own, ...children.flatMap((child) => convertNode(child, context))];
}

function toNumber(text: string | undefined, fallback: number): number {
  const value = text === undefined ? Number.NaN : Number.parseFloat(text);
  return Number.isFinite(value) ? value : fallback;
}

function traceOutline({ name, attributes }: SvgNode): PathStep[] {
  const read = (key: string) => toNumber(attributes.get(key), 0);
  switch (name) {
    case "path":
      return parsePath(attributes.get("d") ?? "");
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
      return parsePath(`M${attributes.get("points") ?? ""}`);
    case "polygon":
      return [...parsePath(`M${attributes.get("points") ?? ""}`), ["Z"]];
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
    const alpha = opacity * toNumber(paint.get("fill-opacity"), 1);
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
      opacity: opacity * toNumber(paint.get("stroke-opacity"), 1),
      ...(isDashed && { dash: dash.map((length) => length * scale) }),
    });
  }
  return shapes;
}

function pickOneOf<T extends string>(
  values: readonly T[],
  value: string | undefined,
): T | undefined {
  return values.find((one) => one === value);
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
    const [red = 0, green = 0, blue = 0] = channels.map((one) =>
      Math.min(255, Math.round(Number(one))),
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
