import { type Block } from "../../../../pdf/document.ts";
import { COLORS, toRgb } from "../theme.ts";

export const INK = toRgb(COLORS.ink);
/** The color of secondary text. */
export const MUTED = toRgb(COLORS.muted);
/** The line between rows of a table. */
export const HAIRLINE = { width: 0.5, color: toRgb(COLORS.line) };
export const SMALL = { size: 8, color: MUTED } as const;

export function createHeading(text: string): Block {
  return {
    type: "heading",
    level: 2,
    text,
    before: 20,
    after: 6,
    style: { size: 12.5, weight: 600, lineHeight: 1.3 },
  };
}

/** Creates a number and its title, aligned with the numbers and texts of clauses. */
export function createNumberedHeading(number: number, title: string): Block {
  return createHeading(`${number}.\u2002${title}`);
}
