import type { OpenFont } from "../../lib/graphics/fonts.ts";
import { findFonts, type FontRun } from "./fallback.ts";
import { type ShapedText, shapeText, type ShapeOptions } from "./shape.ts";
import { getFace, type TextStyle } from "./text-style.ts";

/** A part of a text in one font, shaped. */
interface ShapedRun {
  kind: FontRun["kind"];
  font: OpenFont;
  shaped: ShapedText;
  /** False for a fallback, which lacks the weight and the slant of the style. */
  isOwnFace: boolean;
}

/** Returns the runs of a text in one font and its fallbacks. */
type ShapeRuns = (text: string) => readonly ShapedRun[];

/**
 * Cached words by font and options, because documents repeat words and shaping is most of the work.
 */
const caches = new Map<string, Map<string, readonly ShapedRun[]>[]>();
/** A cache is cleared at this many words to bound memory. */
const MAX_CACHED = 8000;
/** Maximum length of a cached text. */
const MAX_CACHED_LENGTH = 40;

/** Returns the function that shapes words in a font. */
function createShaper(face: string, options: ShapeOptions): ShapeRuns {
  const cachesOfFace = caches.get(face) ?? Array.from({ length: 4 }, () => new Map());
  caches.set(face, cachesOfFace);
  const variant = (options.rightToLeft ? 2 : 0) + (options.tabular ? 1 : 0);
  const cache = cachesOfFace[variant] ?? new Map<string, readonly ShapedRun[]>();
  return (text) => {
    const cached = cache.get(text);
    if (cached) return cached;
    const runs = findFonts(text, face).map((run) => shapeRun(run, face, options));
    if (text.length > MAX_CACHED_LENGTH) return runs;
    if (cache.size >= MAX_CACHED) cache.clear();
    cache.set(text, runs);
    return runs;
  };
}

/** Shapes text of one style in either direction. */
interface Shapers {
  leftToRight: ShapeRuns;
  rightToLeft: ShapeRuns;
  /** True for synthetic italics, because the style's font has none. */
  isSlanted: boolean;
}

/** Shapers by family, weight, italic and tabular figures, packed into an index. */
const shapers: Shapers[] = [];

export function getShapers(style: TextStyle): Shapers {
  const { font, weight, italic, tabular } = style;
  const family = (font === "mono" ? 1 : 0) * 4 + weight / 100 - 4;
  const key = family * 4 + (italic ? 2 : 0) + (tabular ? 1 : 0);
  return (shapers[key] ??= createShapers(style));
}

function createShapers(style: TextStyle): Shapers {
  const { name, slanted } = getFace(style);
  const { tabular } = style;
  return {
    leftToRight: createShaper(name, { rightToLeft: false, tabular }),
    rightToLeft: createShaper(name, { rightToLeft: true, tabular }),
    isSlanted: slanted,
  };
}

function shapeRun({ kind, text, font }: FontRun, face: string, options: ShapeOptions): ShapedRun {
  const isOwnFace = font.name === face;
  const tabular = options.tabular && isOwnFace;
  const shaped = shapeText(text, font, { rightToLeft: options.rightToLeft, tabular });
  return { kind, font, shaped, isOwnFace };
}
