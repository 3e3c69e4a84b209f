import { HttpError, ValidationError } from "../../lib/errors.ts";
import { findJsonFault } from "../../lib/text/json-scanner.ts";
import { parseModestJson } from "../../lib/text/modest-json.ts";
import { type BatchRow, requireRowSize } from "./batch-row.ts";

/** Levels to which a row is checked before any runs. A deeper one fails by itself. */
const MAX_DEPTH = 256;

const NOT_JSON = "The body is not valid JSON.";

/** The members of a JSON body: the texts of its rows, and its options. */
export interface JsonBody {
  rows: string[];
  options: Record<string, unknown>;
}

/**
 * Splits `{ "rows": [ … ], … }` into the texts of its rows, because the values of a hostile body
 * take fifty times its memory. Yields after each row. Throws an HttpError of 400 for text that is
 * not JSON, and a ValidationError for a body without a list of rows.
 */
export function* splitJsonBody(text: string): Generator<undefined, JsonBody> {
  const others: string[] = [];
  let rows: string[] | undefined;
  let isList = true;
  const end = yield* readItems(text, skipSpace(text, 0), "{", function* (at) {
    const nameEnd = findValueEnd(text, at);
    const start = skipSpace(text, skipSpace(text, nameEnd) + 1);
    if (text[skipSpace(text, nameEnd)] !== ":") throw new HttpError(400, NOT_JSON);
    const name = parseOrThrow(text.slice(at, nameEnd));
    if (name !== "rows") {
      const valueEnd = findValueEnd(text, start);
      others.push(text.slice(at, valueEnd));
      return valueEnd;
    }
    isList = text[start] === "[";
    rows = [];
    const collected = rows;
    if (!isList) return findValueEnd(text, start);
    return yield* readItems(text, start, "[", function* (rowStart) {
      const rowEnd = findValueEnd(text, rowStart);
      collected.push(text.slice(rowStart, rowEnd));
      yield undefined;
      return rowEnd;
    });
  });
  if (skipSpace(text, end) < text.length) throw new HttpError(400, NOT_JSON);
  const options = parseOrThrow(`{${others.join(",")}}`) as Record<string, unknown>;
  if (!rows) throw ValidationError.at(["rows"], "is required");
  if (!isList) throw ValidationError.at(["rows"], "must be a list");
  return { rows, options };
}

/** Reads an item at an index and returns the index behind it. */
type ReadItem = (at: number) => Generator<undefined, number>;

/** Reads the items of an object or a list. Returns the index behind it. */
function* readItems(
  text: string,
  at: number,
  open: "{" | "[",
  readItem: ReadItem,
): Generator<undefined, number> {
  const close = open === "{" ? "}" : "]";
  if (text[at] !== open) {
    // A body of another kind is JSON, but not an object.
    parseOrThrow(text);
    throw ValidationError.at([], "must be an object");
  }
  let next = skipSpace(text, at + 1);
  if (text[next] === close) return next + 1;
  for (;;) {
    next = skipSpace(text, yield* readItem(next));
    if (text[next] === close) return next + 1;
    if (text[next] !== ",") throw new HttpError(400, NOT_JSON);
    next = skipSpace(text, next + 1);
  }
}

/**
 * Returns the index behind the value at `at`. It finds the end of a value that is JSON; what is not
 * fails when it is parsed.
 */
function findValueEnd(text: string, at: number): number {
  let depth = 0;
  for (let index = at; index < text.length; index += 1) {
    const character = text[index];
    if (character === '"') {
      index = findStringEnd(text, index);
      if (depth === 0) return index + 1;
    } else if (character === "{" || character === "[") depth += 1;
    else if (character === "}" || character === "]") {
      if (depth === 0) return index;
      depth -= 1;
      if (depth === 0) return index + 1;
    } else if (depth === 0 && (character === "," || isSpace(character))) return index;
  }
  return text.length;
}

/** Returns the index of the closing quote, or of the text's end. */
function findStringEnd(text: string, at: number): number {
  for (let index = at + 1; index < text.length; index += 1) {
    if (text[index] === "\\") index += 1;
    else if (text[index] === '"') return index;
  }
  return text.length;
}

function skipSpace(text: string, at: number): number {
  while (isSpace(text[at])) at += 1;
  return at;
}

function isSpace(character: string | undefined): boolean {
  return character === " " || character === "\n" || character === "\r" || character === "\t";
}

function parseOrThrow(text: string): unknown {
  try {
    return parseModestJson(text);
  } catch (error) {
    if (error instanceof ValidationError) throw error;
    throw new HttpError(400, NOT_JSON);
  }
}

/** A line of NDJSON, and its number in the body. */
export interface NumberedLine {
  text: string;
  line: number;
}

/** Yields the lines of NDJSON that are not blank. */
export function* splitLines(text: string): Generator<NumberedLine> {
  let line = 1;
  for (let at = 0; at < text.length; line += 1) {
    const found = text.indexOf("\n", at);
    const end = found === -1 ? text.length : found;
    const row = text.slice(at, end).trim();
    if (row !== "") yield { text: row, line };
    at = end + 1;
  }
}

/** Options of a row of JSON. */
interface JsonRowOptions {
  /** The position of the row, from 0. */
  index: number;
  /** The line of NDJSON. */
  line?: number;
  /** Bytes that a single call may have. */
  maxBytes: number;
}

/**
 * Checks the text of a row and returns the row. Throws an HttpError of 400 for text that is not
 * JSON, and a ValidationError for a value that is not an object.
 */
export function toJsonRow(text: string, { index, line, maxBytes }: JsonRowOptions): BatchRow {
  const fault = findJsonFault(text, { maxDepth: MAX_DEPTH, allowsLargeNumbers: true });
  if (fault === "invalid")
    throw new HttpError(400, line === undefined ? NOT_JSON : `Line ${line} is not valid JSON.`);
  if (!text.startsWith("{")) throw ValidationError.at(["rows", index], "must be an object");
  return {
    read() {
      requireRowSize(Buffer.byteLength(text), maxBytes);
      return parseModestJson(text);
    },
  };
}
