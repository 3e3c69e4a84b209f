/** A former currency of the euro area: its rate is fixed by law from the changeover on. */
export interface LegalRate {
  code: string;
  /** Units of the old currency for one euro, as the law states it. */
  rate: string;
  /** The day of the changeover, as a number of days since 1970-01-01, like every day here. */
  since: number;
  /** The number of the Council regulation: `2866/98`. */
  regulation: string;
}

/** A currency with a fixed rate (a peg) to another one. */
export interface Peg {
  code: string;
  /** The currency of the peg: one with reference rates, or EUR. */
  base: string;
  /** One unit of `base` in units of `code`. */
  rate: string;
  since: number;
  authority: string;
}

/** A currency outside the euro area that was replaced at a fixed factor. */
export interface Redenomination {
  old: string;
  new: string;
  /** Number of old units in one new unit. */
  factor: string;
  since: number;
}

export interface CurrencyFacts {
  /** Its English name. */
  name: string;
  /** Decimals of an amount: 2 for USD, 0 for JPY. */
  minorUnits: number;
}

/** Facts about currencies that do not change from day to day, by code. */
export interface CurrencyTables {
  currencies: ReadonlyMap<string, CurrencyFacts>;
  legal: ReadonlyMap<string, LegalRate>;
  pegs: ReadonlyMap<string, Peg>;
  redenominations: readonly Redenomination[];
}

/** An exact rate: one euro is `units / 10^decimals` of the currency. */
export interface ReferenceRate {
  units: number;
  decimals: number;
}

/**
 * The nearest days with a rate around a day without one; undefined when there is none on that side.
 */
export interface RateGap {
  previousDay: number | undefined;
  nextDay: number | undefined;
}

/** The euro reference rates of every known day, and the fixed rates. */
export interface ExchangeRates extends CurrencyTables {
  readonly firstDay: number;
  readonly newestDay: number;
  /** Codes of the currencies that have, or had, reference rates. */
  readonly referenceCodes: readonly string[];
  /** Returns the newest day with rates up to `day`, or undefined before the first one. */
  dayOn(day: number): number | undefined;
  /** Returns the days with rates from `start` to `end`, both included, in order. */
  daysBetween(start: number, end: number): readonly number[];
  /** Returns a currency's rate on a day that has rates, or undefined when it has none. */
  rateOn(code: string, day: number): ReferenceRate | undefined;
  /** Returns the nearest days before and after `day` that have a rate of the currency. */
  gapAt(code: string, day: number): RateGap;
}
