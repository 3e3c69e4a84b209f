import { splitGraphemes } from "../../lib/text/graphemes.ts";
import { isEmoji } from "../../lib/text/emoji.ts";
import {
  findFont,
  type FallbackFont,
  type OpenFont,
  openFont,
  SCRIPT_FONTS,
} from "../../lib/graphics/fonts.ts";

/**
 * Fallback fonts in order: proportional symbols before monospaced ones. Emoji in text presentation
 * use these, too.
 */
const FALLBACKS: readonly FallbackFont[] = [
  ...SCRIPT_FONTS,
  { name: "dejavu-sans-symbols", characters: /[\u2190-\u2bff]/u },
  { name: "dejavu-sans-mono", characters: /[^]/u },
];

/**
 * Matches characters that shaping reads but nothing draws: joiners, direction marks, selectors,
 * fillers (Default_Ignorable_Code_Point).
 */
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/gu;

/**
 * A part of a text and how it is drawn: in a font, as a color emoji, or as a placeholder for what
 * no font has.
 */
export interface FontRun {
  kind: "text" | "emoji" | "placeholder";
  text: string;
  font: OpenFont;
}

/** Code points of the basic plane that a font has: 1 for yes, 2 for no, 0 for not looked up yet. */
const coverage = new WeakMap<OpenFont, Uint8Array>();

function covers(font: OpenFont, text: string): boolean {
  const states = coverage.get(font) ?? new Uint8Array(65_536);
  coverage.set(font, states);
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (states[unit] === 0) {
      const isSurrogate = unit >= 0xd800 && unit < 0xe000;
      states[unit] = !isSurrogate && font.glyph(unit) !== undefined ? 1 : 2;
    }
    if (states[unit] === 2) return false;
  }
  return true;
}

/** Matches characters that may begin an emoji or turn their neighbor into one. */
const MAY_BE_EMOJI = /[\u203c\u2049\u2122-\u3299]|\u20e3|\ufe0f/;

/**
 * Splits a text into runs of one font each: `preferred` where it has the characters, a fallback
 * elsewhere.
 */
export function findFonts(text: string, preferred: string): FontRun[] {
  const first = openFont(preferred);
  if (covers(first, text) && !MAY_BE_EMOJI.test(text)) return [{ kind: "text", text, font: first }];
  const runs: FontRun[] = [];
  for (const { segment } of splitGraphemes(text)) {
    for (const run of findGraphemeFonts(segment, first)) append(runs, run);
  }
  return runs;
}

function append(runs: FontRun[], run: FontRun): void {
  const last = runs.at(-1);
  if (last?.kind === "text" && run.kind === "text" && last.font === run.font) last.text += run.text;
  else runs.push(run);
}

function findGraphemeFonts(grapheme: string, preferred: OpenFont): FontRun[] {
  if (isEmoji(grapheme)) {
    const emoji = findFont(stripIgnorable(grapheme), "twemoji", []);
    if (emoji) return [{ kind: "emoji", text: grapheme, font: emoji }];
  }
  const font = findFont(stripIgnorable(grapheme), preferred.name, FALLBACKS);
  if (font) return [{ kind: "text", text: grapheme, font }];
  const characters = Array.from(grapheme);
  if (characters.length === 1) return [{ kind: "placeholder", text: grapheme, font: preferred }];
  return characters.flatMap((character) => findGraphemeFonts(character, preferred));
}

/** Removes characters that are never drawn. */
function stripIgnorable(text: string): string {
  return text.replaceAll(IGNORABLE, "");
}
