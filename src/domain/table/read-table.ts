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

const DELIMITERS = [",", ";", "\t"] as const;

/** Matches an unquoted cell up to its end, by the delimiter. */
const PLAIN_CELLS = { ",": /[^,\r\n]*/y, ";": /[^;\r\n]*/y, "\t": /[^\t\r\n]*/y };

type Delimiter = (typeof DELIMITERS)[number];

/**
 * Reads a table by RFC 4180, the header first. Lines end with LF, CRLF or CR, and empty ones are
 * skipped. A quote inside an unquoted cell is text. Throws a ValidationError for a quote that does
 * not end, text behind a closing quote, a cell over 1 MiB and a header over 500 columns.
 */
export function* readTable(text: string): Generator<TableRecord, void> {
  const delimiter = findDelimiter(text);
  let width = MAX_COLUMNS;
  let at = skipLineEnds(text, text.startsWith("\ufeff") ? 1 : 0);
  for (let row = 0; at < text.length; row += 1) {
    const cells: string[] = [];
    let count = 0;
    for (let isOpen = true; isOpen;) {
      const cell = readCell(text, at, { delimiter, row });
      count += 1;
      if (count <= width) cells.push(cell.text);
      else if (row === 0)
        throw createTableError(nameRow(row), `has more than ${MAX_COLUMNS} columns`);
      isOpen = text[cell.end] === delimiter;
      at = cell.end + (isOpen ? 1 : 0);
    }
    if (row === 0) width = count;
    yield { cells, count };
    at = skipLineEnds(text, at);
  }
}

interface CellOptions {
  delimiter: Delimiter;
  row: number;
}

/** Returns the cell that begins at `at`, and the index of the delimiter or line end behind it. */
function readCell(text: string, at: number, { delimiter, row }: CellOptions) {
  const cell = text[at] === '"' ? readQuoted(text, at) : readPlain(text, at, delimiter);
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
  if (end === -1) return undefined;
  return { text: text.slice(at + 1, end).replaceAll('""', '"'), end: end + 1 };
}

/** Returns the delimiter that occurs most in the first line outside quotes. */
function findDelimiter(text: string): Delimiter {
  const counts = { ",": 0, ";": 0, "\t": 0 };
  let isQuoted = false;
  const start = skipLineEnds(text, text.startsWith("\ufeff") ? 1 : 0);
  for (let at = start; at < text.length; at += 1) {
    const character = text[at] as string;
    if (character === '"') {
      const opens = at === start || (DELIMITERS as readonly string[]).includes(text[at - 1] ?? "");
      isQuoted = isQuoted ? false : opens || text[at - 1] === '"';
    } else if (isQuoted) continue;
    else if (character === "\r" || character === "\n") break;
    else if (character in counts) counts[character as Delimiter] += 1;
  }
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
