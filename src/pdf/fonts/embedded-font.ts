import { hash } from "node:crypto";
import type { OpenFont } from "../../lib/graphics/fonts.ts";
import type { ShapedText } from "../text/shape.ts";
import type { PdfFile } from "../writer/file.ts";
import { escapeBytes, formatNumber, formatReference, encodeUtf16 } from "../writer/syntax.ts";
import { readSourceFont, type SourceFont, subsetFont } from "./subset.ts";

const sources = new WeakMap<OpenFont, SourceFont>();

function getSource(font: OpenFont): SourceFont {
  const source = sources.get(font) ?? readSourceFont(font);
  sources.set(font, source);
  return source;
}

/** Maximum mappings in one `bfchar` section (Adobe technical note 5411). */
const MAX_MAPPINGS = 100;

/** Flags of a font descriptor (ISO 32000-1, table 123). */
const FIXED_PITCH = 1;
const SYMBOLIC = 4;

interface EmbeddedGlyph {
  /** Two bytes of a literal string, escaped. */
  code: string;
  text: string;
  /** Width in thousandths of an em, rounded as in the file. */
  width: number;
}

/**
 * A text as operands of `TJ`: codes, then numbers and codes in parentheses, then codes. `middle`
 * and `last` are empty if there is no number.
 */
export interface EncodedText {
  first: string;
  middle: string;
  last: string;
  /** Position of the pen after the text by the file's widths, in ems. */
  advance: number;
  count: number;
}

/** Encodes a text in a font. Returns undefined for a text that also needs operators. */
type Encode = (shaped: ShapedText, font: EmbeddedFont) => EncodedText | undefined;

/**
 * A font as one document uses it. A glyph with several texts (a hyphen and a soft hyphen) is
 * embedded once for each. So every code maps to one text, and copying returns what was written.
 */
export class EmbeddedFont {
  readonly #font: OpenFont;
  readonly #source: SourceFont;
  readonly #embedded = new Map<number, EmbeddedGlyph[]>();
  readonly #encoded = new Map<ShapedText, EncodedText | undefined>();
  /** Glyph, text and width of each character id (CID). */
  readonly #glyphs = [0];
  readonly #texts = [""];
  readonly #widths = [0];
  /** The name of the font resource on every page. */
  readonly resource: string;
  readonly id: number;

  constructor(font: OpenFont, resource: string, id: number) {
    this.#font = font;
    this.#source = getSource(font);
    this.resource = resource;
    this.id = id;
  }

  /** Returns the code that shows `glyph` for `text`, which must not be empty. */
  addGlyph(glyph: number, text: string): EmbeddedGlyph {
    const variants = this.#embedded.get(glyph);
    if (variants) for (const variant of variants) if (variant.text === text) return variant;
    const cid = this.#glyphs.push(glyph) - 1;
    this.#texts.push(text);
    const ems = this.#source.advance(glyph) / this.#font.unitsPerEm;
    const width = Math.round(ems * 100_000) / 100;
    this.#widths.push(width);
    const embedded = { code: escapeBytes(cid >> 8, cid & 255), width, text };
    if (variants) variants.push(embedded);
    else this.#embedded.set(glyph, [embedded]);
    return embedded;
  }

  /** Returns the operands of a text, which are cached. */
  encode(shaped: ShapedText, encode: Encode): EncodedText | undefined {
    const cached = this.#encoded.get(shaped);
    if (cached || this.#encoded.has(shaped)) return cached;
    const encoded = encode(shaped, this);
    this.#encoded.set(shaped, encoded);
    return encoded;
  }

  /** Writes the font into the file, reduced to its used glyphs. */
  write(file: PdfFile): void {
    const program = subsetFont(this.#source, this.#glyphs);
    const name = `/${createSubsetTag(program)}+${toPostScriptName(this.#font.name)}`;
    const fontFile = file.addStream(`/Length1 ${program.length}`, program);
    const toUnicode = file.addStream("", Buffer.from(formatUnicodeMap(this.#texts), "latin1"));
    const descriptor = file.add(this.#descriptor(name, fontFile));
    const system = "/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>";
    const widths = `/DW 0/W[1[${this.#widths.slice(1).map(formatNumber).join(" ")}]]`;
    const descendant = file.add(
      `<</Type/Font/Subtype/CIDFontType2/BaseFont${name}${system}/FontDescriptor ${formatReference(descriptor)}${widths}/CIDToGIDMap/Identity>>`,
    );
    file.add(
      `<</Type/Font/Subtype/Type0/BaseFont${name}/Encoding/Identity-H/DescendantFonts[${formatReference(descendant)}]/ToUnicode ${formatReference(toUnicode)}>>`,
      this.id,
    );
  }

  #descriptor(name: string, fontFile: number): string {
    const { ascent, descent, unitsPerEm, name: fontName } = this.#font;
    const { head } = this.#source;
    const toUnits = (value: number) => Math.round((value * 1000) / unitsPerEm);
    const box = [36, 38, 40, 42].map((at) => toUnits(head.readInt16BE(at)));
    const flags = SYMBOLIC | (fontName.includes("mono") ? FIXED_PITCH : 0);
    const rise = Math.round(ascent * 1000);
    const stem = fontName.includes("bold") ? 140 : 80;
    return `<</Type/FontDescriptor/FontName${name}/Flags ${flags}/FontBBox[${box.join(" ")}]/ItalicAngle 0/Ascent ${rise}/Descent ${Math.round(-descent * 1000)}/CapHeight ${Math.round(rise * 0.75)}/StemV ${stem}/FontFile2 ${formatReference(fontFile)}>>`;
  }
}

/** Returns six letters that distinguish subsets of one font, from a hash of the subset. */
function createSubsetTag(program: Buffer): string {
  const digest = hash("sha256", program, "buffer");
  return Array.from(digest.subarray(0, 6), (byte) => String.fromCharCode(65 + (byte % 26))).join(
    "",
  );
}

/** Converts `inter-semibold` to `InterSemibold`. */
function toPostScriptName(name: string): string {
  return name.replaceAll(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** Returns the CMap that maps codes to texts (ISO 32000-1, 9.10.3). */
function formatUnicodeMap(texts: readonly string[]): string {
  const mappings = texts
    .map((text, number) => `<${number.toString(16).padStart(4, "0")}><${encodeUtf16(text)}>`)
    .slice(1);
  let sections = "";
  for (let at = 0; at < mappings.length; at += MAX_MAPPINGS) {
    const section = mappings.slice(at, at + MAX_MAPPINGS);
    sections += `${section.length} beginbfchar\n${section.join("\n")}\nendbfchar\n`;
  }
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <ffff>
endcodespacerange
${sections}endcmap
CMapName currentdict /CMap defineresource pop
end
end
`;
}
