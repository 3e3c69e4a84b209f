import { parseDay } from "../lib/dates/date.ts";
import { readManifest, readRatesFile, readShippedHistory, readTables } from "./files.ts";
import { findDay, findGap, getRate, overlaySheets, type RateHistory } from "./history.ts";
import type { CurrencyTables, ExchangeRates } from "./rates.ts";
import { readSavedDays } from "./saved-days.ts";
import type { RateSheet } from "./sheet.ts";
import { getErrorMessage } from "../lib/errors.ts";

/**
 * All known rates: shipped ones, those saved by earlier refreshes, and the operator's own file,
 * which overrides both.
 */
export interface RateBook {
  /**
   * The newest rates. The first access unpacks the shipped history and throws an Error of one line
   * for a bad file.
   */
  readonly rates: ExchangeRates;
  /** Returns the newest known day, in days since 1970-01-01. Reads no rates. */
  newestDay(): number;
  /** Adds the rows after the newest known day and returns them. */
  add(sheet: RateSheet): RateSheet;
}

/** Sources of rates other than the shipped history. */
interface RateBookOptions {
  /** The operator's CSV in the ECB's format; it overrides all other sources. */
  file?: string | undefined;
  /** The folder of the days that refreshes saved. */
  directory?: string | undefined;
  /** Called with one line about a saved file that is ignored because it cannot be read. */
  onProblem?: (line: string) => void;
}

/** Creates the book. Reads files on first use, because most processes never convert a currency. */
export function createRateBook(options: RateBookOptions): RateBook {
  let loaded: { history: RateHistory; rates: ExchangeRates } | undefined;
  let newest: number | undefined;
  const added: RateSheet[] = [];
  const load = () => {
    const layers = [...readSavedSheets(options), ...added, ...readFileSheets(options)];
    const history = layers.reduce(overlaySheets, readShippedHistory());
    return { history, rates: toExchangeRates(history, readTables()) };
  };
  const newestDay = () => {
    newest ??= loaded?.rates.newestDay ?? findNewestDay(options);
    return newest;
  };
  return {
    get rates() {
      loaded ??= load();
      return loaded.rates;
    },
    newestDay,
    add({ codes, rows }) {
      const fresh = { codes, rows: rows.filter(({ day }) => day > newestDay()) };
      newest = fresh.rows.at(-1)?.day ?? newest;
      if (fresh.rows.length === 0) return fresh;
      if (loaded) {
        const history = overlaySheets(loaded.history, fresh);
        loaded = { history, rates: toExchangeRates(history, loaded.rates) };
      } else added.push(fresh);
      return fresh;
    },
  };
}

function readSavedSheets({ directory, onProblem }: RateBookOptions): RateSheet[] {
  const sheet = directory === undefined ? undefined : readSavedDays(directory, onProblem);
  return sheet ? [sheet] : [];
}

function readFileSheets({ file }: RateBookOptions): RateSheet[] {
  if (file === undefined) return [];
  try {
    return [readRatesFile(file)];
  } catch (error) {
    throw new Error(`FX_FILE ${getErrorMessage(error)}`, { cause: error });
  }
}

function findNewestDay(options: RateBookOptions): number {
  const sheets = [...readSavedSheets(options), ...readFileSheets(options)];
  const days = sheets.map(({ rows }) => rows.at(-1)?.day ?? 0);
  return Math.max(parseDay(readManifest().last), ...days);
}

/**
 * Joins a history with the tables. A currency that only the history has gets its code as name and
 * two decimals.
 */
function toExchangeRates(history: RateHistory, tables: CurrencyTables): ExchangeRates {
  const { days, columns } = history;
  const referenceCodes = [...columns.keys()];
  const unnamed = referenceCodes.filter((code) => !tables.currencies.has(code));
  const added = unnamed.map((code) => [code, { name: code, minorUnits: 2 }] as const);
  return {
    ...tables,
    currencies: new Map([...tables.currencies, ...added]),
    firstDay: days[0] ?? 0,
    newestDay: days.at(-1) ?? 0,
    referenceCodes,
    dayOn: (day) => days[findDay(history, day)],
    daysBetween: (start, end) => [
      ...days.subarray(findDay(history, start - 1) + 1, findDay(history, end) + 1),
    ],
    rateOn: (code, day) => getRate(history, code, findDay(history, day)),
    gapAt: (code, day) => findGap(history, code, findDay(history, day)),
  };
}
