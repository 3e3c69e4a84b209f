/** The reason why a text is not parsed or embedded as JSON. */
export type JsonFault = "invalid" | "deep" | "many-values" | "large-number";

/** Limits of {@link findJsonFault}. */
interface JsonLimits {
  /** Levels of objects and arrays. */
  maxDepth: number;
  /** Values at every level, the members of objects and arrays included. Default: unlimited. */
  maxValues?: number;
  /**
   * True accepts numbers beyond a double, which `JSON.parse` converts to Infinity. Default: false.
   */
  allowsLargeNumbers?: boolean;
}

/** Parser states: the tokens that may follow at a position. */
const VALUE = 0;
const VALUE_OR_CLOSE = 1;
const KEY = 2;
const KEY_OR_CLOSE = 3;
const COMMA_OR_CLOSE = 4;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;

/** Length from which a number may exceed a double without an exponent. */
const MIN_LARGE_NUMBER_LENGTH = 300;

/**
 * Finds the first reason why a text is not JSON (RFC 8259) or exceeds a limit; undefined when there
 * is none. Accepts what `JSON.parse` accepts, but creates no values, because those of a hostile
 * text take fifty times its memory.
 */
export function findJsonFault(text: string, limits: JsonLimits): JsonFault | undefined {
  const { maxDepth, maxValues = Infinity, allowsLargeNumbers = false } = limits;
  /** 1 for each open container that is an object, 0 for an array. */
  const objects = new Uint8Array(maxDepth + 1);
  const isPlain = PLAIN.test(text);
  let depth = 0;
  let expected = VALUE;
  let values = 0;
  for (let at = skipWhitespace(text, 0); at < text.length; at = skipWhitespace(text, at)) {
    if (depth === 0 && expected === COMMA_OR_CLOSE) return "invalid";
    const unit = text.charCodeAt(at);
    if (expected === COMMA_OR_CLOSE && unit === COMMA) {
      expected = objects[depth] ? KEY : VALUE;
      at += 1;
    } else if (unit === (objects[depth] ? CLOSE_BRACE : CLOSE_BRACKET)) {
      if (depth === 0 || expected === VALUE || expected === KEY) return "invalid";
      depth -= 1;
      expected = COMMA_OR_CLOSE;
      at += 1;
    } else if (expected === KEY || expected === KEY_OR_CLOSE) {
      at = skipWhitespace(text, unit === QUOTE ? findStringEnd(text, at, isPlain) : text.length);
      if (text.charCodeAt(at) !== COLON) return "invalid";
      expected = VALUE;
      at += 1;
    } else if (expected === COMMA_OR_CLOSE) {
      return "invalid";
    } else if (++values > maxValues) {
      return "many-values";
    } else if (unit === OPEN_BRACE || unit === OPEN_BRACKET) {
      if (depth === maxDepth) return "deep";
      depth += 1;
      objects[depth] = unit === OPEN_BRACE ? 1 : 0;
      expected = unit === OPEN_BRACE ? KEY_OR_CLOSE : VALUE_OR_CLOSE;
      at += 1;
    } else {
      const end = findScalarEnd(text, at, isPlain);
      if (end === -1) return "invalid";
      if (!allowsLargeNumbers && exceedsDouble(text, at, end)) return "large-number";
      expected = COMMA_OR_CLOSE;
      at = end;
    }
  }
  return depth === 0 && expected === COMMA_OR_CLOSE ? undefined : "invalid";
}

function skipWhitespace(text: string, at: number): number {
  for (; ; at++) {
    const unit = text.charCodeAt(at);
    if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) return at;
  }
}

/** Returns the index after a string, a number or a literal; -1 when there is none. */
function findScalarEnd(text: string, at: number, isPlain: boolean): number {
  const unit = text.charCodeAt(at);
  if (unit === QUOTE) {
    const end = findStringEnd(text, at, isPlain);
    return end > text.length ? -1 : end;
  }
  for (const literal of ["true", "false", "null"]) {
    if (text.startsWith(literal, at)) return at + literal.length;
  }
  return findNumberEnd(text, at);
}

/** Matches what may follow a backslash, at the index that is set. */
const ESCAPE = /["\\/bfnrt]|u[0-9a-fA-F]{4}/y;

/**
 * Matches text without backslashes and control characters, such as compact JSON without escapes.
 */
const PLAIN = /^[ -[\]-\uffff]*$/;

/**
 * Returns the index after the closing quote; a number past the text's end when the string is
 * invalid. In a plain text every quote begins or ends a string, and searching for it takes a tenth
 * of the time.
 */
function findStringEnd(text: string, at: number, isPlain: boolean): number {
  if (isPlain) return text.indexOf('"', at + 1) + 1 || text.length + 1;
  for (at += 1; ; at++) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) return at + 1;
    // Control characters must be escaped. Past the end the unit is NaN.
    if (!(unit >= 0x20)) return text.length + 1;
    if (unit !== BACKSLASH) continue;
    ESCAPE.lastIndex = at + 1;
    if (!ESCAPE.test(text)) return text.length + 1;
    at = ESCAPE.lastIndex - 1;
  }
}

function findNumberEnd(text: string, at: number): number {
  if (text.charAt(at) === "-") at += 1;
  const integer = skipDigits(text, at);
  // JSON forbids leading zeros.
  if (integer === at || (text.charAt(at) === "0" && integer > at + 1)) return -1;
  let end = integer;
  if (text.charAt(end) === ".") {
    const fraction = skipDigits(text, end + 1);
    if (fraction === end + 1) return -1;
    end = fraction;
  }
  if (text.charAt(end) !== "e" && text.charAt(end) !== "E") return end;
  const signed = text.charAt(end + 1) === "+" || text.charAt(end + 1) === "-";
  const start = end + (signed ? 2 : 1);
  const exponent = skipDigits(text, start);
  return exponent === start ? -1 : exponent;
}

function skipDigits(text: string, at: number): number {
  for (; ; at++) {
    const unit = text.charCodeAt(at);
    if (!(unit >= 0x30 && unit <= 0x39)) return at;
  }
}

function exceedsDouble(text: string, at: number, end: number): boolean {
  if (text.charCodeAt(at) === QUOTE) return false;
  const number = text.slice(at, end);
  const mayExceed = end - at >= MIN_LARGE_NUMBER_LENGTH || /e/i.test(number);
  return mayExceed && !Number.isFinite(Number(number)) && !/^[tfn]/.test(number);
}
