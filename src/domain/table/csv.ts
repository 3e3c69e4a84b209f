/** Matches a number as spreadsheets read it. */
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** Marks a CSV file as UTF-8 for spreadsheets. */
export const CSV_START = "\ufeff";

/**
 * Returns a value as the text of a cell. A leading `'` keeps spreadsheets from running text as a
 * formula.
 */
export function toCellText(value: string | number | boolean): string {
  const text = String(value).replaceAll("\0", "");
  return /^[=+\-@\t\r]/.test(text) && !NUMBER.test(text) ? `'${text}` : text;
}

/** Returns one line of a CSV file (RFC 4180). */
export function formatCsvLine(values: readonly (string | number | boolean)[]): string {
  const cells = values.map((value) => {
    const text = toCellText(value);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  });
  return `${cells.join(",")}\r\n`;
}
