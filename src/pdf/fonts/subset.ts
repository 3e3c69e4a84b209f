import type { OpenFont } from "../../lib/graphics/fonts.ts";

/** Flags of a composite glyph's component (OpenType, `glyf`). */
const WORD_ARGUMENTS = 0x1;
const SCALE = 0x8;
const MORE_COMPONENTS = 0x20;
const TWO_SCALES = 0x40;
const TWO_BY_TWO = 0x80;

/** The tables of a font that are needed for a subset. */
export interface SourceFont {
  head: Buffer;
  hhea: Buffer;
  maxp: Buffer;
  hmtx: Buffer;
  glyf: Buffer;
  /** Returns the offset of a glyph's outline in `glyf`, where that of the glyph before ends. */
  offset(glyph: number): number;
  /** Returns a glyph's advance width in font units. */
  advance(glyph: number): number;
}

/** Reads the tables of a TrueType font that subsets need. */
export function readSourceFont(font: OpenFont): SourceFont {
  const read = (tag: string) => Buffer.from(font.table(tag).buffer);
  const [head, hhea, maxp, hmtx, loca, glyf] = ["head", "hhea", "maxp", "hmtx", "loca", "glyf"].map(
    read,
  ) as [Buffer, Buffer, Buffer, Buffer, Buffer, Buffer];
  const isLong = head.readInt16BE(50) === 1;
  const lastMetric = hhea.readUInt16BE(34) - 1;
  return {
    head,
    hhea,
    maxp,
    hmtx,
    glyf,
    offset: (glyph) => (isLong ? loca.readUInt32BE(glyph * 4) : loca.readUInt16BE(glyph * 2) * 2),
    advance: (glyph) => hmtx.readUInt16BE(Math.min(glyph, lastMetric) * 4),
  };
}

/**
 * Returns a TrueType font of these glyphs, with their position in the list as glyph id. The first
 * must be 0 (`.notdef`). Glyphs may repeat; components of composite glyphs are added after the
 * others.
 */
export function subsetFont(source: SourceFont, glyphs: readonly number[]): Buffer {
  const glyphIds = [...glyphs];
  const newIds = new Map<number, number>();
  glyphs.forEach((glyph, number) => newIds.set(glyph, number));
  const ends = [0];
  let length = 0;
  for (let at = 0; at < glyphIds.length; at++) {
    const start = source.offset(glyphIds[at] ?? 0);
    const end = source.offset((glyphIds[at] ?? 0) + 1);
    for (const offset of findComponentOffsets(source.glyf, start, end)) {
      const component = source.glyf.readUInt16BE(offset);
      if (!newIds.has(component)) newIds.set(component, glyphIds.push(component) - 1);
    }
    length += alignToWord(end - start);
    ends.push(length);
  }
  return assemble({
    glyf: copyOutlines(source, glyphIds, { newIds, ends }),
    head: copyPatched(source.head, (head) => {
      head.writeUInt32BE(0, 8);
      head.writeInt16BE(1, 50);
    }),
    hhea: copyPatched(source.hhea, (hhea) => hhea.writeUInt16BE(glyphIds.length, 34)),
    hmtx: writeMetrics(source, glyphIds),
    loca: writeOffsets(ends),
    maxp: copyPatched(source.maxp, (maxp) => maxp.writeUInt16BE(glyphIds.length, 4)),
  });
}

/**
 * Returns the offsets in `glyf` of the glyph ids of a composite glyph's components. A simple glyph
 * has none.
 */
function findComponentOffsets(glyf: Buffer, start: number, end: number): number[] {
  if (end - start < 10 || glyf.readInt16BE(start) >= 0) return [];
  const offsets: number[] = [];
  let flags: number;
  let at = start + 10;
  do {
    flags = glyf.readUInt16BE(at);
    offsets.push(at + 2);
    at += flags & WORD_ARGUMENTS ? 8 : 6;
    if (flags & SCALE) at += 2;
    else if (flags & TWO_SCALES) at += 4;
    else if (flags & TWO_BY_TWO) at += 8;
  } while (flags & MORE_COMPONENTS);
  return offsets;
}

