import { Lexer, type LexedDictionary, type LexedValue } from "./lexer.ts";

/** An object of the file. A stream has its bytes, as they are in the file. */
export interface PreviewObject {
  value: LexedValue;
  data?: Uint8Array<ArrayBuffer>;
}

/** The place of an object: in the file, or in an object stream. */
type Entry = { offset: number } | { stream: number; index: number };

/**
 * Reads the files that Sundry's PDF engine writes: a cross-reference stream, object streams, and
 * streams that are deflated or JPEG images. It does not read arbitrary PDF files. Throws an Error
 * for others.
 */
export class ParsedPdf {
  readonly #bytes: Uint8Array<ArrayBuffer>;
  readonly #text: string;
  readonly #entries: readonly (Entry | undefined)[];
  readonly #streams = new Map<number, Promise<LexedValue[]>>();
  readonly root: number;

  private constructor(bytes: Uint8Array<ArrayBuffer>, text: string, table: XrefTable) {
    this.#bytes = bytes;
    this.#text = text;
    this.#entries = table.entries;
    this.root = table.root;
  }

  static async open(bytes: Uint8Array<ArrayBuffer>): Promise<ParsedPdf> {
    const text = toBinaryText(bytes);
    const start = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(text.slice(-100))?.[1];
    if (start === undefined) throw new Error("the file has no cross-references");
    return new ParsedPdf(bytes, text, await readXref(readObject(bytes, text, Number(start))));
  }

  /** Returns the object that a value refers to, or the value itself. */
  async resolve(value: LexedValue | undefined): Promise<PreviewObject> {
    if (!isReference(value)) return { value: value ?? "null" };
    const entry = this.#entries[value.ref];
    if (!entry) return { value: "null" };
    if ("offset" in entry) return readObject(this.#bytes, this.#text, entry.offset);
    const objects = this.#streams.get(entry.stream) ?? this.#readObjects(entry.stream);
    this.#streams.set(entry.stream, objects);
    return { value: (await objects)[entry.index] ?? "null" };
  }

  /**
   * Returns the dictionary that a value is or refers to; an empty one when it is something else.
   */
  async dictionary(value: LexedValue | undefined): Promise<LexedDictionary> {
    return toDictionary((await this.resolve(value)).value);
  }

  /** Returns the decoded bytes of a stream. */
  async bytes(value: LexedValue | undefined): Promise<Uint8Array<ArrayBuffer>> {
    return decode(await this.resolve(value));
  }

  async #readObjects(stream: number): Promise<LexedValue[]> {
    const object = await this.resolve({ ref: stream });
    const dictionary = toDictionary(object.value);
    const text = toBinaryText(await decode(object));
    const first = Number(dictionary.get("First"));
    const index = new Lexer(text.slice(0, first));
    return Array.from({ length: Number(dictionary.get("N")) }, () => {
      index.next();
      return new Lexer(text, first + Number(index.next())).next() ?? "null";
    });
  }
}

interface XrefTable {
  entries: (Entry | undefined)[];
  /** The number of the document's catalog. */
  root: number;
}

async function readXref(object: PreviewObject): Promise<XrefTable> {
  const dictionary = toDictionary(object.value);
  const root = dictionary.get("Root");
  const widths = dictionary.get("W");
  if (!isReference(root) || !Array.isArray(widths)) throw new Error("unknown cross-references");
  const [typeBytes = 0, firstBytes = 0, secondBytes = 0] = widths.map(Number);
  const table = await decode(object);
  const number = (from: number, length: number) =>
    table.subarray(from, from + length).reduce((sum, byte) => sum * 256 + byte, 0);
  const entries: (Entry | undefined)[] = [];
  for (let at = 0; at < table.length; at += typeBytes + firstBytes + secondBytes) {
    const type = number(at, typeBytes);
    const [first, second] = [
      number(at + typeBytes, firstBytes),
      number(at + typeBytes + firstBytes, secondBytes),
    ];
    const inStream = type === 2 ? { stream: first, index: second } : undefined;
    entries.push(type === 1 ? { offset: first } : inStream);
  }
  return { entries, root: root.ref };
}

/** Reads the object at an offset: `7 0 obj`, its value, and the bytes of a stream. */
function readObject(bytes: Uint8Array<ArrayBuffer>, text: string, offset: number): PreviewObject {
  const lexer = new Lexer(text, offset);
  for (let word = 0; word < 3; word++) lexer.next();
  const value = lexer.next() ?? "null";
  const start = /^\s*stream\r?\n/.exec(text.slice(lexer.at, lexer.at + 20))?.[0];
  if (start === undefined) return { value };
  const from = lexer.at + start.length;
  return { value, data: bytes.slice(from, from + Number(toDictionary(value).get("Length"))) };
}

async function decode({ value, data }: PreviewObject): Promise<Uint8Array<ArrayBuffer>> {
  if (!data) throw new Error("the object is not a stream");
  if (toDictionary(value).get("Filter") !== "/FlateDecode") return data;
  const inflated = new Blob([data]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(inflated).arrayBuffer());
}

function isReference(value: LexedValue | undefined): value is { ref: number } {
  return typeof value === "object" && "ref" in value;
}

export function toDictionary(value: LexedValue | undefined): LexedDictionary {
  return value instanceof Map ? (value as LexedDictionary) : new Map();
}

export function toList(value: LexedValue | undefined): readonly LexedValue[] {
  return Array.isArray(value) ? (value as readonly LexedValue[]) : [];
}

/** Returns a text with one character for each byte. */
export function toBinaryText(bytes: Uint8Array): string {
  const parts: string[] = [];
  // In parts, because a call takes a limited number of arguments.
  for (let at = 0; at < bytes.length; at += 8192) {
    parts.push(String.fromCharCode(...bytes.subarray(at, at + 8192)));
  }
  return parts.join("");
}
