import { existsSync } from "node:fs";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseDay } from "../lib/date.ts";
import { formatCsv } from "./csv.ts";
import { readManifest, readRatesFile } from "./files.ts";
import type { RateSheet } from "./sheet.ts";

const NAME = "rates.csv";

/**
 * Reads the days that earlier refreshes kept in a folder, in the form of the ECB's CSV. A file that cannot be read is
 * reported in one line and passed over, because the next refresh brings its days again.
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
    // An update of the product ships some of these days; its own are newer then.
    return { codes, rows: rows.filter(({ day }) => day > shipped) };
  } catch (error) {
    onProblem?.(
      `kept exchange rates are not used: ${error instanceof Error ? error.message : String(error)}`,
    );
    return undefined;
  }
}

/** Adds days to those that are kept in a folder. The file is replaced whole, so that a crash leaves one of the two. */
export async function saveDays(directory: string, sheet: RateSheet): Promise<void> {
  const file = join(directory, NAME);
  const made = `${file}.${process.pid}`;
  const saved = readSavedDays(directory);
  await mkdir(directory, { recursive: true });
  try {
    await writeFile(made, formatCsv(saved ? joinSheets(saved, sheet) : sheet), { flush: true });
    await rename(made, file);
  } finally {
    await rm(made, { force: true });
  }
}

/** Joins two sheets; where both have a day, the second one's row counts. */
export function joinSheets(one: RateSheet, other: RateSheet): RateSheet {
  const codes = [...new Set([...one.codes, ...other.codes])];
  const rows = new Map(
    [one, other].flatMap((sheet) =>
      sheet.rows.map(({ day, cells }) => {
        const cellOf = (code: string) => cells[sheet.codes.indexOf(code)];
        return [day, { day, cells: codes.map(cellOf) }] as const;
      }),
    ),
  );
  return { codes, rows: [...rows.values()].sort((a, b) => a.day - b.day) };
}
