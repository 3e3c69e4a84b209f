import { type Dictionary, type PdfObjects, getText, written } from "./objects.ts";

/**
 * Checks a font against the codes that pages show in it (ISO 19005-3, 6.2.11; ISO 14289-1, 7.21).
 */
export function checkFont(
  objects: PdfObjects,
  font: Dictionary,
  codes: ReadonlySet<number>,
): string[] {
  const problems: string[] = [];
  const name = written(font["/BaseFont"]);
  const expect = (holds: boolean, problem: string) => {
    if (!holds) problems.push(`${name}: ${problem}`);
  };
  expect(font["/Subtype"] === "/Type0", "is not a composite font");
  expect(font["/Encoding"] === "/Identity-H", "has another encoding than Identity-H");
  expect(/^\/[A-Z]{6}\+/.test(name), "has no subset tag");
  const descendant = objects.dictionary(objects.list(font["/DescendantFonts"])[0]);
  expect(descendant["/Subtype"] === "/CIDFontType2", "is not TrueType");
  expect(descendant["/CIDToGIDMap"] === "/Identity", "has no CIDToGIDMap");
  expect(descendant["/BaseFont"] === name, "and its descendant have different names");
  const system = objects.dictionary(descendant["/CIDSystemInfo"]);
  expect(
    getText(system["/Registry"]) === "Adobe" && getText(system["/Ordering"]) === "Identity",
    "has another character collection",
  );
  const descriptor = objects.dictionary(descendant["/FontDescriptor"]);
  expect(descriptor["/FontName"] === name, "and its descriptor have different names");
  const program = objects.bytes(descriptor["/FontFile2"]);
  expect(program.length > 0, "is not embedded");
  const length = objects.dictionary(descriptor["/FontFile2"])["/Length1"];
  expect(length === program.length, "has a wrong Length1");
  const truth = readProgram(program);
  problems.push(...truth.problems.map((problem) => `${name}: ${problem}`));
  const widths = readWidths(objects, descendant);
  const texts = readUnicode(objects.bytes(font["/ToUnicode"]).toString("latin1"));
  for (const code of codes) {
    expect(code > 0 && code < truth.widths.length, `shows glyph ${code}, which it does not have`);
    const text = texts.get(code) ?? "";
    expect(text !== "" && !/[\0\ufeff\ufffe]/.test(text), `maps code ${code} to no text`);
    const miss = Math.abs((widths.get(code) ?? 0) - (truth.widths[code] ?? 0));
    expect(miss <= 1, `states another width for code ${code}`);
  }
  return problems;
}

function readWidths(objects: PdfObjects, { "/W": list }: Dictionary): Map<number, number> {
  const widths = new Map<number, number>();
  const entries = objects.list(list);
  for (let at = 0; at + 1 < entries.length; at += 2) {
    objects
      .list(entries[at + 1])
      .forEach((width, index) => widths.set(Number(entries[at]) + index, Number(width)));
  }
  return widths;
}

function readUnicode(map: string): Map<number, string> {
  const texts = new Map<number, string>();
  for (const [, code = "", hex = ""] of map.matchAll(/^<([\da-f]{4})><([\da-f]*)>$/gm)) {
    texts.set(Number.parseInt(code, 16), Buffer.from(hex, "hex").swap16().toString("utf16le"));
  }
  return texts;
}

/**
 * Reads the parts of a TrueType program that a viewer needs: tables, checksums, glyphs and their
 * components.
 */
function readProgram(program: Buffer): { widths: number[]; problems: string[] } {
  const problems: string[] = [];
  if (program.length < 12) return { widths: [], problems: ["has no font program"] };
  const tables = new Map<string, Buffer>();
  for (let index = 0; index < program.readUInt16BE(4); index++) {
    const at = 12 + index * 16;
    const [offset, length] = [program.readUInt32BE(at + 8), program.readUInt32BE(at + 12)];
    const table = program.subarray(offset, offset + length);
    const tag = program.toString("latin1", at, at + 4);
    if (offset % 4 !== 0 || table.length !== length)
      problems.push(`${tag} is not where it should be`);
    tables.set(tag, table);
  }
  if (computeChecksum(program) !== 0xb1_b0_af_ba) problems.push("has a wrong checksum");
  const [head, hhea, hmtx, loca, glyf, maxp] = ["head", "hhea", "hmtx", "loca", "glyf", "maxp"].map(
    (tag) => tables.get(tag) ?? Buffer.alloc(64),
  ) as [Buffer, Buffer, Buffer, Buffer, Buffer, Buffer];
  const count = maxp.readUInt16BE(4);
  if (hhea.readUInt16BE(34) !== count || loca.length !== (count + 1) * 4)
    problems.push("has inconsistent tables");
  const widths: number[] = [];
  for (let glyph = 0; glyph < count; glyph++) {
    widths.push((hmtx.readUInt16BE(glyph * 4) * 1000) / head.readUInt16BE(18));
    const [start, end] = [loca.readUInt32BE(glyph * 4), loca.readUInt32BE(glyph * 4 + 4)];
    if (start > end || end > glyf.length) problems.push(`glyph ${glyph} has no place`);
    else if (!hasKnownParts(glyf.subarray(start, end), count))
      problems.push(`glyph ${glyph} has unknown parts`);
  }
  return { widths, problems };
}

function hasKnownParts(outline: Buffer, count: number): boolean {
  if (outline.length < 10 || outline.readInt16BE(0) >= 0) return true;
  let [at, flags] = [10, 0x20];
  while (flags & 0x20) {
    flags = outline.readUInt16BE(at);
    if (outline.readUInt16BE(at + 2) >= count) return false;
    at += 4 + (flags & 1 ? 4 : 2) + (flags & 8 ? 2 : flags & 0x40 ? 4 : flags & 0x80 ? 8 : 0);
  }
  return true;
}

function computeChecksum(bytes: Buffer): number {
  let sum = 0;
  for (let at = 0; at + 4 <= bytes.length; at += 4) sum = (sum + bytes.readUInt32BE(at)) >>> 0;
  return sum;
}
