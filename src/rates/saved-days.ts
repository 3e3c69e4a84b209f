import { existsSync } from "node:fs";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseDay } from "../lib/dates/date.ts";
import { formatCsv } from "./csv.ts";
import { readManifest, readRatesFile } from "./files.ts";
import type { RateSheet } from "./sheet.ts";
import { getErrorMessage } from "../lib/errors.ts";

const NAME = "rates.csv";

/**
 * Reads the days that earlier refreshes saved in a folder, in the ECB's CSV format. A file that
 * cannot be read is reported in one line and ignored, because the next refresh fetches its days
 * again.
 */
export function readSavedDays(
  directory: string,
  onProblem?: (line: string) => void,
): RateSheet | undefined {
  const file = join(directory, NAME);
  if (!existsSync(file)) return undefined;
  try {
    const { codes, rows } = readRatesFile(file);
    const shipped = parseDay(readManifest().last);
    // A newer release ships some of these days, and its rates take precedence.
    return { codes, rows: rows.filter(({ day }) => day > shipped) };
  } catch (error) {
    onProblem?.(`saved exchange rates are ignored: ${getErrorMessage(error)}`);
    return undefined;
  }
}

/**
 * Adds days to those saved in a folder. The file is replaced atomically, so that a crash leaves the
 * old or the new one.
 */
export async function saveDays(directory: string, sheet: RateSheet): Promise<void> {
  const file = join(directory, NAME);
  const temporary = `${file}.${process.pid}`;
  const saved = readSavedDays(directory);
  await mkdir(directory, { recursive: true });
  try {
    await writeFile(temporary, formatCsv(saved ? joinSheets(saved, sheet) : sheet), {
      flush: true,
    });
    await rename(temporary, file);
  } finally {
    await rm(temporary, { force: true });
  }
}

/** Joins two sheets. On days of both, the second one's row counts. */
export function joinSheets(older: RateSheet, newer: RateSheet): RateSheet {
  const codes = [...new Set([...older.codes, ...newer.codes])];
  const rows = new Map(
    [older, newer].flatMap((sheet) =>
      sheet.rows.map(({ day, cells }) => {
        const getCell = (code: string) => cells[sheet.codes.indexOf(code)];
        return [day, { day, cells: codes.map(getCell) }] as const;
      }),
    ),
  );
  return { codes, rows: [...rows.values()].sort((a, b) => a.day - b.day) };
}
