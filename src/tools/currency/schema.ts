import { type Static, Type } from "typebox";
import {
  calendarDate,
  enumOf,
  type Input,
  optionalWithDefault,
  recordOf,
} from "../../lib/schema.ts";
import type { ExchangeRates } from "../../rates/rates.ts";

/** Maximum absolute amount. */
export const MAX_AMOUNT = 1e12;
/** Maximum codes in one request. */
export const MAX_TARGETS = 50;
/** Maximum codes in a series. */
export const MAX_SERIES_TARGETS = 10;
/** Maximum days from the first to the last of a series, inclusive, by its interval. */
export const MAX_SERIES_DAYS = { day: 366, week: 366 * 7, month: 366 * 30 };
/** Maximum digits of an amount sent as text. */
export const MAX_DIGITS = 30;

/** Significant digits of rates, and of amounts that are not rounded. */
export const SIGNIFICANT_DIGITS = 10;
/** The citation that the ECB requests. */
export const SOURCE = "European Central Bank";

const CODE = "[A-Za-z]{3}";
const CODE_RULE = "must be three letters such as USD";

const Amount = Type.Union(
  [
    Type.Number({ minimum: -MAX_AMOUNT, maximum: MAX_AMOUNT }),
    Type.String({
      pattern: "^-?[0-9]+(?:\\.[0-9]+)?$",
      "x-message": "must be a plain decimal such as 1234.50",
    }),
  ],
  {
    examples: [100, 2500],
    description: "A number, or a plain decimal of up to 30 digits as text.",
  },
);

const Targets = Type.Union(
  [
    Type.String({
      maxLength: 400,
      pattern: `^ *${CODE}(?: *, *${CODE})* *$`,
      "x-message": "must be a currency code such as USD, or several with commas between",
    }),
    Type.Array(Type.String({ pattern: `^${CODE}$`, "x-message": CODE_RULE }), {
      minItems: 1,
      maxItems: MAX_TARGETS,
    }),
  ],
  {
    examples: ["USD", "USD, GBP, JPY"],
    description: "Up to 50 currency codes, as a list or with commas between. Defaults to all.",
  },
);

/** The input: an amount to convert, or a period whose rates to list. */
export const CurrencyInput = Type.Object({
  amount: optionalWithDefault(Amount, 1),
  from: optionalWithDefault(
    Type.String({
      pattern: `^${CODE}$`,
      "x-message": CODE_RULE,
      description: "Currency code (ISO 4217) of the amount.",
    }),
    "EUR",
  ),
  to: Type.Optional(Targets),
  date: Type.Optional(
    calendarDate({
      // The page opens on the newest day, not on that of the example.
      "x-start": "",
      description: "Day of the rates, from 1999-01-04. Defaults to today (UTC).",
    }),
  ),
  start: Type.Optional(
    calendarDate({
      "x-advanced": true,
      description: "First day of a series, instead of date: up to 366 days, weeks or months.",
    }),
  ),
  end: Type.Optional(
    calendarDate({
      "x-advanced": true,
      description: "Last day of a series. Defaults to the newest day with rates.",
    }),
  ),
  interval: optionalWithDefault(
    enumOf(["day", "week", "month"], {
      "x-advanced": true,
      description:
        "Of a series, every day with rates, or the last such day of each week (from Monday) or month.",
    }),
    "day",
  ),
  maxAgeDays: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 3650,
      "x-advanced": true,
      description: "Fails if the rates are more days older than the day asked for.",
    }),
  ),
  round: optionalWithDefault(
    Type.Boolean({
      "x-advanced": true,
      description: "Round to the currency's minor unit; otherwise to 10 significant digits.",
    }),
    true,
  ),
});

const day = (description: string) => Type.String({ description });
const Rate = (description: string) => Type.Number({ description });

/** One conversion, or with `start` the rates of each day. */
export const CurrencyOutput = Type.Object({
  amount: Type.Optional(
    // All members are optional in one object, because the serializer of a union would check each of
    // its alternatives.
    Type.Unsafe<number | string>({
      type: ["number", "string"],
      description: "As sent; text only where a number could not hold it.",
    }),
  ),
  from: Type.String(),
  date: Type.Optional(day("The day asked for.")),
  start: Type.Optional(day("First day of the series.")),
  end: Type.Optional(day("Last day of the series.")),
  asOf: day("Day of the newest rates used: a Saturday gets Friday's."),
  stale: Type.Boolean({ description: "True when the ECB should have published newer rates." }),
  source: Type.String(),
  results: Type.Optional(
    Type.Array(
      Type.Object({
        to: Type.String(),
        rate: Rate("Units of `to` for one of `from`, to 10 significant digits."),
        inverse: Rate("Units of `from` for one of `to`, to 10 significant digits."),
        result: Rate("The amount in `to`."),
        kind: Type.Enum(["reference", "cross", "peg", "legal", "same"], {
          description:
            "ECB reference rate; computed through the euro; fixed by an authority; fixed by EU law; the same currency.",
        }),
        note: Type.Unsafe<string | null>({
          type: ["string", "null"],
          description: "What fixes the rate.",
        }),
      }),
      { "x-first-in-tables": true },
    ),
  ),
  days: Type.Optional(
    Type.Array(Type.Object({ date: Type.String(), rates: recordOf(Type.Number()) }), {
      description: "The days with rates, for a series.",
    }),
  ),
  warnings: Type.Optional(Type.Array(Type.String())),
});

/** Every currency that can be converted. */
export const CurrenciesOutput = Type.Object({
  asOf: day("The newest day with rates."),
  currencies: Type.Array(
    Type.Object({
      code: Type.String(),
      name: Type.String(),
      minorUnits: Type.Integer({ description: "Decimals of an amount." }),
      first: day("First day with a rate."),
      last: day("Last day with a rate."),
      kind: Type.Enum(["reference", "peg", "legal", "same"], {
        description: "How its rate against the euro is known today, or was last.",
      }),
    }),
  ),
});

export type CurrencyRequest = Input<typeof CurrencyInput>;
/** A response of either form. */
export type CurrencyResponse = Static<typeof CurrencyOutput>;
export type ConvertedAmount = NonNullable<CurrencyResponse["results"]>[number];
export type SeriesDay = NonNullable<CurrencyResponse["days"]>[number];

export interface CurrencyContext {
  rates: ExchangeRates;
  /** Milliseconds since 1970. */
  nowMs: number;
}

/**
 * A response, and whether it is final, which it is if all of its days are before the newest day
 * with rates.
 */
export interface CurrencyResult {
  output: CurrencyResponse;
  isFinal: boolean;
}
