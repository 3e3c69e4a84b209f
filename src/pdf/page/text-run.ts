import type { EmbeddedFont } from "../fonts/embedded-font.ts";
import type { ShapedGlyph, ShapedText } from "../text/shape.ts";
import { num, utf16 } from "../writer/syntax.ts";

/** A glyph with the text that it stands for. Several glyphs may stand for one text together. */
interface GlyphGroup {
  text: string;
  glyphs: ShapedGlyph[];
}

/** Groups glyphs by cluster, in visual order. */
function groups({ glyphs, text }: ShapedText): GlyphGroup[] {
  const starts = [...new Set(glyphs.map(({ cluster }) => cluster))].sort(
    (one, other) => one - other,
  );
  const ends = new Map(starts.map((start, index) => [start, starts[index + 1] ?? text.length]));
  const found: GlyphGroup[] = [];
  let last: number | undefined;
  for (const glyph of glyphs) {
    if (glyph.cluster === last) found.at(-1)?.glyphs.push(glyph);
    else found.push({ text: text.slice(glyph.cluster, ends.get(glyph.cluster)), glyphs: [glyph] });
    last = glyph.cluster;
  }
  return found;
}

/** A glyph with its distance from the start of the run, in points. */
interface PlacedGlyph {
  glyph: ShapedGlyph;
  at: number;
}

/** A mapping for glyphs whose text an `ActualText` gives: every glyph needs one, and this adds no visible character. */
const NO_TEXT = "\u200b";

/** Texts that a character map may not contain (ISO 19005-3, 6.2.11.7.2). */
// oxlint-disable-next-line no-control-regex
const UNMAPPABLE = /[\u0000\ufeff\ufffe]/g;

/** Characters for private use need a replacement text (ISO 19005-3, 6.2.11.7.3). */
const PRIVATE_USE = /[\ue000-\uf8ff\u{f0000}-\u{10ffff}]/u;

/** How a text is shown: size and spacing in points. */
export interface ShowOptions {
  font: EmbeddedFont;
  size: number;
  letterSpacing: number;
}

/**
 * Writes the operands and operators that show shaped texts one after the other: codes, and corrections where a glyph
 * is not where the widths in the file would put it.
 */
export class TextRun {
  readonly #options: ShowOptions;
  readonly #x: number;
  #operators = "";
  #array = "";
  #codes = "";
  /** Where the next glyph is by the file's widths, in points from the start. */
  #pen = 0;
  #rise = 0;

  constructor(x: number, options: ShowOptions) {
    this.#x = x;
    this.#options = options;
  }

  /**
   * Adds a text that begins at `x`, in points. Readers find words by the distances between codes with a text, so a
   * base carries the text of its marks, which follow at the end without any.
   */
  add(shaped: ShapedText, x: number): void {
    let pen = x - this.#x;
    const allMarks: PlacedGlyph[] = [];
    for (const { text, glyphs } of groups(shaped)) {
      const placed = glyphs.map((glyph) => {
        const at = pen;
        pen += glyph.advance * this.#options.size + this.#options.letterSpacing;
        return { glyph, at };
      });
      const bases = placed.filter(({ glyph }) => glyph.advance > 0);
      const shown = bases.length > 0 ? bases : placed.slice(0, 1);
      const marks = placed.filter((one) => !shown.includes(one));
      this.#showBases(text.replaceAll(UNMAPPABLE, "") || NO_TEXT, shown, {
        isVisual: shaped.rightToLeft && marks.length > 0,
      });
      allMarks.push(...marks);
    }
    if (allMarks.length === 0) return;
    this.#begin("");
    for (const mark of allMarks) this.#show(mark, NO_TEXT);
    this.#end();
  }

  /** Right-to-left text is shown, and extracted, from its left: the text of a base with marks is in that order too. */
  #showBases(
    text: string,
    bases: readonly PlacedGlyph[],
    { isVisual }: { isVisual: boolean },
  ): void {
    const ordered = isVisual ? Array.from(text).toReversed().join("") : text;
    const isReplaced = bases.length > 1 || PRIVATE_USE.test(text);
    if (isReplaced) this.#begin(text);
    bases.forEach((one, index) => this.#show(one, index === 0 ? ordered : NO_TEXT));
    if (isReplaced) this.#end();
  }

  #show({ glyph, at }: PlacedGlyph, text: string): void {
    const { font, size, letterSpacing } = this.#options;
    const { code, width } = font.glyph(glyph.glyph, text);
    this.#setRise(glyph.y * size);
    const correction = Math.round(((this.#pen - at - glyph.x * size) / size) * 1000);
    if (correction !== 0) {
      this.#flushCodes();
      this.#array += num(correction);
      this.#pen -= (correction * size) / 1000;
    }
    this.#codes += code;
    this.#pen += (width * size) / 1000 + letterSpacing;
  }

  #setRise(rise: number): void {
    if (Math.abs(rise - this.#rise) < 0.01) return;
    this.#flushArray();
    this.#operators += `${num(rise)} Ts\n`;
    this.#rise = rise;
  }

  #begin(text: string): void {
    this.#flushArray();
    this.#operators += `/Span<</ActualText<feff${utf16(text)}>>>BDC\n`;
  }

  #end(): void {
    this.#flushArray();
    this.#operators += "EMC\n";
  }

  #flushCodes(): void {
    if (this.#codes !== "") this.#array += `<${this.#codes}>`;
    this.#codes = "";
  }

  #flushArray(): void {
    this.#flushCodes();
    if (this.#array !== "") this.#operators += `[${this.#array}]TJ\n`;
    this.#array = "";
  }

  /** Returns the operators. */
  finish(): string {
    this.#setRise(0);
    this.#flushArray();
    return this.#operators;
  }
}
