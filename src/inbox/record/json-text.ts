/** Maximum nesting, because deeper JSON may overflow the stack of a reader's parser. */
const MAX_DEPTH = 128;

/** A number this long may exceed a double even without an exponent. */
const MIN_LARGE_NUMBER_LENGTH = 300;

/** JSON text that can be embedded in a response, or why the sender's text cannot. */
export type JsonText = { json: string } | { error: string };

/**
 * Validates JSON text and returns it as it was written, without surrounding whitespace, so that large numbers and
 * key order survive. Depth and numbers are limited, so that one sender cannot make an inbox unreadable.
 */
export function validateJsonText(text: string): JsonText {
  const json = trimJson(text);
  try {
    JSON.parse(json);
  } catch {
    return { error: json === "" ? "the body is empty" : "the body is not valid JSON" };
  }
  const error = findHazard(json);
  return error ? { error } : { json };
}

/** Not a regular expression, because one for the end takes quadratic time on runs of spaces inside the text. */
function trimJson(text: string): string {
  // One byte order mark may be ignored (RFC 8259, section 8.1).
  let [start, end] = [text.startsWith("\uFEFF") ? 1 : 0, text.length];
  while (start < end && " \t\r\n".includes(text.charAt(start))) start += 1;
  while (end > start && " \t\r\n".includes(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/** Returns why valid JSON must not be embedded, or undefined. It scans the text once. */
function findHazard(json: string): string | undefined {
  let depth = 0;
  for (let at = 0; at < json.length; at++) {
    const unit = json.charCodeAt(at);
    if (unit === QUOTE) at = findStringEnd(json, at);
    else if (unit === OPEN_BRACE || unit === OPEN_BRACKET) {
      depth += 1;
      if (depth > MAX_DEPTH) return `the JSON nests deeper than ${MAX_DEPTH}`;
    } else if (unit === CLOSE_BRACE || unit === CLOSE_BRACKET) depth -= 1;
    else if (unit === MINUS || isDigit(unit)) {
      const end = findNumberEnd(json, at);
      if (exceedsDouble(json, at, end)) return "the JSON holds a number beyond a double";
      at = end - 1;
    }
  }
  return undefined;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const MINUS = 0x2d;

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}

/** Returns the index of the closing quote of the string that starts at `at`. The text must be valid JSON. */
function findStringEnd(json: string, at: number): number {
  for (;;) {
    at = json.indexOf('"', at + 1);
    let slashes = 0;
    while (json.charCodeAt(at - 1 - slashes) === BACKSLASH) slashes += 1;
    if (at === -1 || slashes % 2 === 0) return at === -1 ? json.length : at;
  }
}

function findNumberEnd(json: string, at: number): number {
  while (at < json.length && (isDigit(json.charCodeAt(at)) || "+-.eE".includes(json.charAt(at))))
    at += 1;
  return at;
}

function exceedsDouble(json: string, at: number, end: number): boolean {
  const number = json.slice(at, end);
  const mayExceed = end - at >= MIN_LARGE_NUMBER_LENGTH || /e/i.test(number);
  return mayExceed && !Number.isFinite(Number(number));
}
