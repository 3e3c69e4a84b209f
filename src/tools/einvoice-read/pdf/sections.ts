import { MAX_OBJECTS, type PdfReader } from "./pdf-reader.ts";
import { type PdfDictionary, PdfParser, PdfStream, PdfSyntaxError } from "./syntax.ts";

/** Most cross-reference sections: the file and its incremental updates. */
const MAX_SECTIONS = 64;

/**
 * Reads the cross-reference sections, the newest first. Throws a PdfSyntaxError if one is damaged.
 */
export function readSections(reader: PdfReader): void {
  const pending = [findNewestSection(reader.bytes)];
  const seen = new Set<number>();
  for (let next = pending.shift(); next !== undefined; next = pending.shift()) {
    if (seen.has(next)) continue;
    seen.add(next);
    if (seen.size > MAX_SECTIONS) throw new PdfSyntaxError("there are too many sections");
    const trailer = readSection(reader, next);
    if (reader.trailer.size === 0) reader.trailer = trailer;
    for (const name of ["XRefStm", "Prev"]) {
      const offset = reader.getNumber(trailer.get(name));
      if (offset !== undefined) pending.push(offset);
    }
  }
}

function findNewestSection(bytes: Buffer): number {
  const tail = bytes.toString("latin1", Math.max(0, bytes.length - 2048));
  const offset = /startxref\s+(\d{1,10})\s*(?:%%EOF|$)[^]*?$/.exec(
    tail.slice(Math.max(0, tail.lastIndexOf("startxref"))),
  )?.[1];
  if (offset === undefined) throw new PdfSyntaxError("startxref is missing");
  return Number(offset);
}

/** Reads a table or a stream. Returns its trailer. */
function readSection(reader: PdfReader, offset: number): PdfDictionary {
  const { bytes } = reader;
  const parser = new PdfParser(bytes, offset);
  parser.skipSpace();
  if (bytes.toString("latin1", parser.position, parser.position + 4) !== "xref") {
    return readStreamSection(reader, parser);
  }
  parser.expectKeyword("xref");
  parser.position = readTable(reader, parser.position);
  return parser.readDictionary();
}

/** Reads the lines of a table. Returns the position after `trailer`. */
function readTable(reader: PdfReader, start: number): number {
  const lines = /\s*(?:(\d{1,10})\s+(\d{1,10})(?:\s+([nf]))?(?=\s)|(trailer))/y;
  const end = reader.bytes.indexOf("trailer", start);
  const text = reader.bytes.toString("latin1", start, end === -1 ? undefined : end + 7);
  let number = 0;
  for (let match = lines.exec(text); match !== null; match = lines.exec(text)) {
    const [, first, , kind, trailer] = match;
    if (trailer !== undefined) return start + lines.lastIndex;
    if (kind === undefined) {
      number = Number(first);
      continue;
    }
    if (kind === "n") reader.addEntry(number, { offset: Number(first) });
    number++;
  }
  throw new PdfSyntaxError("the trailer is missing");
}

/** Types of a stream's rows; any other is a free object. */
const AT_OFFSET = 1;
const IN_STREAM = 2;

function readStreamSection(reader: PdfReader, parser: PdfParser): PdfDictionary {
  const { value } = parser.readIndirectObject();
  if (!(value instanceof PdfStream)) throw new PdfSyntaxError("a section is missing");
  const { dictionary } = value;
  const widths = readNumbers(reader, dictionary, "W");
  const [typeWidth = 0, middleWidth = 0, lastWidth = 0] = widths;
  const rowBytes = typeWidth + middleWidth + lastWidth;
  if (rowBytes < 1 || rowBytes > 24 || widths.some((width) => width < 0 || width > 8)) {
    throw new PdfSyntaxError("a section has no columns");
  }
  const data = reader.decode(value);
  let position = 0;
  for (const number of listObjectNumbers(reader, dictionary)) {
    if (position + rowBytes > data.length) break;
    const read = (width: number) => readInteger(data, (position += width) - width, width);
    const type = typeWidth === 0 ? AT_OFFSET : read(typeWidth);
    const [middle, last] = [read(middleWidth), read(lastWidth)];
    if (type === AT_OFFSET) reader.addEntry(number, { offset: middle });
    if (type === IN_STREAM) reader.addEntry(number, { stream: middle, index: last });
  }
  return dictionary;
}

function readNumbers(reader: PdfReader, dictionary: PdfDictionary, name: string): number[] {
  return reader.getArray(dictionary.get(name)).map((value) => reader.getNumber(value) ?? 0);
}

/** Lists the numbers of the objects that a section describes. */
function* listObjectNumbers(reader: PdfReader, dictionary: PdfDictionary): Generator<number> {
  const ranges = readNumbers(reader, dictionary, "Index");
  const pairs = ranges.length === 0 ? [0, reader.getNumber(dictionary.get("Size")) ?? 0] : ranges;
  for (let pair = 0; pair + 1 < pairs.length; pair += 2) {
    const [first = 0, count = 0] = pairs.slice(pair);
    for (let index = 0; index < Math.min(count, MAX_OBJECTS); index++) yield first + index;
  }
}

function readInteger(bytes: Buffer, position: number, width: number): number {
  let value = 0;
  for (let index = 0; index < width; index++) value = value * 256 + (bytes[position + index] ?? 0);
  return value;
}
