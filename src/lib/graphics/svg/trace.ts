import type { PathStep, Shape } from "../shape.ts";
import { readNumber, traceOutline } from "./outline.ts";
import { parsePaintColor } from "./paint-color.ts";
import { getViewBox, MAX_OFFSET, SvgError, type SvgNode, TOO_COMPLEX } from "./svg.ts";
import { type Matrix, multiplyMatrices, parseTransform, transformStep } from "./transform.ts";

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
    matrix: multiplyMatrices(parent.matrix, parseTransform(attributes.get("transform") ?? "")),
    paint,
    opacity: parent.opacity * toOpacity(attributes.get("opacity")),
  };
  const path = traceOutline(node, budget.steps).map((step) => transformStep(step, context.matrix));
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
  return Math.min(1, Math.max(0, readNumber(text, 1)));
}

function paintPath(path: PathStep[], { paint, opacity, matrix }: ShapeContext): Shape[] {
  const shapes: Shape[] = [];
  const fill = parsePaintColor(paint.get("fill") ?? "black");
  if (fill !== undefined) {
    const alpha = opacity * toOpacity(paint.get("fill-opacity"));
    shapes.push({ path, fill, evenOdd: paint.get("fill-rule") === "evenodd", opacity: alpha });
  }
  const stroke = parsePaintColor(paint.get("stroke") ?? "none");
  if (stroke !== undefined) {
    const [a, b, c, d] = matrix;
    const scale = Math.sqrt(Math.abs(a * d - b * c));
    const dash = (paint.get("stroke-dasharray") ?? "").split(/[\s,]+/).map(Number);
    const isDashed = dash.length > 0 && dash.every((length) => length > 0);
    shapes.push({
      path,
      stroke,
      strokeWidth: readNumber(paint.get("stroke-width"), 1) * scale,
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
