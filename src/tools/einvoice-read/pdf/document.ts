import { FILTERS, PdfSizeError, type Predictor } from "./filters.ts";
import {
  type PdfDictionary,
  PdfName,
  PdfParser,
  PdfReference,
  PdfStream,
  PdfSyntaxError,
  type PdfValue,
} from "./syntax.ts";

/** Most cross-reference sections: the file and its incremental updates. */
const MAX_SECTIONS = 64;
const MAX_OBJECTS = 200_000;
/** Largest decoded stream, and all streams of a file together, in bytes. */
const MAX_STREAM_BYTES = 10 * 1024 * 1024;
const MAX_DECODED_BYTES = 32 * 1024 * 1024;
/** References that lead to references. */
const MAX_REFERENCES = 32;

/** Where an object is: at an offset of the file, or in an object stream. */
type Entry = { offset: number } | { stream: number; index: number };

/**
 * Objects of a PDF, read on demand. A damaged table of objects is replaced by a search for them.
 */
export class PdfDocument {
  readonly #bytes: Buffer;
  readonly #entries = new Map<number, Entry>();
  readonly #objects = new Map<number, PdfValue>();
  readonly #objectStreams = new Map<number, PdfValue[]>();
  #trailer: PdfDictionary = new Map();
  #decodedBytes = 0;

