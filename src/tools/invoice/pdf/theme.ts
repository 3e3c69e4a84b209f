import { chooseTextColor, parseHexColor } from "../../../lib/graphics/color.ts";
import { type Stroke, toPoints } from "../../../pdf/document.ts";
import type { Invoice } from "../invoice-model.ts";

/** Margin at the sides of pages, in points. */
export const SIDE_MARGIN = toPoints(18);
/** Margins at the sides of letters, in points (DIN 5008). */
export const LETTER_MARGIN = { left: toPoints(25), right: toPoints(20) };
/** Margin above the text of pages, in points. */
export const TOP_MARGIN = toPoints(10);
/**
 * Half of the distance between columns of a table, in points. The outer edges have none, so that
 * they align with the text above.
 */
export const COLUMN_PADDING = 9;

/** The colors of a design. */
interface Theme {
  /** Text color. */
  ink: number;
  /** Color of secondary text, contrast 7 to 1 on white. */
  muted: number;
  /** The lines between rows of a table. */
  hairline: Stroke;
  /** The line under a table's head. */
  headLine: Stroke;
}

const GRAY: Theme = {
  ink: 0x14_18_1f,
  muted: 0x4b_54_63,
  hairline: { width: 0.5, color: 0xd9_dd_e3 },
  headLine: { width: 0.75, color: 0x14_18_1f },
};

/** Without gray, which laser printers draw as dots. */
const BLACK: Theme = {
  ink: 0,
  muted: 0,
  hairline: { width: 0.4, color: 0 },
  headLine: { width: 1, color: 0 },
};

/** Returns the colors of an invoice's design. */
export function getTheme({ request }: Invoice): Theme {
  return request.design === "plain" ? BLACK : GRAY;
}

/** Returns the accent color: the invoice's own, or ink where that would be invisible on white. */
export function getAccent(invoice: Invoice): number {
  const { ink } = getTheme(invoice);
  const color = invoice.request.accentColor.toLowerCase();
  const isVisible = invoice.request.design !== "plain" && chooseTextColor(color) === "#ffffff";
  return isVisible ? parseHexColor(color).rgb : ink;
}

/** Returns the colors of the band at the first page's top. */
export function getBandColors({ request }: Invoice): { background: number; text: number } {
  const color = request.accentColor.toLowerCase();
  return {
    background: parseHexColor(color).rgb,
    text: parseHexColor(chooseTextColor(color)).rgb,
  };
}