interface SubsetLayout {
  /** New glyph ids by those of the source. */
  newIds: ReadonlyMap<number, number>;
  /** Start of the outline of each new glyph, which is the end of the one before. */
  ends: readonly number[];
}

/** Returns the outlines one after the other, with the components of composite glyphs renumbered. */
function copyOutlines(
  source: SourceFont,
  glyphIds: readonly number[],
  { newIds, ends }: SubsetLayout,
): Buffer {
  // Never empty, because some viewers treat an empty table as missing.
  const glyf = Buffer.alloc((ends.at(-1) ?? 0) + 4);
  glyphIds.forEach((glyph, number) => {
    const [from, to] = [source.offset(glyph), source.offset(glyph + 1)];
    const start = ends[number] ?? 0;
    source.glyf.copy(glyf, start, from, to);
    for (const offset of findComponentOffsets(glyf, start, start + to - from)) {
      glyf.writeUInt16BE(newIds.get(glyf.readUInt16BE(offset)) ?? 0, offset);
    }
  });
  return glyf;
}

/** Writes `hmtx`: the advance width and left side bearing of each glyph. */
function writeMetrics({ hmtx, hhea, advance }: SourceFont, glyphs: readonly number[]): Buffer {
  const count = hhea.readUInt16BE(34);
  const bytes = Buffer.alloc(glyphs.length * 4);
  glyphs.forEach((glyph, number) => {
    const bearingAt = glyph < count ? glyph * 4 + 2 : count * 4 + (glyph - count) * 2;
    bytes.writeUInt16BE(advance(glyph), number * 4);
    bytes.writeInt16BE(hmtx.readInt16BE(bearingAt), number * 4 + 2);
  });
  return bytes;
}

/** Writes `loca` in its long format. */
function writeOffsets(ends: readonly number[]): Buffer {
  const bytes = Buffer.alloc(ends.length * 4);
  ends.forEach((end, number) => bytes.writeUInt32BE(end, number * 4));
  return bytes;
}

function copyPatched(table: Buffer, change: (copy: Buffer) => void): Buffer {
  const copy = Buffer.from(table);
  change(copy);
  return copy;
}

/** Returns a length rounded up to whole words of four bytes. */
function alignToWord(length: number): number {
  return (length + 3) & ~3;
}

/** Joins tables in the order of their tags, with checksums. */
function assemble(tables: Record<string, Buffer>): Buffer {
  const entries = Object.entries(tables);
  const power = Math.floor(Math.log2(entries.length));
  const directoryLength = 12 + entries.length * 16;
  const length = entries.reduce(
    (sum, [, table]) => sum + alignToWord(table.length),
    directoryLength,
  );
  const file = Buffer.alloc(length);
  file.writeUInt32BE(0x00_01_00_00, 0);
  file.writeUInt16BE(entries.length, 4);
  file.writeUInt16BE(16 << power, 6);
  file.writeUInt16BE(power, 8);
  file.writeUInt16BE(entries.length * 16 - (16 << power), 10);
  let start = directoryLength;
  let sum = 0;
  entries.forEach(([tag, table], index) => {
    const at = 12 + index * 16;
    table.copy(file, start);
    const tableSum = computeChecksum(file, start, start + alignToWord(table.length));
    sum += tableSum;
    file.write(tag, at, "latin1");
    file.writeUInt32BE(tableSum, at + 4);
    file.writeUInt32BE(start, at + 8);
    file.writeUInt32BE(table.length, at + 12);
    start += alignToWord(table.length);
  });
  sum += computeChecksum(file, 0, directoryLength);
  const head = file.readUInt32BE(12 + entries.findIndex(([tag]) => tag === "head") * 16 + 8);
  file.writeUInt32BE((0xb1_b0_af_ba - sum) >>> 0, head + 8);
  return file;
}

/** Returns the sum of the words from `start` to `end`, modulo 2^32. */
function computeChecksum(bytes: Buffer, start: number, end: number): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let sum = 0;
  for (let at = start; at < end; at += 4) sum = (sum + view.getInt32(at)) | 0;
  return sum >>> 0;
}