  /** Throws a PdfSyntaxError for bytes without a catalog. */
  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    try {
      this.#readSections();
      this.#requireCatalog();
    } catch (error) {
      if (!(error instanceof PdfSyntaxError)) throw error;
      this.#findObjects();
      this.#requireCatalog();
    }
  }

  get isEncrypted(): boolean {
    return this.#trailer.has("Encrypt");
  }

  get catalog(): PdfDictionary {
    return this.#requireCatalog();
  }

  /** Follows references. What does not exist is null. */
  resolve(value: PdfValue | undefined): PdfValue {
    let result = value ?? null;
    for (let count = 0; result instanceof PdfReference; count++) {
      if (count === MAX_REFERENCES) throw new PdfSyntaxError("references go in a circle");
      result = this.#getObject(result.number);
    }
    return result;
  }

  /** Returns a dictionary, or undefined for any other value. */
  getDictionary(value: PdfValue | undefined): PdfDictionary | undefined {
    const result = this.resolve(value);
    return result instanceof Map ? result : undefined;
  }

  getArray(value: PdfValue | undefined): PdfValue[] {
    const result = this.resolve(value);
    return Array.isArray(result) ? result : [];
  }

  getNumber(value: PdfValue | undefined): number | undefined {
    const result = this.resolve(value);
    return typeof result === "number" ? result : undefined;
  }

  getName(value: PdfValue | undefined): string | undefined {
    const result = this.resolve(value);
    return result instanceof PdfName ? result.value : undefined;
  }

  /** Returns the decoded bytes of a stream. Throws a PdfSizeError over the limits. */
  decode(stream: PdfStream): Buffer {
    const { dictionary } = stream;
    let bytes = this.#readEncoded(stream);
    const names = this.#toList(dictionary.get("Filter") ?? dictionary.get("F"));
    const parameters = this.#toList(dictionary.get("DecodeParms") ?? dictionary.get("DP"));
    for (const [index, name] of names.entries()) {
      const filter = FILTERS[this.getName(name) ?? ""];
      if (filter === undefined) throw new PdfSyntaxError("a stream has an unknown filter");
      const limit = Math.min(MAX_STREAM_BYTES, MAX_DECODED_BYTES - this.#decodedBytes);
      bytes = filter(bytes, limit, this.#readPredictor(parameters[index]));
      this.#decodedBytes += bytes.length;
    }
    if (bytes.length > MAX_STREAM_BYTES) throw new PdfSizeError();
    return bytes;
  }

  #toList(value: PdfValue | undefined): PdfValue[] {
    const result = this.resolve(value);
    if (Array.isArray(result)) return result;
    return result === null ? [] : [result];
  }

  #readPredictor(value: PdfValue | undefined): Predictor {
    const parameters = this.getDictionary(value);
    const read = (name: string, fallback: number) => {
      const number = this.getNumber(parameters?.get(name)) ?? fallback;
      return Math.min(Math.max(1, Math.trunc(number)), 65_536);
    };
    return {
      predictor: read("Predictor", 1),
      columns: read("Columns", 1),
      colors: read("Colors", 1),
      bitsPerComponent: read("BitsPerComponent", 8),
    };
  }

  /** Returns the bytes up to `Length`, or up to `endstream` where that is wrong. */
  #readEncoded({ dictionary, source, start }: PdfStream): Buffer {
    const length = this.getNumber(dictionary.get("Length"));
    if (length !== undefined && length >= 0) {
      const after = source.toString("latin1", start + length, start + length + 32);
      if (/^\s*endstream/.test(after)) return source.subarray(start, start + length);
    }
    const end = source.indexOf("endstream", start);
    if (end === -1) throw new PdfSyntaxError("a stream does not end");
    return source.subarray(start, end);
  }

  #requireCatalog(): PdfDictionary {
    const catalog = this.getDictionary(this.#trailer.get("Root"));
    if (catalog === undefined) throw new PdfSyntaxError("the catalog is missing");
    return catalog;
  }

  // Objects

  #getObject(number: number): PdfValue {
    const known = this.#objects.get(number);
    if (known !== undefined) return known;
    const entry = this.#entries.get(number);
    if (entry === undefined) return null;
    // Set first, so that an object that needs itself ends.
    this.#objects.set(number, null);
    const value = "offset" in entry ? this.#readAt(entry.offset, number) : this.#readFrom(entry);
    this.#objects.set(number, value);
    return value;
  }

  #readAt(offset: number, number: number): PdfValue {
    const object = new PdfParser(this.#bytes, offset).readIndirectObject();
    if (object.number !== number) throw new PdfSyntaxError("an object is elsewhere");
    return object.value;
  }

  #readFrom({ stream, index }: { stream: number; index: number }): PdfValue {
    let values = this.#objectStreams.get(stream);
    if (values === undefined) {
      values = this.#readObjectStream(stream);
      this.#objectStreams.set(stream, values);
    }
    return values[index] ?? null;
  }

  #readObjectStream(number: number): PdfValue[] {
    const stream = this.#getObject(number);
    if (!(stream instanceof PdfStream)) return [];
    const count = Math.min(this.getNumber(stream.dictionary.get("N")) ?? 0, MAX_OBJECTS);
    const first = this.getNumber(stream.dictionary.get("First")) ?? 0;
    const bytes = this.decode(stream);
    const header = bytes.toString("latin1", 0, first).trim().split(/\s+/).map(Number);
    return Array.from({ length: count }, (_, index) => {
      const offset = header[index * 2 + 1];
      if (offset === undefined || Number.isNaN(offset)) return null;
      return new PdfParser(bytes, first + offset).readValue();
    });
  }

  // Cross-reference sections, the newest first

  #readSections(): void {
    const tail = this.#bytes.toString("latin1", Math.max(0, this.#bytes.length - 2048));
    const offset = /startxref\s+(\d{1,10})\s*(?:%%EOF|$)[^]*?$/.exec(
      tail.slice(Math.max(0, tail.lastIndexOf("startxref"))),
    )?.[1];
    if (offset === undefined) throw new PdfSyntaxError("startxref is missing");
    const pending = [Number(offset)];
    const seen = new Set<number>();
    for (let next = pending.shift(); next !== undefined; next = pending.shift()) {
      if (seen.has(next)) continue;
      seen.add(next);
      if (seen.size > MAX_SECTIONS) throw new PdfSyntaxError("there are too many sections");
      const section = this.#readSection(next);
      if (this.#trailer.size === 0) this.#trailer = section;
      for (const name of ["XRefStm", "Prev"]) {
        const before = this.getNumber(section.get(name));
        if (before !== undefined) pending.push(before);
      }
    }
  }

  /** Reads a table or a stream. Returns its trailer. */
  #readSection(offset: number): PdfDictionary {
    const parser = new PdfParser(this.#bytes, offset);
    parser.skipSpace();
    if (this.#bytes.toString("latin1", parser.position, parser.position + 4) !== "xref") {
      return this.#readStreamSection(parser);
    }
    parser.expectKeyword("xref");
    parser.position = this.#readTable(parser.position);
    return parser.readDictionary();
  }

  /** Reads the lines of a table. Returns the position after `trailer`. */
  #readTable(start: number): number {
    const lines = /\s*(?:(\d{1,10})\s+(\d{1,10})(?:\s+([nf]))?(?=\s)|(trailer))/y;
    const end = this.#bytes.indexOf("trailer", start);
    const text = this.#bytes.toString("latin1", start, end === -1 ? undefined : end + 7);
    let number = 0;
    for (let match = lines.exec(text); match !== null; match = lines.exec(text)) {
      const [, first, , kind, trailer] = match;
      if (trailer !== undefined) return start + lines.lastIndex;
      if (kind === undefined) number = Number(first);
      else this.#addEntry(number++, kind === "n" ? { offset: Number(first) } : undefined);
    }
    throw new PdfSyntaxError("the trailer is missing");
  }

  #readStreamSection(parser: PdfParser): PdfDictionary {
    const { value } = parser.readIndirectObject();
    if (!(value instanceof PdfStream)) throw new PdfSyntaxError("a section is missing");
    const { dictionary } = value;
    const widths = this.getArray(dictionary.get("W")).map((width) => this.getNumber(width) ?? 0);
    const [typeWidth = 0, middleWidth = 0, lastWidth = 0] = widths;
    const rowBytes = typeWidth + middleWidth + lastWidth;
    if (rowBytes < 1 || rowBytes > 24 || widths.some((width) => width < 0 || width > 8)) {
      throw new PdfSyntaxError("a section has no columns");
    }
    const data = this.decode(value);
    let position = 0;
    for (const number of this.#listNumbers(dictionary)) {
      if (position + rowBytes > data.length) break;
      const read = (width: number) => readInteger(data, (position += width) - width, width);
      const [type, middle, last] = [
        typeWidth === 0 ? 1 : read(typeWidth),
        read(middleWidth),
        read(lastWidth),
      ];
      if (type === 1) this.#addEntry(number, { offset: middle });
      else this.#addEntry(number, type === 2 ? { stream: middle, index: last } : undefined);
    }
    return dictionary;
  }

  /** Lists the numbers of the objects that a section describes. */
  *#listNumbers(dictionary: PdfDictionary): Generator<number> {
    const size = this.getNumber(dictionary.get("Size")) ?? 0;
    const ranges = this.getArray(dictionary.get("Index")).map(
      (value) => this.getNumber(value) ?? 0,
    );
    const pairs = ranges.length === 0 ? [0, size] : ranges;
    for (let pair = 0; pair + 1 < pairs.length; pair += 2) {
      const [first = 0, count = 0] = pairs.slice(pair);
      for (let index = 0; index < Math.min(count, MAX_OBJECTS); index++) yield first + index;
    }
  }

  /** Adds an entry unless a newer section has one. */
  #addEntry(number: number, entry: Entry | undefined): void {
    if (this.#entries.size >= MAX_OBJECTS) throw new PdfSizeError();
    if (entry !== undefined && !this.#entries.has(number)) this.#entries.set(number, entry);
  }

  // Damaged files

  /** Finds the objects of a file whose sections are damaged; the last of each number counts. */
  #findObjects(): void {
    this.#entries.clear();
    this.#objects.clear();
    this.#trailer = new Map();
    const text = this.#bytes.toString("latin1");
    for (const { 1: number, index } of text.matchAll(
      /(?<![0-9])(\d{1,10})\s{1,4}\d{1,5}\s{1,4}obj\b/g,
    )) {
      this.#entries.set(Number(number), { offset: index });
      if (this.#entries.size > MAX_OBJECTS) throw new PdfSizeError();
    }
    for (const { index } of text.matchAll(/\btrailer\b/g)) this.#readLooseTrailer(index + 7);
    if (!this.#trailer.has("Root")) this.#findCatalog();
  }

  #readLooseTrailer(position: number): void {
    try {
      for (const [name, value] of new PdfParser(this.#bytes, position).readDictionary()) {
        this.#trailer.set(name, value);
      }
    } catch (error) {
      if (!(error instanceof PdfSyntaxError)) throw error;
    }
  }

  /** Finds the catalog, and the objects in streams on the way. */
  #findCatalog(): void {
    for (const number of Array.from(this.#entries.keys())) {
      const value = this.#tryObject(number);
      const dictionary = value instanceof PdfStream ? value.dictionary : value;
      if (!(dictionary instanceof Map)) continue;
      const type = this.getName(dictionary.get("Type"));
      if (dictionary.has("Encrypt"))
        this.#trailer.set("Encrypt", dictionary.get("Encrypt") ?? null);
      if (type === "ObjStm") this.#addStreamEntries(number, value as PdfStream);
      if (type === "Catalog") this.#trailer.set("Root", new PdfReference(number));
    }
    if (this.#trailer.has("Root")) return;
    for (const number of Array.from(this.#entries.keys())) {
      const dictionary = this.#tryObject(number);
      if (dictionary instanceof Map && this.getName(dictionary.get("Type")) === "Catalog") {
        this.#trailer.set("Root", new PdfReference(number));
      }
    }
  }

  #addStreamEntries(stream: number, { dictionary }: PdfStream): void {
    const first = this.getNumber(dictionary.get("First")) ?? 0;
    const object = this.#tryObject(stream);
    if (!(object instanceof PdfStream)) return;
    const header = this.decode(object).toString("latin1", 0, first).trim().split(/\s+/);
    for (let index = 0; index * 2 < header.length; index++) {
      const number = Number(header[index * 2]);
      if (!this.#entries.has(number)) this.#addEntry(number, { stream, index });
    }
  }

  #tryObject(number: number): PdfValue {
    try {
      return this.#getObject(number);
    } catch (error) {
      if (error instanceof PdfSyntaxError) return null;
      throw error;
    }
  }
}

function readInteger(bytes: Buffer, position: number, width: number): number {
  let value = 0;
  for (let index = 0; index < width; index++) value = value * 256 + (bytes[position + index] ?? 0);
  return value;
}
