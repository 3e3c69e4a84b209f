import type { RateGap, ReferenceRate } from "./rates.ts";
import type { RateSheet } from "./sheet.ts";

/** A currency's rates in the order of the days; 0 where a day has none. */
export interface RateColumn {
  decimals: number;
  /** The rate times 10^decimals. */
  units: Uint32Array | Float64Array;
}

/** Rates by day and currency. Immutable: `overlaySheets` creates another one. */
export interface RateHistory {
  /** Days with rates, ascending. */
  days: Int32Array;
  columns: ReadonlyMap<string, RateColumn>;
}

/**
 * Merges a sheet into a history. On days of both, the sheet's cells replace those of the sheet's
 * currencies.
 */
export function overlaySheets(base: RateHistory, sheet: RateSheet): RateHistory {
  const days = Int32Array.from(new Set([...base.days, ...sheet.rows.map(({ day }) => day)])).sort();
  const codes = new Set([...base.columns.keys(), ...sheet.codes]);
  const positions = {
    base: findIndexes(days, base.days),
    sheet: findIndexes(
      days,
      sheet.rows.map(({ day }) => day),
    ),
  };
  return {
    days,
    columns: new Map(
      [...codes].map((code) => {
        const column = base.columns.get(code) ?? { decimals: 0, units: new Uint32Array(0) };
        const at = sheet.codes.indexOf(code);
        const cells = at < 0 ? [] : sheet.rows.map(({ cells: row }) => row[at]);
        return [code, merge({ length: days.length, positions, column, cells })];
      }),
    ),
  };
}

/** Returns the index in `days` of each day of a subset; both ascend. */
function findIndexes(days: Int32Array, subset: ArrayLike<number>): Int32Array {
  const positions = new Int32Array(subset.length);
  let at = 0;
  for (let index = 0; index < subset.length; index++) {
    while (days[at] !== subset[index]) at += 1;
    positions[index] = at;
  }
  return positions;
}

interface Merge {
  length: number;
  positions: { base: Int32Array; sheet: Int32Array };
  column: RateColumn;
  /** The currency's cells in the sheet; empty when the sheet does not have the currency. */
  cells: readonly (string | undefined)[];
}

function merge({ length, positions, column, cells }: Merge): RateColumn {
  const decimals = Math.max(column.decimals, ...cells.map(countDecimals));
  const factor = 10 ** (decimals - column.decimals);
  const units = new Float64Array(length);
  for (const [index, unscaled] of column.units.entries()) {
    units[positions.base[index] ?? 0] = unscaled * factor;
  }
  for (const [index, cell] of cells.entries()) {
    units[positions.sheet[index] ?? 0] = cell === undefined ? 0 : scale(cell, decimals);
  }
  const fits = units.every((value) => value < 2 ** 32);
  return { decimals, units: fits ? Uint32Array.from(units) : units };
}

function countDecimals(cell = ""): number {
  return cell.split(".")[1]?.length ?? 0;
}

function scale(cell: string, decimals: number): number {
  const [whole = "", fraction = ""] = cell.split(".");
  return Number(whole + fraction.padEnd(decimals, "0"));
}

/** Returns the position of the newest day up to `day`; -1 when every day is after it. */
export function findDay({ days }: RateHistory, day: number): number {
  let low = 0;
  let high = days.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((days[middle] ?? 0) <= day) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Returns a currency's rate at the position of a day, or undefined when it has none. */
export function getRate(history: RateHistory, code: string, at: number): ReferenceRate | undefined {
  const column = history.columns.get(code);
  const units = column?.units[at];
  return column && units ? { units, decimals: column.decimals } : undefined;
}

/**
 * Returns the nearest days before and after the position of a day that have a rate of the currency.
 */
export function findGap({ days, columns }: RateHistory, code: string, at: number): RateGap {
  const units = columns.get(code)?.units ?? new Uint32Array(0);
  let previous = at;
  while (previous >= 0 && !units[previous]) previous -= 1;
  let next = Math.max(0, at);
  while (next < units.length && !units[next]) next += 1;
  return {
    previousDay: days[previous],
    nextDay: next < units.length ? days[next] : undefined,
  };
}
