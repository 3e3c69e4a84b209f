import { CIRCLE_KAPPA, type PathStep } from "../shape.ts";
import { parsePath } from "./path-data.ts";
import type { SvgNode } from "./svg.ts";

/** Parses the number that a text begins with. */
export function readNumber(text: string | undefined, fallback: number): number {
  const value = text === undefined ? Number.NaN : Number.parseFloat(text);
  return Number.isFinite(value) ? value : fallback;
}

/** Returns the outline of an element without transformation; empty for one without shape. */
export function traceOutline({ name, attributes }: SvgNode, maxSteps: number): PathStep[] {
  const read = (key: string) => readNumber(attributes.get(key), 0);
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
  const read = (key: string) => readNumber(attributes.get(key), 0);
  const [x, y, width, height] = [read("x"), read("y"), read("width"), read("height")];
  const round = attributes.get("rx") ?? attributes.get("ry");
  const rx = Math.min(readNumber(round, 0), width / 2);
  const ry = Math.min(readNumber(attributes.get("ry") ?? round, 0), height / 2);
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
