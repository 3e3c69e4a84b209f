import { formatLongDate } from "../dates/date.ts";
import {
  type Currency,
  formatCurrency,
  formatPercent,
  formatPrice,
  formatQuantity,
  MAX_DECIMALS,
} from "./currency.ts";
import { type Decimal, toDecimal } from "./exact.ts";

/** Formats numbers and dates for one locale. Numbers are exact decimals. */
export interface Formatter {
  /** Formats an amount with its currency's decimals. */
  amount(amount: Decimal): string;
  /** Formats a price without rounding its decimals. */
  price(price: Decimal): string;
  /** Formats a quantity exactly, with its unit if Intl has it. */
  quantity(quantity: Decimal, unit?: string): string;
  /** Formats a percentage without rounding. */
  percent(percent: number): string;
  /** Formats a calendar day (`YYYY-MM-DD`) in words. */
  date(day: string): string;
  /** Formats a calendar day in digits and few letters, for narrow columns. */
  shortDate(day: string): string;
  /** Returns a country's name by its ISO 3166 code. */
  country(code: string): string;
}

/** Maximum cached formatters, because callers choose the locale. */
const MAX_FORMATTERS = 50;

const formatters = new Map<string, Formatter>();

/**
 * Returns the formatter of a locale and currency. `en` follows US conventions, with Indian digit
 * groups for INR.
 */
export function getFormatter(locale: string, currency: Currency): Formatter {
  const key = `${locale} ${currency.code} ${currency.decimals}`;
  const cached = formatters.get(key);
  if (cached) return cached;
  if (formatters.size >= MAX_FORMATTERS) formatters.clear();
  const formatter =
    locale === "en" ? createEnglishFormatter(currency) : createIntlFormatter(locale, currency);
  formatters.set(key, formatter);
  return formatter;
}

/** Creates the formatter of documents without a locale, which is four times as fast as Intl. */
function createEnglishFormatter(currency: Currency): Formatter {
  const intl = createIntlFormatter("en", currency);
  return {
    ...intl,
    amount: (amount) => formatCurrency(currency, amount),
    price: (price) => formatPrice(currency, price),
    quantity: (quantity, unit) =>
      unit === undefined ? formatQuantity(currency.code, quantity) : intl.quantity(quantity, unit),
    percent: formatPercent,
    date: formatLongDate,
  };
}

function createIntlFormatter(locale: string, { code, decimals }: Currency): Formatter {
  const money = { style: "currency", currency: code, minimumFractionDigits: decimals } as const;
  const amount = createNumberFormat(locale, { ...money, maximumFractionDigits: decimals });
  const price = createNumberFormat(locale, { ...money, maximumFractionDigits: MAX_DECIMALS });
  const number = createNumberFormat(locale, { maximumFractionDigits: MAX_DECIMALS });
  const percent = createNumberFormat(locale, {
    style: "percent",
    maximumFractionDigits: MAX_DECIMALS,
  });
  const createDayFormat = (style: "long" | "medium") => {
    const options = { dateStyle: style, timeZone: "UTC" } as const;
    const getFormat = createOnce(() => new Intl.DateTimeFormat(locale, options));
    return (date: string) => getFormat().format(new Date(`${date}T00:00:00Z`));
  };
  const getRegions = createOnce(
    () => new Intl.DisplayNames(locale, { type: "region", fallback: "code" }),
  );
  return {
    amount,
    price,
    quantity: (quantity, unit) =>
      unit === undefined
        ? number(quantity)
        : createNumberFormat(locale, {
            style: "unit",
            unit,
            unitDisplay: "short",
            maximumFractionDigits: MAX_DECIMALS,
          })(quantity),
    percent: (value) => percent(toDecimal(value).times("0.01")),
    date: createDayFormat("long"),
    shortDate: createDayFormat("medium"),
    country: (region) => getRegions().of(region) ?? region,
  };
}

/**
 * Creates a formatter that passes decimal text to Intl, because doubles would lose cents of large
 * amounts.
 */
function createNumberFormat(locale: string, options: Intl.NumberFormatOptions) {
  const getFormat = createOnce(() => new Intl.NumberFormat(locale, options));
  return (value: Decimal): string => getFormat().format(value.toFixed() as `${number}`);
}

/**
 * Creates a format of Intl with its first use: the first of a process takes 20 ms, and an English
 * invoice uses none.
 */
function createOnce<T>(create: () => T): () => T {
  let created: T | undefined;
  return () => (created ??= create());
}
