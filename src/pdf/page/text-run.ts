import type { EmbeddedFont, EncodedText } from "../fonts/embedded-font.ts";
import type { ShapedGlyph, ShapedText } from "../text/shape.ts";
import { formatNumber, encodeUtf16 } from "../writer/syntax.ts";

/** A glyph and the text it represents. Several glyphs may represent one text together. */
interface GlyphGroup {
  text: string;
  glyphs: ShapedGlyph[];
}

/**
 * Groups glyphs by cluster, in visual order, in which clusters ascend or, from right to left,
 * descend.
 */
function groupGlyphs({ glyphs, text, rightToLeft }: ShapedText): GlyphGroup[] {
  const groups: GlyphGroup[] = [];
  let start = -1;
  for (const glyph of glyphs) {
    const last = groups.at(-1);
    if (glyph.cluster === start && last) {
      last.glyphs.push(glyph);
      continue;
    }
    if (last && !rightToLeft) last.text = text.slice(start, glyph.cluster);
    const end = rightToLeft && last ? start : text.length;
    start = glyph.cluster;
    groups.push({ text: text.slice(start, end), glyphs: [glyph] });
  }
  return groups;
}

/** A glyph with its distance from the start of the run, in points. */
interface PlacedGlyph {
  glyph: ShapedGlyph;
  at: number;
}

/**
 * The mapping of glyphs without a text, because every glyph needs one: a character that is not
 * visible.
 */
const NO_TEXT = "\u200b";

/** Matches characters that a character map may not contain (ISO 19005-3, 6.2.11.7.2). */
// oxlint-disable-next-line no-control-regex
const UNMAPPABLE = /[\u0000\ufeff\ufffe]/g;

/** Matches characters for private use, which need a replacement text (ISO 19005-3, 6.2.11.7.3). */
const PRIVATE_USE = /[\ue000-\uf8ff\u{f0000}-\u{10ffff}]/u;

/** Matches characters that need more than a mapping. */
// oxlint-disable-next-line no-control-regex
const SPECIAL = /[\u0000\ufeff\ufffe\ue000-\uf8ff]|[\u{f0000}-\u{10ffff}]/u;

/** Options of a run: size and spacing in points. */
interface ShowOptions {
  font: EmbeddedFont;
  size: number;
  letterSpacing: number;
}

/**
 * Writes the operands and operators that show shaped texts one after the other. They are codes, and
 * corrections where a glyph is not where the widths in the file would put it.
 */
export class TextRun {
  readonly #options: ShowOptions;
  readonly #x: number;
  #operators = "";
  #array = "";
  #codes = "";
  /** Position of the next glyph by the file's widths, in points from the start. */
  #pen = 0;
  #rise = 0;

  constructor(x: number, options: ShowOptions) {
    this.#x = x;
    this.#options = options;
  }

  /**
   * Adds a text that begins at `x`, in points. Readers find words by the distances between codes
   * with a text. So a base has the text of its marks, which follow at the end without any.
   */
  add(shaped: ShapedText, x: number): void {
    let pen = x - this.#x;
    const encoded = this.#options.font.encode(shaped, encodeSimple);
    if (encoded) {
      this.#addEncoded(encoded, pen);
      return;
    }
    const allMarks: PlacedGlyph[] = [];
    for (const { text, glyphs } of groupGlyphs(shaped)) {
      const placed = glyphs.map((glyph) => {
        const at = pen;
        pen += glyph.advance * this.#options.size + this.#options.letterSpacing;
        return { glyph, at };
      });
      const bases = placed.filter(({ glyph }) => glyph.advance > 0);
      const visible = bases.length > 0 ? bases : placed.slice(0, 1);
      const marks = placed.filter((glyph) => !visible.includes(glyph));
      const { rightToLeft } = shaped;
      this.#showBases(text.replaceAll(UNMAPPABLE, "") || NO_TEXT, visible, rightToLeft);
      // One by one, because a letter can have more marks than the stack takes arguments.
      for (const mark of marks) allMarks.push(mark);
    }
    if (allMarks.length === 0) return;
    this.#begin("");
    for (const mark of allMarks) this.#show(mark, NO_TEXT);
    this.#end();
  }

