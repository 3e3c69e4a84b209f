import { formatDay } from "../lib/dates/date.ts";
import {
  checkCodes,
  checkDay,
  checkRate,
  type RateSheet,
  type SheetRow,
  sortRows,
} from "./sheet.ts";
import { getErrorMessage } from "../lib/errors.ts";

/**
 * Parses rates in the format of the ECB's `eurofxref-hist.csv`: `Date,USD,JPY,…`, then a line for
 * each day in any order. A cell without a rate is empty or `N/A`. Throws an Error of one line that
 * names the line.
 */
export function parseCsv(text: string): RateSheet {
  const [first = "", ...lines] = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  const header = addLineNumber(1, () => readHeader(splitCells(first)));
  const rows = lines.flatMap((line, index) =>
    line.trim() === "" ? [] : [addLineNumber(index + 2, () => readRow(header, splitCells(line)))],
  );
  return { codes: header.codes, rows: sortRows(rows) };
}

/** Formats a sheet as `parseCsv` reads it. */
export function formatCsv({ codes, rows }: RateSheet): string {
  const lines = rows.map(({ day, cells }) =>
    [formatDay(day), ...cells.map((cell) => cell ?? "")].join(","),
  );
  return `${[["Date", ...codes].join(","), ...lines].join("\n")}\n`;
}

interface CsvHeader {
  codes: readonly string[];
  /**
   * True for files of the ECB, in which every line ends with a comma and so has an empty last cell.
   */
  endsWithComma: boolean;
}

function readHeader([date, ...names]: string[]): CsvHeader {
  if (date !== "Date") throw new Error("must begin with Date, followed by currency codes");
  const endsWithComma = names.at(-1) === "";
  return { codes: checkCodes(endsWithComma ? names.slice(0, -1) : names), endsWithComma };
}

function readRow({ codes, endsWithComma }: CsvHeader, [date = "", ...cells]: string[]): SheetRow {
  const rates = endsWithComma && cells.at(-1) === "" ? cells.slice(0, -1) : cells;
  if (rates.length !== codes.length) {
    throw new Error(`must have ${codes.length} cells after the date; it has ${rates.length}`);
  }
  return {
    day: checkDay(date),
    cells: rates.map((rate, index) =>
      rate === "" || rate === "N/A" ? undefined : checkRate(codes[index] ?? "", rate),
    ),
  };
}

function splitCells(line: string): string[] {
  return line.split(",").map((cell) => cell.trim());
}

function addLineNumber<T>(number: number, read: () => T): T {
  try {
    return read();
  } catch (error) {
    const message = getErrorMessage(error);
    throw new Error(`line ${number}: ${message}`, { cause: error });
  }
}
