import type { LineTax } from "../../../domain/invoice/tax-groups.ts";
import { ZERO } from "../../../lib/money/exact.ts";
import { toUnitCode } from "../einvoice/codes.ts";
import type { Invoice, InvoiceLine } from "../invoice-model.ts";
import { getLabel, isolateText, type Label } from "./label.ts";

/** Units that Intl can format, by UN/ECE code. */
const INTL_UNITS: Readonly<Record<string, string>> = {
  SEC: "second",
  MIN: "minute",
  HUR: "hour",
  DAY: "day",
  WEE: "week",
  MON: "month",
  ANN: "year",
  GRM: "gram",
  KGM: "kilogram",
  MMT: "millimeter",
  CMT: "centimeter",
  MTR: "meter",
  KMT: "kilometer",
  MLT: "milliliter",
  LTR: "liter",
};

/** Formats a line's quantity with its unit, or without one for pieces. */
export function formatQuantity(
  { quantity, unit = "piece" }: InvoiceLine,
  { format }: Invoice,
): string {
  const code = toUnitCode(unit) ?? "C62";
  if (code === "C62") return format.quantity(quantity);
  const intlUnit = Object.hasOwn(INTL_UNITS, code) ? INTL_UNITS[code] : undefined;
  return intlUnit === undefined
    ? `${format.quantity(quantity)} ${code}`
    : format.quantity(quantity, intlUnit);
}

/** Returns the heading of the quantities, with the label of units where a request has one. */
export function getQuantityLabel(invoice: Invoice): Label {
  const quantity = getLabel("quantity", invoice);
  if (!invoice.request.labels?.unit?.trim()) return quantity;
  const text = `${quantity.text} / ${invoice.labels.unit}`;
  const words = invoice.second?.labels;
  return words ? { text, second: `${words.quantity} / ${words.unit}` } : { text };
}

/** Formats the price of a line, where it has a unit of its own: `$17.89 / 1,000`. */
export function formatLinePrice({ rate, per }: InvoiceLine, { format }: Invoice): string {
  return per ? `${format.price(rate)} / ${format.quantity(per)}` : format.price(rate);
}

/** Lists what is printed small below a line: its number, its period and its discount. */
export function listLineNotes(line: InvoiceLine, invoice: Invoice, index: number): Label[] {
  const { format } = invoice;
  const { period, discount, id } = line;
  const notes: Label[] = id === undefined ? [] : [{ text: isolateText(id, invoice) }];
  if (period) {
    notes.push({ text: `${format.shortDate(period.start)} – ${format.shortDate(period.end)}` });
  }
  if (!discount.eq(ZERO) && hasPrices(invoice)) {
    const percent = invoice.request.items[index]?.discount;
    const rate = percent === undefined ? "" : ` (${isolateText(format.percent(percent), invoice)})`;
    const end = `${rate} ${isolateText(format.amount(discount.neg()), invoice)}`;
    notes.push({ ...getLabel("discount", invoice), end });
  }
  return notes;
}

/** Returns false for a delivery note, which shows no price, sum, tax and payment. */
export function hasPrices({ type }: Invoice): boolean {
  return type !== "delivery-note";
}

/** Formats the taxes of a line: `Tax 19%`, or `GST 5%, PST 7%`. */
export function formatLineTax({ taxes }: LineTax, invoice: Invoice): Label {
  const { format } = invoice;
  const [first] = taxes;
  if (first && first.label === null) {
    return {
      ...getLabel("tax", invoice),
      end: ` ${isolateText(format.percent(first.rate), invoice)}`,
    };
  }
  const texts = taxes.map(({ label, rate }) =>
    isolateText(`${label} ${format.percent(rate)}`, invoice),
  );
  return { text: texts.join(", ") };
}
