import { readFileSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";
import { Blob, DrawFuncs, Face, Font } from "harfbuzzjs";

/** The committed fonts, which `scripts/fonts` builds. */
const FOLDER = new URL("../../../fonts/", import.meta.url);

/** Receives an outline: lines and quadratic curves in font units, the y axis upwards. */
export interface OutlineSink {
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
  quadraticTo(controlX: number, controlY: number, x: number, y: number): void;
}

/** One layer of a color glyph (COLR version 0), bottom first. */
export interface ColorLayer {
  glyph: number;
  /** 0xRRGGBB; absent for the text's own color. */
  color?: number;
  /** 0 to 1. */
  alpha: number;
}

export interface OpenFont {
  name: string;
  font: Font;
  unitsPerEm: number;
  /** In ems, both positive. */
  ascent: number;
  descent: number;
  /** Returns the glyph of a code point by `cmap`, or undefined when the font lacks it. */
  glyph(codePoint: number): number | undefined;
  /** Returns the color layers of a glyph, none for an ordinary glyph. */
  layers(glyph: number): ColorLayer[];
  draw(glyph: number, sink: OutlineSink): void;
  /** Returns a copy of an OpenType table (`glyf`), or no bytes when the font lacks it. */
  table(tag: string): Uint8Array;
}

const openFonts = new Map<string, OpenFont>();

/** Opens a bundled font. Cached, because decompressing the largest takes about 20 ms. */
export function openFont(name: string): OpenFont {
  const cached = openFonts.get(name);
  if (cached) return cached;
  const compressed = readFileSync(new URL(`${name}.ttf.br`, FOLDER));
  const face = new Face(new Blob(brotliDecompressSync(compressed)));
  const font = createOpenFont(name, face);
  openFonts.set(name, font);
  return font;
}

function createOpenFont(name: string, face: Face): OpenFont {
  const font = new Font(face);
  const { ascender, descender } = font.hExtents();
  const palette = face.getColorPalettes()[0]?.colors ?? [];
  const toLayer = ({ glyph, colorIndex }: { glyph: number; colorIndex?: number }): ColorLayer => {
    const color = colorIndex === undefined ? undefined : palette[colorIndex];
    if (!color) return { glyph, alpha: 1 };
    const { red, green, blue, alpha } = color;
    return { glyph, color: (red << 16) | (green << 8) | blue, alpha: alpha / 255 };
  };
  return {
    name,
    font,
    unitsPerEm: face.upem,
    ascent: ascender / face.upem,
    descent: -descender / face.upem,
    glyph: (codePoint) => font.nominalGlyph(codePoint),
    layers: (glyph) => face.getGlyphColorLayers(glyph).map(toLayer),
    draw: (glyph, sink) => font.drawGlyph(glyph, drawFuncs, sink),
    // Copies the table, because the view that HarfBuzz returns is detached when its memory grows.
    table: (tag) => face.referenceTable(tag)?.slice() ?? new Uint8Array(0),
  };
}

/** Passes outlines to a sink. Has no cubic curves, because the bundled fonts are TrueType. */
const drawFuncs = new DrawFuncs();
drawFuncs.setMoveToFunc((x, y, sink) => (sink as OutlineSink).moveTo(x, y));
drawFuncs.setLineToFunc((x, y, sink) => (sink as OutlineSink).lineTo(x, y));
drawFuncs.setQuadraticToFunc((controlX, controlY, x, y, sink) =>
  (sink as OutlineSink).quadraticTo(controlX, controlY, x, y),
);

/** A fallback font and the characters that it is opened for. */
export interface FallbackFont {
  name: string;
  characters: RegExp;
}

export const SCRIPT_FONTS: readonly FallbackFont[] = [
  { name: "noto-sans-kr", characters: /\p{Script=Hangul}/u },
  {
    name: "noto-sans-sc",
    characters:
      /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\u3000-\u33ff\ufe10-\ufe6f\uff00-\uffef]/u,
  },
  { name: "noto-sans-hebrew", characters: /\p{Script=Hebrew}/u },
  { name: "noto-sans-arabic", characters: /\p{Script_Extensions=Arabic}/u },
  { name: "noto-sans-devanagari", characters: /\p{Script_Extensions=Devanagari}/u },
  { name: "noto-sans-thai", characters: /[\p{Script=Thai}\u0e3f]/u },
];

/**
 * All fallbacks of code. DejaVu comes late, because it has Arabic letters too but cannot join them.
 */
const FALLBACK_FONTS: readonly FallbackFont[] = [
  ...SCRIPT_FONTS,
  { name: "dejavu-sans-mono", characters: /[^]/u },
  { name: "dejavu-sans-symbols", characters: /[\u2190-\u2bff]/u },
  { name: "twemoji", characters: /\p{Emoji}/u },
];

/**
 * Matches joiners, variation selectors and tags. Fonts need not have them, because shaping reads
 * but does not draw them.
 */
const IGNORABLE = /\u200c|\u200d|[\u{fe00}-\u{fe0f}]|[\u{e0020}-\u{e007f}]/gu;

/**
 * Returns the first font that has every character of `text`, `preferred` before the fallbacks, or
 * undefined if none has.
 */
export function findFont(
  text: string,
  preferred: string,
  fallbacks: readonly FallbackFont[] = FALLBACK_FONTS,
): OpenFont | undefined {
  const drawn = Array.from(text.replace(IGNORABLE, ""));
  const covers = (font: OpenFont) =>
    drawn.every((character) => font.glyph(character.codePointAt(0) ?? 0) !== undefined);
  const first = openFont(preferred);
  if (covers(first)) return first;
  for (const { name, characters } of fallbacks) {
    if (!drawn.some((character) => characters.test(character))) continue;
    const font = openFont(name);
    if (covers(font)) return font;
  }
  return undefined;
}
