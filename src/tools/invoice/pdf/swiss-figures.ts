import { SWISS_MIN_VERSION } from "../../../lib/payment/swiss.ts";
import { type Block, toPoints, type PathStep, type Shape } from "../../../pdf/document.ts";
import { drawQr } from "./qr-figure.ts";
import type { SlipLabels } from "./swiss-labels.ts";

/** Side of the Swiss cross in the code, in millimeters. */
const CROSS = 7;
/** Units of the cross's drawing. */
const CROSS_UNITS = 19.8;

/** Creates the code of 46 × 46 mm with the Swiss cross in its middle, which level M keeps readable. */
export function createCodeFigure(text: string, labels: SlipLabels): Block {
  const { shapes, modules } = drawQr(text, SWISS_MIN_VERSION);
  const module = 46 / modules;
  const side = CROSS / module;
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
    width: toPoints(46),
    height: toPoints(46),
    viewBox: { x: 0, y: 0, width: modules, height: modules },
    shapes: [...shapes, ...cross],
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
  const place = (along: number, across: number): [number, number] =>
    isVertical
      ? [x + toPoints(across), y + toPoints(along)]
      : [x + toPoints(along), y + toPoints(across)];
  const createBlade = (side: number): PathStep[] => [
    ["M", ...place(1.4, side * 0.55)],
    ["L", ...place(4.2, -side * 0.6)],
  ];
  const handle = (side: number): PathStep[] => {
    const [radius, curve] = [0.55, 0.3];
    const [along, across] = [0.9, side * 0.75];
    return [
      ["M", ...place(along + radius, across)],
      [
        "C",
        ...place(along + radius, across + curve),
        ...place(along + curve, across + radius),
        ...place(along, across + radius),
      ],
      [
        "C",
        ...place(along - curve, across + radius),
        ...place(along - radius, across + curve),
        ...place(along - radius, across),
      ],
      [
        "C",
        ...place(along - radius, across - curve),
        ...place(along - curve, across - radius),
        ...place(along, across - radius),
      ],
      [
        "C",
        ...place(along + curve, across - radius),
        ...place(along + radius, across - curve),
        ...place(along + radius, across),
      ],
      ["Z"],
    ];
  };
  return [
    {
      path: [...createBlade(1), ...createBlade(-1), ...handle(1), ...handle(-1)],
      stroke: 0,
      strokeWidth: 0.7,
    },
  ];
}
