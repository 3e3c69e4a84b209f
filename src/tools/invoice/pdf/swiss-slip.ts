import { formatIban } from "../../../lib/payment/iban.ts";
import type { PaymentAddress } from "../../../lib/payment/payment.ts";
import { formatReference } from "../../../lib/payment/references.ts";
import { SWISS_MIN_VERSION, type SwissPayment } from "../../../lib/payment/swiss.ts";
import {
  type Block,
  type FootStrip,
  mm,
  type PathStep,
  type Shape,
} from "../../../pdf/document.ts";
import type { Invoice } from "../types.ts";
import { drawQr } from "./qr-figure.ts";
import { type SlipLabels, slipLabels } from "./swiss-labels.ts";

type Item = FootStrip["items"][number];

/**
 * The payment part with receipt at the page's foot: 210 × 105 mm, places and sizes by the Style Guide QR-bill. Its
 * fonts are to be Arial or alike; ours is Inter.
 */
export function paymentSlip(invoice: Invoice): Block[] {
  const { paymentCode, locale } = invoice;
  if (paymentCode?.kind !== "swiss") return [];
  const { payment, text } = paymentCode;
  const labels = slipLabels(locale);
  return [
    {
      type: "foot-strip",
      height: mm(105),
      shapes: perforation(),
      items: [
        ...receipt(payment, labels),
        ...paymentPart(payment, labels),
        at(67, 17, 46, [codeFigure(text, labels)]),
      ],
    },
  ];
}

function at(x: number, y: number, width: number, blocks: Block[]): Item {
  return { x: mm(x), y: mm(y), width: mm(width), blocks };
}

/** Sizes of type in points: the receipt is smaller than the payment part. */
const RECEIPT = { heading: 6, value: 8, lineHeight: 1.125 } as const;
const PART = { heading: 8, value: 10, lineHeight: 1.1 } as const;

type Sizes = typeof RECEIPT | typeof PART;

function title(text: string): Block {
  return { type: "paragraph", text, style: { size: 11, weight: 700, color: 0, lineHeight: 1.2 } };
}

function heading(text: string, { heading: size, lineHeight }: Sizes): Block {
  return {
    type: "paragraph",
    text,
    style: { size, weight: 700, color: 0, lineHeight },
    keepWithNext: true,
  };
}

function value(text: string, { value: size, lineHeight }: Sizes, after = 0): Block {
  return { type: "paragraph", text, style: { size, color: 0, lineHeight }, after };
}

function receipt(payment: SwissPayment, labels: SlipLabels): Item[] {
  return [
    at(5, 5, 52, [title(labels.receipt)]),
    at(5, 12, 52, information(payment, labels, RECEIPT)),
    ...amountItems(payment, labels, { sizes: RECEIPT, x: 5, amountX: 17 }),
    at(5, 82, 52, [{ ...heading(labels.acceptancePoint, RECEIPT), align: "right" } as Block]),
  ];
}

function paymentPart(payment: SwissPayment, labels: SlipLabels): Item[] {
  return [
    at(67, 5, 46, [title(labels.paymentPart)]),
    ...amountItems(payment, labels, { sizes: PART, x: 67, amountX: 83 }),
    at(118, 5, 87, information(payment, labels, PART)),
  ];
}

function information(payment: SwissPayment, labels: SlipLabels, sizes: Sizes): Block[] {
  const { iban, creditor, reference, message, debtor } = payment;
  const gap = sizes === PART ? 9 : 7;
  const isPart = sizes === PART;
  return [
    heading(labels.account, sizes),
    value([formatIban(iban), ...addressLines(creditor)].join("\n"), sizes, gap),
    ...(reference === undefined
      ? []
      : [heading(labels.reference, sizes), value(formatReference(reference), sizes, gap)]),
    // The receipt leaves the message out.
    ...(message === undefined || !isPart
      ? []
      : [heading(labels.additionalInformation, sizes), value(message, sizes, gap)]),
    heading(debtor ? labels.payableBy : labels.payableByBlank, sizes),
    debtor
      ? value(addressLines(debtor).join("\n"), sizes)
      : blankField(isPart ? 65 : 52, isPart ? 25 : 20),
  ];
}

