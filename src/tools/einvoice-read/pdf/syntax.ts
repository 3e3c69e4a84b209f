/** A name, such as `/Type`, without the slash. */
export class PdfName {
  readonly value: string;
  constructor(value: string) {
    this.value = value;
  }
}

/** A reference to an indirect object. */
export class PdfReference {
  readonly number: number;
  constructor(number: number) {
    this.number = number;
  }
}

/**
 * A stream: its dictionary and where its encoded bytes begin in the buffer that it was read from.
 */
export class PdfStream {
  readonly dictionary: PdfDictionary;
  readonly source: Buffer;
  readonly start: number;
  constructor(dictionary: PdfDictionary, source: Buffer, start: number) {
    this.dictionary = dictionary;
    this.source = source;
    this.start = start;
  }
}

/** A dictionary by the names of its entries. */
export type PdfDictionary = Map<string, PdfValue>;

/** A value of PDF's object syntax. Strings are bytes. */
export type PdfValue =
  | null
  | boolean
  | number
  | PdfName
  | PdfReference
  | PdfStream
  | Buffer
  | PdfValue[]
  | PdfDictionary;

/** The bytes do not follow the syntax. */
export class PdfSyntaxError extends Error {}

/** Deepest nesting of lists and dictionaries; real files stay below 10. */
const MAX_DEPTH = 50;

const WHITE = new Set([0, 9, 10, 12, 13, 32]);
const DELIMITERS = new Set([..."()<>[]{}/%"].map((char) => char.charCodeAt(0)));
const ESCAPES: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, b: 8, f: 12 };
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)$/;

/** Reads values from bytes, from a position on. */
export class PdfParser {
  readonly #bytes: Buffer;
  position: number;

  constructor(bytes: Buffer, position = 0) {
    this.#bytes = bytes;
    this.position = position;
  }

