import { findDay, findGap, type RateHistory, getRate } from "./history.ts";
import type { CurrencyTables, ExchangeRates } from "./rates.ts";

/** Joins a history with the tables. A currency that only the history has gets its code as name and two decimals. */
export function toExchangeRates(history: RateHistory, tables: CurrencyTables): ExchangeRates {
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
