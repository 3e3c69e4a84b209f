/** A range of bytes from `start` (inclusive) to `end` (exclusive). */
export interface ByteRange {
  start: number;
  end: number;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const SPACE = 0x20;

/** Returns the index of the closing quote of the JSON string that starts at `at`. The text must be valid JSON. */
export function findClosingQuote(text: Buffer, at: number): number {
  for (;;) {
    at = text.indexOf(QUOTE, at + 1);
    if (at === -1) throw new Error("the JSON text has an open string");
    let slashes = 0;
    while (text[at - 1 - slashes] === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return at;
  }
}

/** Returns the index after the value that starts at `at`, which must not be whitespace. The text must be valid JSON. */
export function findValueEnd(text: Buffer, at: number): number {
  const first = text[at];
  if (first === QUOTE) return findClosingQuote(text, at) + 1;
  if (first !== OPEN_BRACE && first !== OPEN_BRACKET) return findScalarEnd(text, at);
  let depth = 0;
  for (; at < text.length; at++) {
    const byte = text[at];
    if (byte === QUOTE) at = findClosingQuote(text, at);
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) depth += 1;
    else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) depth -= 1;
    if (depth === 0) return at + 1;
  }
  return at;
}

function findScalarEnd(text: Buffer, at: number): number {
  for (; at < text.length; at++) {
    const byte = text[at] ?? SPACE;
    if (byte <= SPACE || byte === COMMA || byte === CLOSE_BRACE || byte === CLOSE_BRACKET) break;
  }
  return at;
}

/** Returns the index of the first byte from `at` on that is not JSON whitespace. */
export function skipJsonWhitespace(text: Buffer, at: number): number {
  while (at < text.length && (text[at] ?? 0) <= SPACE) at += 1;
  return at;
}

/**
 * Returns the JSON text at a path of member names and list indexes below the value that starts at `start`; undefined
 * when there is none. Of repeated names the last one counts, as with `JSON.parse`. `length` is also the length of a
 * list. It creates no values, because those of a hostile text take fifty times its memory.
 */
export function selectJson(
  text: Buffer,
  start: number,
  path: readonly string[],
): string | undefined {
  let found: string | undefined;

  /** Searches the value at `at` for the steps from `level` on and returns the index after the value. */
  const visit = (at: number, level: number): number => {
    const end = (): number => findValueEnd(text, at);
    if (level === path.length) {
      const range = { start: at, end: end() };
      found = text.toString("utf8", range.start, range.end);
      return range.end;
    }
    if (text[at] === OPEN_BRACE) return visitMembers(at, level);
    return text[at] === OPEN_BRACKET ? visitItems(at, level) : end();
  };

  const visitMembers = (at: number, level: number): number => {
    const name = Buffer.from(path[level] ?? "");
    for (at = skipJsonWhitespace(text, at + 1); text[at] !== CLOSE_BRACE;) {
      const nameEnd = findClosingQuote(text, at) + 1;
      const matches = isName(text, { start: at, end: nameEnd }, name);
      // The value starts after the colon.
      const valueStart = skipJsonWhitespace(text, skipJsonWhitespace(text, nameEnd) + 1);
      if (matches) found = undefined;
      at = matches ? visit(valueStart, level + 1) : findValueEnd(text, valueStart);
      at = skipComma(text, at);
    }
    return at + 1;
  };

  const visitItems = (at: number, level: number): number => {
    const step = path[level] ?? "";
    let index = 0;
    for (at = skipJsonWhitespace(text, at + 1); text[at] !== CLOSE_BRACKET; index++) {
      at = String(index) === step ? visit(at, level + 1) : findValueEnd(text, at);
      at = skipComma(text, at);
    }
    if (step === "length" && level === path.length - 1) found = String(index);
    return at + 1;
  };

  visit(skipJsonWhitespace(text, start), 0);
  return found;
}

/** Returns the index of the next item or member, or of the closing bracket. */
function skipComma(text: Buffer, at: number): number {
  at = skipJsonWhitespace(text, at);
  return text[at] === COMMA ? skipJsonWhitespace(text, at + 1) : at;
}

/** Returns true when the JSON string in `range` is `name`, also when it is written with escapes. */
function isName(text: Buffer, { start, end }: ByteRange, name: Buffer): boolean {
  const length = end - start - 2;
  if (length === name.length) return text.compare(name, 0, length, start + 1, end - 1) === 0;
  // An escape takes at most six bytes for a character. Most names have none, and parsing them all takes seconds.
  if (length < name.length || length > name.length * 6) return false;
  const json = text.subarray(start, end);
  return (
    json.includes(BACKSLASH) && name.equals(Buffer.from(JSON.parse(json.toString()) as string))
  );
}
