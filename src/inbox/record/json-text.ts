/** Deeper JSON than this is not shown as JSON: a reader's own parser may fail on it. */
const MAX_DEPTH = 128;

/** A number of this many characters or more may be beyond a double even without an exponent. */
const LONG_NUMBER = 300;

/** The sender's JSON as text that can be put into an answer, or why it cannot. */
export type JsonText = { json: string } | { error: string };

/**
 * Checks JSON text and gives it back as it was written, but for whitespace around it: digits and key order
 * survive. It must parse, nest no deeper than 128 and hold no number beyond a double, so that one hostile
 * sender cannot make an inbox unreadable.
 */
export function readJsonText(text: string): JsonText {
  const json = trimmed(text);
  try {
    JSON.parse(json);
  } catch {
    return { error: json === "" ? "the body is empty" : "the body is not valid JSON" };
  }
  const error = hazard(json);
  return error ? { error } : { json };
}

/** By hand: a regular expression for the end tries every run of spaces inside, in time that grows with its square. */
function trimmed(text: string): string {
  // One byte order mark may be passed over (RFC 8259, 8.1).
  let [start, end] = [text.startsWith("\uFEFF") ? 1 : 0, text.length];
  while (start < end && " \t\r\n".includes(text.charAt(start))) start += 1;
  while (end > start && " \t\r\n".includes(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/** What makes valid JSON unfit to be shown; undefined when nothing does. One pass over the text. */
function hazard(json: string): string | undefined {
  let depth = 0;
  for (let at = 0; at < json.length; at++) {
    const unit = json.charCodeAt(at);
    if (unit === QUOTE) at = endOfString(json, at);
    else if (unit === OPEN_BRACE || unit === OPEN_BRACKET) {
      depth += 1;
      if (depth > MAX_DEPTH) return `the JSON nests deeper than ${MAX_DEPTH}`;
    } else if (unit === CLOSE_BRACE || unit === CLOSE_BRACKET) depth -= 1;
    else if (unit === MINUS || isDigit(unit)) {
      const end = endOfNumber(json, at);
      if (isBeyondDouble(json, at, end)) return "the JSON holds a number beyond a double";
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

/** Where the string that begins at `at` has its closing quote. The text is known to be valid. */
function endOfString(json: string, at: number): number {
  for (;;) {
    at = json.indexOf('"', at + 1);
    let slashes = 0;
    while (json.charCodeAt(at - 1 - slashes) === BACKSLASH) slashes += 1;
    if (at === -1 || slashes % 2 === 0) return at === -1 ? json.length : at;
  }
}

function endOfNumber(json: string, at: number): number {
  // Everything that may follow in a number: digits, point, exponent, signs.
  while (at < json.length && (isDigit(json.charCodeAt(at)) || "+-.eE".includes(json.charAt(at))))
    at += 1;
  return at;
}

function isBeyondDouble(json: string, at: number, end: number): boolean {
  const number = json.slice(at, end);
  return (end - at >= LONG_NUMBER || /e/i.test(number)) && !Number.isFinite(Number(number));
}
