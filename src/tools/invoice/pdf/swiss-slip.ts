import { formatIban } from "../../../domain/payment/iban.ts";
import type { PaymentAddress } from "../../../domain/payment/payment.ts";
import { formatReference } from "../../../domain/payment/references.ts";
import type { SwissPayment } from "../../../domain/payment/swiss.ts";
import { type Block, type FootStrip, toPoints, type PathStep } from "../../../pdf/document.ts";
import type { Invoice } from "../invoice-model.ts";
import { createCodeFigure, createPerforation } from "./swiss-figures.ts";
import { type SlipLabels, getSlipLabels } from "./swiss-labels.ts";

type Item = FootStrip["items"][number];

/**
 * Creates the payment part with receipt at the page's foot: 210 × 105 mm, positions and sizes by
 * the Style Guide QR-bill. The guide requires Arial or a similar font, such as Inter.
 */
export function createPaymentSlip(invoice: Invoice): Block[] {
  const { paymentCode, locale } = invoice;
  if (paymentCode?.kind !== "swiss") return [];
  const { payment } = paymentCode;
  const labels = getSlipLabels(locale);
  return [
    {
      type: "foot-strip",
      height: toPoints(105),
      shapes: createPerforation(),
      items: [
        ...createReceipt(payment, labels),
        ...createPaymentPart(payment, labels),
        placeAt(67, 17, 46, [createCodeFigure(paymentCode, labels)]),
      ],
    },
  ];
}

function placeAt(x: number, y: number, width: number, blocks: Block[]): Item {
  return { x: toPoints(x), y: toPoints(y), width: toPoints(width), blocks };
}

/** Font sizes in points. Those of the receipt are smaller than those of the payment part. */
const RECEIPT = { heading: 6, value: 8, lineHeight: 1.125 } as const;
const PART = { heading: 8, value: 10, lineHeight: 1.1 } as const;

type Sizes = typeof RECEIPT | typeof PART;

function createTitle(text: string): Block {
  return { type: "paragraph", text, style: { size: 11, weight: 700, color: 0, lineHeight: 1.2 } };
}

function createHeading(text: string, { heading: size, lineHeight }: Sizes): Block {
  return {
    type: "paragraph",
    text,
    style: { size, weight: 700, color: 0, lineHeight },
    keepWithNext: true,
  };
}

function createValue(text: string, { value: size, lineHeight }: Sizes, after = 0): Block {
  return { type: "paragraph", text, style: { size, color: 0, lineHeight }, after };
}

function createReceipt(payment: SwissPayment, labels: SlipLabels): Item[] {
  return [
    placeAt(5, 5, 52, [createTitle(labels.receipt)]),
    placeAt(5, 12, 52, createInformation(payment, labels, RECEIPT)),
    ...createAmountItems(payment, labels, { sizes: RECEIPT, x: 5, amountX: 17 }),
    placeAt(5, 82, 52, [
      { ...createHeading(labels.acceptancePoint, RECEIPT), align: "right" } as Block,
    ]),
  ];
}

function createPaymentPart(payment: SwissPayment, labels: SlipLabels): Item[] {
  return [
    placeAt(67, 5, 46, [createTitle(labels.paymentPart)]),
    ...createAmountItems(payment, labels, { sizes: PART, x: 67, amountX: 83 }),
    placeAt(118, 5, 87, createInformation(payment, labels, PART)),
  ];
}

function createInformation(payment: SwissPayment, labels: SlipLabels, sizes: Sizes): Block[] {
  const { iban, creditor, reference, message, debtor } = payment;
  const gap = sizes === PART ? 9 : 7;
  const isPart = sizes === PART;
  return [
    createHeading(labels.account, sizes),
    createValue([formatIban(iban), ...formatSlipAddress(creditor)].join("\n"), sizes, gap),
    ...(reference === undefined
      ? []
      : [
          createHeading(labels.reference, sizes),
          createValue(formatReference(reference), sizes, gap),
        ]),
    // Omits the message on the receipt, which has no field for it.
    ...(message === undefined || !isPart
      ? []
      : [createHeading(labels.additionalInformation, sizes), createValue(message, sizes, gap)]),
    createHeading(debtor ? labels.payableBy : labels.payableByBlank, sizes),
    debtor
      ? createValue(formatSlipAddress(debtor).join("\n"), sizes)
      : createBlankField(isPart ? 65 : 52, isPart ? 25 : 20),
  ];
}

function formatSlipAddress({
  name,
  street,
  postalCode,
  city,
  countryCode,
}: PaymentAddress): string[] {
  const isAbroad = countryCode !== "CH" && countryCode !== "LI";
  const place = [postalCode, city].filter(Boolean).join(" ");
  return [name, street ?? "", isAbroad ? `${countryCode}-${place}` : place].filter(
    (line) => line !== "",
  );
}

/** Creates the corner marks around the space for a handwritten address. */
function createBlankField(widthMm: number, heightMm: number): Block {
  const [width, height, arm] = [toPoints(widthMm), toPoints(heightMm), toPoints(3)];
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

function createAmountItems(
  { currency, amount }: SwissPayment,
  labels: SlipLabels,
  { sizes, x, amountX }: { sizes: Sizes; x: number; amountX: number },
): Item[] {
  // Separates groups by spaces in every locale, as the Style Guide requires.
  const text = (amount?.toFixed(2) ?? "").replace(/\B(?=(\d{3})+\.)/g, "\u00a0");
  return [
    placeAt(x, 68, amountX - x, [
      createHeading(labels.currency, sizes),
      createValue(currency, sizes),
    ]),
    placeAt(amountX, 68, 40, [createHeading(labels.amount, sizes), createValue(text, sizes)]),
  ];
}
