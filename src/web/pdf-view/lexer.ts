/** A value of PDF's syntax. Names begin with a slash; operators are strings without one. */
export type LexedValue =
  | number
  | string
  | { bytes: string }
  | { ref: number }
  | readonly LexedValue[]
  | LexedDictionary;

/** A dictionary; its keys are names without their slash. */
export type LexedDictionary = ReadonlyMap<string, LexedValue>;

const SPACE = /(?:[\s\0]|%[^\r\n]*)*/y;
const NUMBER = /[+-]?(?:\d+\.?\d*|\.\d+)/y;
/** Matches the rest of a reference after its first number. */
const REFERENCE = /[\s\0]+\d+[\s\0]+R\b/y;
const NAME = /\/[^\s\0()<>[\]{}/%]*/y;
/** The end may be missing in a damaged text. */
const HEX = /<([\da-fA-F\s]*)>?/y;
const OPERATOR = /[^\s\0()<>[\]{}/%]+/y;
/** A literal string's content up to the next byte that has a meaning. */
const LITERAL = /[^()\\]*/y;

const ESCAPES: Record<string, string> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" };

/** Reads values of PDF's syntax from a text with one character for each byte. */
export class Lexer {
  readonly #text: string;
  /** The place of the next value. */
  at: number;

  constructor(text: string, at = 0) {
    this.#text = text;
    this.at = at;
  }

  #match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.#text) ?? undefined;
    if (match) this.at = pattern.lastIndex;
    return match;
  }

  /** Returns the next value; undefined at the end of the text, and before a closing bracket. */
  next(): LexedValue | undefined {
    this.#match(SPACE);
    const character = this.#text[this.at];
    if (character === undefined || character === "]") return undefined;
    if (character === "/") return this.#match(NAME)?.[0];
    if (character === "(") return { bytes: this.#literal() };
    if (character === "[") return this.#list();
    if (this.#text.startsWith("<<", this.at)) return this.#dictionary();
    if (this.#text.startsWith(">>", this.at)) return undefined;
    if (character === "<") return { bytes: fromHex(this.#match(HEX)?.[1] ?? "") };
    const number = this.#match(NUMBER);
    if (!number) return this.#match(OPERATOR)?.[0];
    return this.#match(REFERENCE) ? { ref: Number(number[0]) } : Number(number[0]);
  }

  #list(): LexedValue[] {
    this.at += 1;
    const list: LexedValue[] = [];
    for (let value = this.next(); value !== undefined; value = this.next()) list.push(value);
    this.at += 1;
    return list;
  }

  #dictionary(): LexedDictionary {
    this.at += 2;
    const entries = new Map<string, LexedValue>();
    for (let key = this.next(); typeof key === "string"; key = this.next()) {
      entries.set(key.slice(1), this.next() ?? "null");
    }
    this.at += 2;
    return entries;
  }

  #literal(): string {
    this.at += 1;
    let bytes = "";
    let depth = 1;
    for (;;) {
      bytes += this.#match(LITERAL)?.[0] ?? "";
      const character = this.#text[this.at] ?? ")";
      this.at += 1;
      if (character === "(") depth += 1;
      if (character === ")") depth -= 1;
      if (depth === 0) return bytes;
      if (character === "\\") {
        const escaped = this.#text[this.at] ?? "";
        this.at += 1;
        bytes += ESCAPES[escaped] ?? escaped;
      } else bytes += character;
    }
  }
}

function fromHex(hex: string): string {
  const digits = hex.replaceAll(/\s/g, "");
  return digits.replaceAll(/..?/g, (byte) =>
    String.fromCharCode(Number.parseInt(byte.padEnd(2, "0"), 16)),
  );
}
