import { chooseTextColor, parseHexColor } from "../../../lib/graphics/color.ts";
import { type Stroke, toPoints } from "../../../pdf/document.ts";
import type { Invoice } from "../types.ts";

/** Margin at the sides of pages, in points. */
export const SIDE_MARGIN = toPoints(18);
/** Margin above the text of pages, in points. */
export const TOP_MARGIN = toPoints(10);
/**
 * Half of the distance between columns of a table, in points. The outer edges have none, so that
 * they align with the text above.
 */
export const COLUMN_PADDING = 9;
/** Text color. */
export const INK = 0x14_18_1f;
/** Color of secondary text, contrast 7 to 1 on white. */
export const MUTED = 0x4b_54_63;
/** The lines between rows of a table. */
export const HAIRLINE: Stroke = { width: 0.5, color: 0xd9_dd_e3 };
/** The line under a table's head. */
export const HEAD_LINE: Stroke = { width: 0.75, color: INK };

/** Returns the accent color: the invoice's own, or ink where that would be invisible on white. */
export function getAccent({ request }: Invoice): number {
  const color = request.accentColor.toLowerCase();
  const isVisible = chooseTextColor(color) === "#ffffff";
  return isVisible ? parseHexColor(color).rgb : INK;
}

/** Returns the colors of the band at the first page's top. */
export function getBandColors({ request }: Invoice): { background: number; text: number } {
  const color = request.accentColor.toLowerCase();
  return {
    background: parseHexColor(color).rgb,
    text: parseHexColor(chooseTextColor(color)).rgb,
  };
}