  /** Reads `12 0 obj … endobj` and returns its number and value, a stream included. */
  readIndirectObject(): { number: number; value: PdfValue } {
    const number = this.#expectInteger();
    this.#expectInteger();
    this.expectKeyword("obj");
    const value = this.readValue();
    if (!(value instanceof Map) || !this.#skipKeyword("stream")) return { number, value };
    if (this.#bytes[this.position] === 13) this.position++;
    if (this.#bytes[this.position] === 10) this.position++;
    return { number, value: new PdfStream(value, this.#bytes, this.position) };
  }

  /** Reads a value. Throws a PdfSyntaxError where none begins. */
  readValue(depth = 0): PdfValue {
    if (depth > MAX_DEPTH) throw new PdfSyntaxError("nested too deeply");
    this.skipSpace();
    const char = String.fromCharCode(this.#bytes[this.position] ?? 0);
    if (char === "/") return this.#readName();
    if (char === "(") return this.#readString();
    if (char === "[") return this.#readArray(depth);
    if (char === "<") {
      return this.#bytes[this.position + 1] === 60
        ? this.#readDictionary(depth)
        : this.#readHexString();
    }
    return this.#readWord();
  }

  /** Reads a dictionary. Throws a PdfSyntaxError if the next value is another. */
  readDictionary(): PdfDictionary {
    const value = this.readValue();
    if (value instanceof Map) return value;
    throw new PdfSyntaxError("a dictionary is missing");
  }

  expectKeyword(keyword: string): void {
    if (!this.#skipKeyword(keyword)) throw new PdfSyntaxError(`${keyword} is missing`);
  }

  /** Passes white space and comments. */
  skipSpace(): void {
    for (;;) {
      const byte = this.#bytes[this.position];
      if (byte === 37) this.#skipLine();
      else if (byte !== undefined && WHITE.has(byte)) this.position++;
      else return;
    }
  }

  #skipLine(): void {
    let byte = this.#bytes[this.position];
    while (byte !== undefined && byte !== 10 && byte !== 13) byte = this.#bytes[++this.position];
  }

  #skipKeyword(keyword: string): boolean {
    this.skipSpace();
    const end = this.position + keyword.length;
    if (this.#bytes.toString("latin1", this.position, end) !== keyword) return false;
    this.position = end;
    return true;
  }

  #expectInteger(): number {
    this.skipSpace();
    const word = this.#takeRegular();
    if (!/^\d{1,10}$/.test(word)) throw new PdfSyntaxError("a number is missing");
    return Number(word);
  }

  /** Takes characters up to white space or a delimiter. */
  #takeRegular(): string {
    const start = this.position;
    for (;;) {
      const byte = this.#bytes[this.position];
      if (byte === undefined || WHITE.has(byte) || DELIMITERS.has(byte)) break;
      this.position++;
    }
    return this.#bytes.toString("latin1", start, this.position);
  }

  #readWord(): PdfValue {
    const word = this.#takeRegular();
    if (word === "true") return true;
    if (word === "false") return false;
    if (word === "null") return null;
    if (!NUMBER.test(word)) throw new PdfSyntaxError("a value is missing");
    return this.#readReference(word) ?? Number(word);
  }

  /** Reads the rest of `12 0 R` if it is one. */
  #readReference(word: string): PdfReference | undefined {
    if (!/^\d{1,10}$/.test(word)) return undefined;
    const ahead = this.#bytes.toString("latin1", this.position, this.position + 16);
    const match = /^[\0\t\n\f\r ]+\d{1,5}[\0\t\n\f\r ]+R(?![A-Za-z0-9])/.exec(ahead);
    if (match === null) return undefined;
    this.position += match[0].length;
    return new PdfReference(Number(word));
  }

  #readName(): PdfName {
    this.position++;
    const word = this.#takeRegular();
    const decoded = word.replace(/#([0-9A-Fa-f]{2})/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
    return new PdfName(decoded);
  }

  #readArray(depth: number): PdfValue[] {
    this.position++;
    const values: PdfValue[] = [];
    while (!this.#skipKeyword("]")) values.push(this.readValue(depth + 1));
    return values;
  }

  #readDictionary(depth: number): PdfDictionary {
    this.position += 2;
    const dictionary: PdfDictionary = new Map();
    while (!this.#skipKeyword(">>")) {
      const name = this.readValue(depth + 1);
      if (!(name instanceof PdfName)) throw new PdfSyntaxError("a name is missing");
      dictionary.set(name.value, this.readValue(depth + 1));
    }
    return dictionary;
  }

  #readHexString(): Buffer {
    const end = this.#bytes.indexOf(">", this.position);
    if (end === -1) throw new PdfSyntaxError("a text does not end");
    const digits = this.#bytes
      .toString("latin1", this.position + 1, end)
      .replaceAll(/[^0-9A-Fa-f]/g, "");
    this.position = end + 1;
    return Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, "hex");
  }

  #readString(): Buffer {
    const bytes: number[] = [];
    let depth = 1;
    this.position++;
    for (;;) {
      const byte = this.#bytes[this.position++];
      if (byte === undefined) throw new PdfSyntaxError("a text does not end");
      if (byte === 40) depth++;
      if (byte === 41 && --depth === 0) return Buffer.from(bytes);
      if (byte === 92) this.#readEscape(bytes);
      else bytes.push(byte);
    }
  }

  /** Reads what follows a backslash in a string. */
  #readEscape(bytes: number[]): void {
    const following = this.#bytes.toString("latin1", this.position, this.position + 3);
    const octal = /^[0-7]{1,3}/.exec(following)?.[0];
    const lineEnd = /^(?:\r\n|\r|\n)/.exec(following)?.[0];
    this.position += (octal ?? lineEnd ?? " ").length;
    if (octal !== undefined) bytes.push(Number.parseInt(octal, 8) & 0xff);
    else if (lineEnd === undefined && following !== "") {
      bytes.push(ESCAPES[following.charAt(0)] ?? following.charCodeAt(0));
    }
  }
}
