import type { PathStep } from "../shape.ts";

/** An affine transformation: x' = ax + cy + e, y' = bx + dy + f. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

const TRANSFORM = /(matrix|translate|scale|rotate|skewX|skewY)\s*\(([^)]*)\)/g;

/** Parses a `transform` attribute. Skips transformations with malformed numbers. */
export function parseTransform(text: string): Matrix {
  let result: Matrix = [1, 0, 0, 1, 0, 0];
  for (const [, kind = "", list = ""] of text.matchAll(TRANSFORM)) {
    const values = list
      .trim()
      .split(/[\s,]+/)
      .map(Number);
    if (values.every(Number.isFinite)) result = multiplyMatrices(result, toMatrix(kind, values));
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

/** Returns the transformation that applies the second matrix first. */
export function multiplyMatrices([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix {
  return [
    a * g + c * h,
    b * g + d * h,
    a * i + c * j,
    b * i + d * j,
    a * k + c * l + e,
    b * k + d * l + f,
  ];
}

export function transformStep(step: PathStep, [a, b, c, d, e, f]: Matrix): PathStep {
  const [command, ...values] = step;
  const mapped = values.map((value, index) => {
    const isY = index % 2 === 1;
    const [x, y] = isY ? [values[index - 1] ?? 0, value] : [value, values[index + 1] ?? 0];
    return isY ? b * x + d * y + f : a * x + c * y + e;
  });
  return [command, ...mapped] as unknown as PathStep;
}
