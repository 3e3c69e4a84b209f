import { HttpError, ValidationError } from "../../lib/errors.ts";
import { findJsonFault } from "../../lib/text/json-scanner.ts";
import { parseModestJson } from "../../lib/text/modest-json.ts";
import type { TextInput, TextReader } from "./text-input.ts";

/** Levels to which a row is checked before any runs. A deeper one fails alone. */
const MAX_DEPTH = 256;

const NOT_JSON = "The body is not valid JSON.";

/**
 * Reads `{ "rows": [ … ], … }`: yields the texts of its rows and returns the other members. The
 * values of a hostile body would take fifty times its memory. Where `allowsList` is true, a list is
 * the rows alone. Throws an HttpError of 400 for text that is not JSON, and a ValidationError for a
 * body without a list of rows.
 */
export function* readJsonRows(
  input: TextInput,
  { allowsList = false } = {},
): TextReader<string, Record<string, unknown>> {
  const members: string[] = [];
  let rows = "none" as "none" | "list" | "other";
  const first = yield* peek(input);
  if (first === "[" && allowsList) {
    yield* readItems(input, "]", readRow);
    rows = "list";
  } else if (first === "{") {
    yield* readItems(input, "}", function* () {
      const name = yield* input.readPart(findValueEnd);
      yield* expect(input, ":");
      const start = yield* peek(input);
      if (parseOrThrow(name) !== "rows") {
        members.push(`${name}:${yield* input.readPart(findValueEnd)}`);
      } else if (rows !== "none") throw ValidationError.at(["rows"], "is there twice");
      else if (start === "[") {
        rows = "list";
        yield* readItems(input, "]", readRow);
      } else {
        rows = "other";
        parseOrThrow(yield* input.readPart(findValueEnd));
      }
    });
  } else if (/[["\dtfn-]/.test(first)) throw ValidationError.at([], "must be an object");
  else throw new HttpError(400, NOT_JSON);
  if ((yield* peek(input)) !== "") throw new HttpError(400, NOT_JSON);
  if (rows === "none") throw ValidationError.at(["rows"], "is required");
  if (rows === "other") throw ValidationError.at(["rows"], "must be a list");
  return parseOrThrow(`{${members.join(",")}}`) as Record<string, unknown>;
}

/** Reads the lines of NDJSON; blank ones are skipped. Yields each with its number. */
export function* readJsonLines(input: TextInput): TextReader<NumberedLine> {
  for (let line = 1; input.at < input.text.length || !input.isLast; line += 1) {
    const text = (yield* input.readPart(findLineEnd)).trim();
    input.at += 1;
    if (text !== "") yield { text, line };
  }
}

/** A line of NDJSON, and its number in the body. */
export interface NumberedLine {
  text: string;
  line: number;
}

/**
 * Throws an HttpError of 400 for a row that is not JSON, and a ValidationError for one that is not
 * an object. `index` counts from 0.
 */
export function checkJsonRow(text: string, index: number, line?: number): void {
  const fault = findJsonFault(text, { maxDepth: MAX_DEPTH, allowsLargeNumbers: true });
  if (fault === "invalid")
    throw new HttpError(400, line === undefined ? NOT_JSON : `Line ${line} is not valid JSON.`);
  if (!text.startsWith("{")) throw ValidationError.at(["rows", index], "must be an object");
}

/** Reads the items between a bracket, which is next, and `close`. */
function* readItems(
  input: TextInput,
  close: "}" | "]",
  readItem: (input: TextInput) => TextReader<string>,
): TextReader<string> {
  input.at += 1;
  if ((yield* peek(input)) === close) {
    input.at += 1;
    return;
  }
  for (;;) {
    yield* peek(input);
    yield* readItem(input);
    const next = yield* peek(input);
    input.at += 1;
    if (next === close) return;
    if (next !== ",") throw new HttpError(400, NOT_JSON);
  }
}

function* readRow(input: TextInput): TextReader<string> {
  yield yield* input.readPart(findValueEnd);
}

/** Skips space. Returns the next character, empty at the end. */
function* peek(input: TextInput): TextReader<never, string> {
  for (;;) {
    while (isSpace(input.text[input.at])) input.at += 1;
    if (input.at < input.text.length || input.isLast) return input.text.charAt(input.at);
    yield;
  }
}

function* expect(input: TextInput, character: string): TextReader<never> {
  if ((yield* peek(input)) !== character) throw new HttpError(400, NOT_JSON);
  input.at += 1;
}

function findLineEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end === -1 ? text.length : end;
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
      if (depth === 0) return Math.min(index + 1, text.length);
    } else if (character === "{" || character === "[") depth += 1;
    else if (character === "}" || character === "]") {
      if (depth === 0) return index;
      depth -= 1;
      if (depth === 0) return index + 1;
    } else if (depth === 0 && (character === "," || character === ":" || isSpace(character)))
      return index;
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
