import { type Block, toPoints, type PathStep, type Shape } from "../../../pdf/document.ts";
import { encodePaymentCode } from "../payment/symbol.ts";
import type { PaymentCode } from "../invoice-model.ts";
import { drawSymbol } from "./symbol-shape.ts";
import type { SlipLabels } from "./swiss-labels.ts";

/** Side of the Swiss cross, and of the code around it, in millimeters (Style Guide QR-bill). */
const CROSS_MM = 7;
const CODE_MM = 46;
/** Side of the cross in the units of its drawing in the Style Guide. */
const CROSS_UNITS = 19.8;

/**
 * Creates the code with the Swiss cross in its middle. Error correction of level M keeps it
 * readable.
 */
export function createCodeFigure(code: PaymentCode, labels: SlipLabels): Block {
  const symbol = encodePaymentCode(code);
  const modules = symbol.columns;
  const moduleMm = CODE_MM / modules;
  const side = CROSS_MM / moduleMm;
  const from = (modules - side) / 2;
  const unit = side / CROSS_UNITS;
  const createBox = (x: number, y: number, width: number, height: number): PathStep[] => [
    ["R", from + x * unit, from + y * unit, width * unit, height * unit],
  ];
  const cross: Shape[] = [
    { path: createBox(0, 0, CROSS_UNITS, CROSS_UNITS), fill: 0xff_ff_ff },
    { path: createBox(0.7, 0.7, 18.4, 18.4), fill: 0 },
    { path: [...createBox(8.3, 4, 3.3, 11), ...createBox(4.4, 7.9, 11, 3.3)], fill: 0xff_ff_ff },
  ];
  return {
    type: "figure",
    width: toPoints(CODE_MM),
    height: toPoints(CODE_MM),
    viewBox: { x: 0, y: 0, width: modules, height: modules },
    shapes: [drawSymbol(symbol), ...cross],
    alt: `${labels.paymentPart}: Swiss QR Code`,
  };
}

function createDashedLine(path: PathStep[]): Shape {
  return { path, stroke: 0, strokeWidth: 0.5, dash: [2, 2] };
}

/** Creates the lines to cut along, with scissors on them. */
export function createPerforation(): Shape[] {
  return [
    createDashedLine([
      ["M", 0, 0],
      ["L", toPoints(210), 0],
    ]),
    createDashedLine([
      ["M", toPoints(62), 0],
      ["L", toPoints(62), toPoints(105)],
    ]),
    ...createScissors(toPoints(8), 0, false),
    ...createScissors(toPoints(62), toPoints(10), true),
  ];
}

/** Creates scissors of two handles and two blades, 4 mm long. */
function createScissors(x: number, y: number, isVertical: boolean): Shape[] {
  const toPoint: ScissorsPoint = (along, across) =>
    isVertical
      ? [x + toPoints(across), y + toPoints(along)]
      : [x + toPoints(along), y + toPoints(across)];
  return [
    {
      path: [
        ...createBlade(toPoint, 1),
        ...createBlade(toPoint, -1),
        ...createHandle(toPoint, 1),
        ...createHandle(toPoint, -1),
      ],
      stroke: 0,
      strokeWidth: 0.7,
    },
  ];
}

/** Converts millimeters along and across scissors to a point of the page. */
type ScissorsPoint = (along: number, across: number) => [x: number, y: number];

function createBlade(toPoint: ScissorsPoint, side: number): PathStep[] {
  return [
    ["M", ...toPoint(1.4, side * 0.55)],
    ["L", ...toPoint(4.2, -side * 0.6)],
  ];
}

/** Creates a handle, which is a circle. */
function createHandle(toPoint: ScissorsPoint, side: number): PathStep[] {
  const [radius, curve] = [0.55, 0.3];
  const [along, across] = [0.9, side * 0.75];
  return [
    ["M", ...toPoint(along + radius, across)],
    [
      "C",
      ...toPoint(along + radius, across + curve),
      ...toPoint(along + curve, across + radius),
      ...toPoint(along, across + radius),
    ],
    [
      "C",
      ...toPoint(along - curve, across + radius),
      ...toPoint(along - radius, across + curve),
      ...toPoint(along - radius, across),
    ],
    [
      "C",
      ...toPoint(along - radius, across - curve),
      ...toPoint(along - curve, across - radius),
      ...toPoint(along, across - radius),
    ],
    [
      "C",
      ...toPoint(along + curve, across - radius),
      ...toPoint(along + radius, across - curve),
      ...toPoint(along + radius, across),
    ],
    ["Z"],
  ];
}