function addressLines({ name, street, postalCode, city, countryCode }: PaymentAddress): string[] {
  const isAbroad = countryCode !== "CH" && countryCode !== "LI";
  const place = [postalCode, city].filter(Boolean).join(" ");
  return [name, street ?? "", isAbroad ? `${countryCode}-${place}` : place].filter(
    (line) => line !== "",
  );
}

/** Corner marks around the space for a handwritten address. */
function blankField(widthMm: number, heightMm: number): Block {
  const [width, height, arm] = [mm(widthMm), mm(heightMm), mm(3)];
  const path: PathStep[] = [];
  for (const [x, y, dx, dy] of [
    [0, 0, 1, 1],
    [width, 0, -1, 1],
    [0, height, 1, -1],
    [width, height, -1, -1],
  ] as const) {
    path.push(["M", x + dx * arm, y], ["L", x, y], ["L", x, y + dy * arm]);
  }
  return { type: "figure", width, height, shapes: [{ path, stroke: 0, strokeWidth: 0.75 }] };
}

interface AmountPlace {
  sizes: Sizes;
  x: number;
  amountX: number;
}

function amountItems(
  { currency, amount }: SwissPayment,
  labels: SlipLabels,
  { sizes, x, amountX }: AmountPlace,
): Item[] {
  // Groups are separated by spaces, whatever the locale.
  const text = (amount?.toFixed(2) ?? "").replace(/\B(?=(\d{3})+\.)/g, "\u00a0");
  return [
    at(x, 68, amountX - x, [heading(labels.currency, sizes), value(currency, sizes)]),
    at(amountX, 68, 40, [heading(labels.amount, sizes), value(text, sizes)]),
  ];
}

/** Side of the Swiss cross within the code, in millimetres. */
const CROSS = 7;
/** Units of the cross's drawing. */
const CROSS_UNITS = 19.8;

/** The code of 46 × 46 mm with the Swiss cross in its middle, which level M leaves readable. */
function codeFigure(text: string, labels: SlipLabels): Block {
  const { shapes, modules } = drawQr(text, SWISS_MIN_VERSION);
  const module = 46 / modules;
  const side = CROSS / module;
  const from = (modules - side) / 2;
  const unit = side / CROSS_UNITS;
  const box = (x: number, y: number, width: number, height: number): PathStep[] => [
    ["R", from + x * unit, from + y * unit, width * unit, height * unit],
  ];
  const cross: Shape[] = [
    { path: box(0, 0, CROSS_UNITS, CROSS_UNITS), fill: 0xff_ff_ff },
    { path: box(0.7, 0.7, 18.4, 18.4), fill: 0 },
    { path: [...box(8.3, 4, 3.3, 11), ...box(4.4, 7.9, 11, 3.3)], fill: 0xff_ff_ff },
  ];
  return {
    type: "figure",
    width: mm(46),
    height: mm(46),
    viewBox: { x: 0, y: 0, width: modules, height: modules },
    shapes: [...shapes, ...cross],
    alt: `${labels.paymentPart}: Swiss QR Code`,
  };
}

function dashedLine(path: PathStep[]): Shape {
  return { path, stroke: 0, strokeWidth: 0.5, dash: [2, 2] };
}

/** Lines where the slip is cut off, with scissors on them. */
function perforation(): Shape[] {
  return [
    dashedLine([
      ["M", 0, 0],
      ["L", mm(210), 0],
    ]),
    dashedLine([
      ["M", mm(62), 0],
      ["L", mm(62), mm(105)],
    ]),
    ...scissors(mm(8), 0, false),
    ...scissors(mm(62), mm(10), true),
  ];
}

/** Scissors of two handles and two blades, 4 mm long. */
function scissors(x: number, y: number, isVertical: boolean): Shape[] {
  const place = (along: number, across: number): [number, number] =>
    isVertical ? [x + mm(across), y + mm(along)] : [x + mm(along), y + mm(across)];
  const blade = (side: number): PathStep[] => [
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
    { path: [...blade(1), ...blade(-1), ...handle(1), ...handle(-1)], stroke: 0, strokeWidth: 0.7 },
  ];
}
