import type { OpenFont } from "../../lib/graphics/fonts.ts";
import type { FontRun } from "./fallback.ts";
import type { ShapedText } from "./shape.ts";
import type { TextStyle } from "./text-style.ts";

/**
 * The smallest part of a line: one shaped text, space, emoji or placeholder. `S` is the span that
 * it came from.
 */
export interface Chunk<S> {
  kind: FontRun["kind"];
  text: string;
  style: TextStyle;
  source: S;
  font: OpenFont;
  shaped: ShapedText;
  /** Points. */
  width: number;
  isSpace: boolean;
  /** Embedding level: odd for right to left. */
  level: number;
  /** True for synthetic italics and bold, because the font has neither. */
  slanted: boolean;
  emboldened: boolean;
  /** States if a line may or must end after it. */
  breakAfter: "no" | "may" | "must";
}

/** The width of an emoji, in ems. */
export const EMOJI_EMS = 1.2;
/** The width of a placeholder, in ems. */
export const PLACEHOLDER_EMS = 0.75;

/** Returns the width of a shaped text in a style, in points. */
export function measureChunk(kind: FontRun["kind"], shaped: ShapedText, style: TextStyle): number {
  if (kind === "emoji") return EMOJI_EMS * style.size;
  if (kind === "placeholder") return PLACEHOLDER_EMS * style.size;
  return shaped.width * style.size + shaped.glyphs.length * style.letterSpacing;
}
