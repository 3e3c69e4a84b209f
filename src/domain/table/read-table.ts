import { ValidationError } from "../../lib/errors.ts";

/** One record of a table: its cells up to the width of the header, and how many it has. */
export interface TableRecord {
  cells: string[];
  count: number;
}

/** A table is refused at the first cell past this many columns. */
const MAX_COLUMNS = 500;

/** Characters of a cell. */
const MAX_CELL_LENGTH = 1_048_576;

/** Characters between quotes, all of which may be doubled quotes. */
const MAX_QUOTED_LENGTH = 2 * MAX_CELL_LENGTH + 2;

const DELIMITERS = [",", ";", "\t"] as const;

/** Matches an unquoted cell up to its end, by the delimiter. */
const PLAIN_CELLS = { ",": /[^,\r\n]*/y, ";": /[^;\r\n]*/y, "\t": /[^\t\r\n]*/y };

type Delimiter = (typeof DELIMITERS)[number];

/** Characters of a record, so that one of a huge file does not fill the memory. */
const MAX_RECORD_LENGTH = 16_777_216;

/**
 * Reads a whole table by RFC 4180, the header first. Lines end with LF, CRLF or CR, and empty ones
 * are skipped. A quote inside an unquoted cell is text. Throws a ValidationError for an open
 * quote, text behind a closing quote, a cell over 1 MiB and a header over 500 columns.
 */
export function readTable(text: string): Generator<TableRecord, void> {
  return new TableReader().read(text, true);
}

/** Reads a table that arrives in chunks, as {@link readTable} does. */
export class TableReader {
  #text = "";
  /** Characters below which the text cannot have another record, so that few are read twice. */
  #minLength = 0;
  /** Undefined until the header is there to its end. */
  #delimiter: Delimiter | undefined;
  #width = MAX_COLUMNS;
  #row = 0;

  /** Yields the records that are complete with the next chunk of the text. */
  *read(chunk: string, isLast: boolean): Generator<TableRecord, void> {
    const text = this.#text + chunk;
    let at = this.#row === 0 && text.startsWith("\ufeff") ? 1 : 0;
    if (isLast || text.length >= this.#minLength) {
      at = skipLineEnds(text, at);
      this.#delimiter ??= findDelimiter(text, at, isLast);
      while (this.#delimiter && at < text.length) {
        const read = this.#readRecord(text, at, { delimiter: this.#delimiter, isLast });
        if (!read) break;
        yield read.record;
        at = skipLineEnds(text, read.end);
      }
      this.#minLength = Math.min(2 * (text.length - at), MAX_RECORD_LENGTH);
    }
    this.#text = text.slice(at);
    if (this.#text.length > MAX_RECORD_LENGTH)
      throw createTableError(nameRow(this.#row), `has more than ${MAX_RECORD_LENGTH} characters`);
  }

  /** Returns undefined for a record that the text may not have to its end. */
  #readRecord(text: string, at: number, options: Pick<CellOptions, "delimiter" | "isLast">) {
    const row = this.#row;
    const cells: string[] = [];
    let count = 0;
    let end = at;
    for (let isOpen = true; isOpen;) {
      const cell = readCell(text, end, { ...options, row });
      if (!cell) return undefined;
      count += 1;
      if (count <= this.#width) cells.push(cell.text);
      else if (row === 0)
        throw createTableError(nameRow(row), `has more than ${MAX_COLUMNS} columns`);
      isOpen = text[cell.end] === options.delimiter;
      end = cell.end + (isOpen ? 1 : 0);
    }
    if (row === 0) this.#width = count;
    this.#row += 1;
    return { record: { cells, count }, end };
  }
}

interface CellOptions {
  delimiter: Delimiter;
  row: number;
  /** True: the table ends with the text. */
  isLast: boolean;
}

/**
 * Returns the cell that begins at `at`, and the index of the delimiter or line end behind it.
 * Returns undefined when the text may not contain all of the cell.
 */
function readCell(text: string, at: number, { delimiter, row, isLast }: CellOptions) {
  const cell = text[at] === '"' ? readQuoted(text, at) : readPlain(text, at, delimiter);
  const isComplete = isLast || (cell && cell.end < text.length);
  if (!isComplete && text.length - at <= MAX_QUOTED_LENGTH) return undefined;
  if (!cell || ![delimiter, "\r", "\n", undefined].includes(text[cell.end]))
    throw createTableError(nameRow(row), "has a quote that does not end");
  if (cell.text.length > MAX_CELL_LENGTH)
    throw createTableError(nameRow(row), `has a cell of more than ${MAX_CELL_LENGTH} characters`);
  return cell;
}

function readPlain(text: string, at: number, delimiter: Delimiter) {
  const pattern = PLAIN_CELLS[delimiter];
  pattern.lastIndex = at;
  const [content = ""] = pattern.exec(text) ?? [];
  return { text: content, end: at + content.length };
}

/** Returns undefined for a quote that does not end. */
function readQuoted(text: string, at: number) {
  let end = text.indexOf('"', at + 1);
  while (end !== -1 && text[end + 1] === '"') end = text.indexOf('"', end + 2);
  if (end === -1 || end - at > MAX_QUOTED_LENGTH) return undefined;
  return { text: text.slice(at + 1, end).replaceAll('""', '"'), end: end + 1 };
}

/**
 * Returns the delimiter that occurs most in the line at `start` outside quotes. Returns undefined
 * when the text may not contain all of the line.
 */
function findDelimiter(text: string, start: number, isLast: boolean): Delimiter | undefined {
  const counts = { ",": 0, ";": 0, "\t": 0 };
  let isQuoted = false;
  let hasEnd = isLast;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at] as string;
    if (character === '"') {
      const opens = at === start || (DELIMITERS as readonly string[]).includes(text[at - 1] ?? "");
      isQuoted = isQuoted ? false : opens || text[at - 1] === '"';
    } else if (isQuoted) continue;
    else if (character === "\r" || character === "\n") {
      hasEnd = true;
      break;
    } else if (character in counts) counts[character as Delimiter] += 1;
  }
  if (!hasEnd) return undefined;
  return DELIMITERS.reduce((best, next) => (counts[next] > counts[best] ? next : best));
}

function skipLineEnds(text: string, at: number): number {
  while (text[at] === "\n" || text[at] === "\r") at += 1;
  return at;
}

/** Returns the error for a part of a table, such as `row 5`. */
export function createTableError(subject: string, message: string): ValidationError {
  return new ValidationError([{ path: [], subject, message }]);
}

/** Data rows count from 1; row 0 is the header. */
function nameRow(row: number): string {
  return row === 0 ? "the header" : `row ${row}`;
}
