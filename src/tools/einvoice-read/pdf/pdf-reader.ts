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

/** Most objects of a file. */
export const MAX_OBJECTS = 200_000;
/** Largest decoded stream, and all streams of a file together, in bytes. */
const MAX_STREAM_BYTES = 10 * 1024 * 1024;
const MAX_DECODED_BYTES = 32 * 1024 * 1024;
/** References that lead to references. */
const MAX_REFERENCES = 32;

/** Where an object is: at an offset of the file, or in an object stream. */
type Entry = { offset: number } | { stream: number; index: number };

/** Objects of a PDF, read on demand. `createPdfReader` fills the table of their positions. */
export class PdfReader {
  readonly bytes: Buffer;
  readonly #entries = new Map<number, Entry>();
  readonly #objects = new Map<number, PdfValue>();
  readonly #objectStreams = new Map<number, PdfValue[]>();
  trailer: PdfDictionary = new Map();
  #decodedBytes = 0;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  get isEncrypted(): boolean {
    return this.trailer.has("Encrypt");
  }

  /** Throws a PdfSyntaxError if the catalog is missing. */
  readCatalog(): PdfDictionary {
    const catalog = this.getDictionary(this.trailer.get("Root"));
    if (catalog === undefined) throw new PdfSyntaxError("the catalog is missing");
    return catalog;
  }

  get objectNumbers(): number[] {
    return [...this.#entries.keys()];
  }

  /** Adds an entry unless there is one. */
  addEntry(number: number, entry: Entry): void {
    if (this.#entries.size >= MAX_OBJECTS) throw new PdfSizeError();
    if (!this.#entries.has(number)) this.#entries.set(number, entry);
  }

  /** Follows references. A missing object is null. */
  resolve(value: PdfValue | undefined): PdfValue {
    let result = value ?? null;
    for (let count = 0; result instanceof PdfReference; count++) {
      if (count === MAX_REFERENCES) throw new PdfSyntaxError("references go in a circle");
      result = this.getObject(result.number);
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
      this.#countDecoded(bytes);
    }
    // Without a filter, many streams may share the bytes of the file.
    if (names.length === 0) this.#countDecoded(bytes);
    return bytes;
  }

  /** As `decode`, but returns undefined for a damaged stream. */
  tryDecode(stream: PdfStream): Buffer | undefined {
    try {
      return this.decode(stream);
    } catch (error) {
      if (error instanceof PdfSyntaxError) return undefined;
      throw error;
    }
  }

  #countDecoded({ length }: Buffer): void {
    this.#decodedBytes += length;
    const isTooLarge = length > MAX_STREAM_BYTES || this.#decodedBytes > MAX_DECODED_BYTES;
    if (isTooLarge) throw new PdfSizeError();
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

  getObject(number: number): PdfValue {
    const object = this.#objects.get(number);
    if (object !== undefined) return object;
    const entry = this.#entries.get(number);
    if (entry === undefined) return null;
    // Set first, so that an object that needs itself ends.
    this.#objects.set(number, null);
    const value = "offset" in entry ? this.#readAt(entry.offset, number) : this.#readFrom(entry);
    this.#objects.set(number, value);
    return value;
  }

  #readAt(offset: number, number: number): PdfValue {
    const object = new PdfParser(this.bytes, offset).readIndirectObject();
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
    const stream = this.getObject(number);
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
}