  /** Adds a text whose operands are known. */
  #addEncoded({ first, middle, last, advance, count }: EncodedText, at: number): void {
    const { size, letterSpacing } = this.#options;
    this.#setRise(0);
    this.#correct(at);
    this.#codes += first;
    if (middle !== "") {
      this.#flushCodes();
      this.#array += middle;
      this.#codes = last;
    }
    this.#pen += advance * size + count * letterSpacing;
  }

  /** Shows base glyphs that represent one text. */
  #showBases(text: string, bases: readonly PlacedGlyph[], rightToLeft: boolean): void {
    const ordered = rightToLeft ? toVisualText(text) : text;
    const isReplaced = bases.length > 1 || PRIVATE_USE.test(text);
    if (isReplaced) this.#begin(text);
    bases.forEach((base, index) => this.#show(base, index === 0 ? ordered : NO_TEXT));
    if (isReplaced) this.#end();
  }

  #show({ glyph, at }: PlacedGlyph, text: string): void {
    const { font, size, letterSpacing } = this.#options;
    const { code, width } = font.addGlyph(glyph.glyph, text);
    this.#setRise(glyph.y * size);
    this.#correct(at + glyph.x * size);
    this.#codes += code;
    this.#pen += (width * size) / 1000 + letterSpacing;
  }

  /** Moves the pen to a position, in points from the start of the run. */
  #correct(to: number): void {
    const { size } = this.#options;
    const correction = Math.round(((this.#pen - to) / size) * 1000);
    if (correction === 0) return;
    this.#flushCodes();
    this.#array += String(correction);
    this.#pen -= (correction * size) / 1000;
  }

  #setRise(rise: number): void {
    if (Math.abs(rise - this.#rise) < 0.01) return;
    this.#flushArray();
    this.#operators += `${formatNumber(rise)} Ts\n`;
    this.#rise = rise;
  }

  #begin(text: string): void {
    this.#flushArray();
    this.#operators += `/Span<</ActualText<feff${encodeUtf16(text)}>>>BDC\n`;
  }

  #end(): void {
    this.#flushArray();
    this.#operators += "EMC\n";
  }

  #flushCodes(): void {
    if (this.#codes !== "") this.#array += `(${this.#codes})`;
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

/**
 * Encodes a text whose glyphs are all on the baseline and have a text each. Returns undefined for
 * any other text.
 */
function encodeSimple(shaped: ShapedText, font: EmbeddedFont): EncodedText | undefined {
  const { glyphs } = shaped;
  if (SPECIAL.test(shaped.text) || !isSimple(shaped)) return undefined;
  let [first, middle, codes, pen, at] = ["", "", "", 0, 0];
  for (let index = 0; index < glyphs.length; index++) {
    const glyph = glyphs[index];
    if (!glyph) break;
    const { code, width } = font.addGlyph(glyph.glyph, getText(shaped, index));
    const correction = Math.round((pen - at - glyph.x) * 1000);
    if (correction !== 0) {
      if (middle === "") [first, middle] = [codes, String(correction)];
      else middle += `(${codes})${correction}`;
      codes = "";
      pen -= correction / 1000;
    }
    codes += code;
    pen += width / 1000;
    at += glyph.advance;
  }
  const count = glyphs.length;
  if (middle === "") return { first: codes, middle, last: "", advance: pen, count };
  return { first, middle, last: codes, advance: pen, count };
}

function isSimple({ glyphs, rightToLeft }: ShapedText): boolean {
  let before = rightToLeft ? Infinity : -1;
  for (const { cluster, y } of glyphs) {
    if (y !== 0 || (rightToLeft ? cluster >= before : cluster <= before)) return false;
    before = cluster;
  }
  return true;
}

/**
 * Returns the text of a glyph of a simple text: from its cluster to the next one in the order of
 * reading.
 */
function getText({ text, glyphs, rightToLeft }: ShapedText, index: number): string {
  const next = glyphs[rightToLeft ? index - 1 : index + 1]?.cluster ?? text.length;
  const part = text.slice(glyphs[index]?.cluster ?? 0, next);
  return rightToLeft ? toVisualText(part) : part;
}

/** Returns a text in visual order, because right-to-left text is extracted from the left. */
function toVisualText(text: string): string {
  return text.length > 1 ? Array.from(text).toReversed().join("") : text;
}
