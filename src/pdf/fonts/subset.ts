import type { OpenFont } from "../../lib/fonts.ts";

/** Flags of a composite glyph's component (OpenType, `glyf`). */
const WORD_ARGUMENTS = 0x1;
const SCALE = 0x8;
const MORE_COMPONENTS = 0x20;
const TWO_SCALES = 0x40;
const TWO_BY_TWO = 0x80;

/** The tables of a font that a subset is cut from. */
export interface SourceFont {
  head: Buffer;
  hhea: Buffer;
  maxp: Buffer;
  hmtx: Buffer;
  /** The bytes of a glyph's outline; none for a blank one. */
  outline(glyph: number): Buffer;
  /** A glyph's width in font units. */
  advance(glyph: number): number;
}

/** Reads the tables of a TrueType font that subsets need. */
export function readSourceFont(font: OpenFont): SourceFont {
  const read = (tag: string) => Buffer.from(font.table(tag).buffer);
  const [head, hhea, maxp, hmtx, loca, glyf] = ["head", "hhea", "maxp", "hmtx", "loca", "glyf"].map(
    read,
  ) as [Buffer, Buffer, Buffer, Buffer, Buffer, Buffer];
  const isLong = head.readInt16BE(50) === 1;
  const offset = (glyph: number) =>
    isLong ? loca.readUInt32BE(glyph * 4) : loca.readUInt16BE(glyph * 2) * 2;
  const lastMetric = hhea.readUInt16BE(34) - 1;
  return {
    head,
    hhea,
    maxp,
    hmtx,
    outline: (glyph) => glyf.subarray(offset(glyph), offset(glyph + 1)),
    advance: (glyph) => hmtx.readUInt16BE(Math.min(glyph, lastMetric) * 4),
  };
}

/**
 * Returns a TrueType font of these glyphs, numbered by their place in the list. The first must be 0 (`.notdef`). A
 * glyph may be there more than once; parts of composite glyphs are added after the others.
 */
export function subsetFont(source: SourceFont, glyphs: readonly number[]): Buffer {
  const kept = [...glyphs];
  const numbers = new Map<number, number>();
  glyphs.forEach((glyph, number) => numbers.set(glyph, number));
  const outlines: Buffer[] = [];
  for (let at = 0; at < kept.length; at++) {
    outlines.push(
      renumberParts(source.outline(kept[at] ?? 0), (part) => {
        const number = numbers.get(part) ?? kept.push(part) - 1;
        numbers.set(part, number);
        return number;
      }),
    );
  }
  return assemble({
    // Never empty, because some viewers take an empty table for a missing one.
    glyf: Buffer.concat([...outlines.map(aligned), Buffer.alloc(4)]),
    head: patched(source.head, (head) => {
      head.writeUInt32BE(0, 8);
      head.writeInt16BE(1, 50);
    }),
    hhea: patched(source.hhea, (hhea) => hhea.writeUInt16BE(kept.length, 34)),
    hmtx: metrics(source, kept),
    loca: offsets(outlines),
    maxp: patched(source.maxp, (maxp) => maxp.writeUInt16BE(kept.length, 4)),
  });
}

/** Returns the outline with the parts of a composite glyph numbered anew. */
function renumberParts(outline: Buffer, numberOf: (part: number) => number): Buffer {
  if (outline.length < 10 || outline.readInt16BE(0) >= 0) return outline;
  return patched(outline, (copy) => {
    let flags: number;
    let at = 10;
    do {
      flags = copy.readUInt16BE(at);
      copy.writeUInt16BE(numberOf(copy.readUInt16BE(at + 2)), at + 2);
      at += flags & WORD_ARGUMENTS ? 8 : 6;
      if (flags & SCALE) at += 2;
      else if (flags & TWO_SCALES) at += 4;
      else if (flags & TWO_BY_TWO) at += 8;
    } while (flags & MORE_COMPONENTS);
  });
}

function metrics({ hmtx, hhea, advance }: SourceFont, glyphs: readonly number[]): Buffer {
  const count = hhea.readUInt16BE(34);
  const bytes = Buffer.alloc(glyphs.length * 4);
  glyphs.forEach((glyph, number) => {
    const bearingAt = glyph < count ? glyph * 4 + 2 : count * 4 + (glyph - count) * 2;
    bytes.writeUInt16BE(advance(glyph), number * 4);
    bytes.writeInt16BE(hmtx.readInt16BE(bearingAt), number * 4 + 2);
  });
  return bytes;
}

function offsets(outlines: readonly Buffer[]): Buffer {
  const bytes = Buffer.alloc((outlines.length + 1) * 4);
  let end = 0;
  outlines.forEach((outline, number) => {
    end += outline.length + (-outline.length & 3);
    bytes.writeUInt32BE(end, (number + 1) * 4);
  });
  return bytes;
}

function patched(table: Buffer, change: (copy: Buffer) => void): Buffer {
  const copy = Buffer.from(table);
  change(copy);
  return copy;
}

function aligned(bytes: Buffer): Buffer {
  return bytes.length % 4 === 0 ? bytes : Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)]);
}

/** Puts tables together in the order of their tags, with checksums. */
function assemble(tables: Record<string, Buffer>): Buffer {
  const entries = Object.entries(tables);
  const directory = Buffer.alloc(12 + entries.length * 16);
  const power = Math.floor(Math.log2(entries.length));
  directory.writeUInt32BE(0x00_01_00_00, 0);
  directory.writeUInt16BE(entries.length, 4);
  directory.writeUInt16BE(16 << power, 6);
  directory.writeUInt16BE(power, 8);
  directory.writeUInt16BE(entries.length * 16 - (16 << power), 10);
  let end = directory.length;
  entries.forEach(([tag, table], index) => {
    const at = 12 + index * 16;
    directory.write(tag, at, "latin1");
    directory.writeUInt32BE(checksum(aligned(table)), at + 4);
    directory.writeUInt32BE(end, at + 8);
    directory.writeUInt32BE(table.length, at + 12);
    end += table.length + (-table.length & 3);
  });
  const file = Buffer.concat([directory, ...entries.map(([, table]) => aligned(table))]);
  const head = directory.readUInt32BE(12 + entries.findIndex(([tag]) => tag === "head") * 16 + 8);
  file.writeUInt32BE((0xb1_b0_af_ba - checksum(file)) >>> 0, head + 8);
  return file;
}

function checksum(bytes: Buffer): number {
  let sum = 0;
  for (let at = 0; at < bytes.length; at += 4) sum = (sum + bytes.readUInt32BE(at)) >>> 0;
  return sum;
}
